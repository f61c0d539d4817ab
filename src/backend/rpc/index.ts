/** Authentication of remote procedure calls: services, and middleware for Effect's RPC. */
export * from "../identity/requests.ts"
export { layerClient, layerClientApiKey, layerClientCookies } from "./clientLayers.ts"
export { layerAuthentication, layerFreshness, layerHuman, layerPermissions } from "./layers.ts"
export {
  Authenticate,
  RequireApiKey,
  RequireFresh,
  RequireHuman,
  RequirePermission,
  RequireSession,
  RequireUser
} from "./middleware.ts"
