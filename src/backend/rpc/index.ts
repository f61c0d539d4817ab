/** Authentication of remote procedure calls: services, and middleware for Effect's RPC. */
export * from "../identity/requests.ts"
export { layerAuthentication, layerPermissions } from "./layers.ts"
export { Authenticate, RequireApiKey, RequirePermission, RequireSession, RequireUser } from "./middleware.ts"
