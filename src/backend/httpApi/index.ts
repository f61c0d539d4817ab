/**
 * Authentication of incoming requests for back ends on Effect: services, and middleware for `HttpApi` and `HttpRouter`.
 */
export * from "../identity/requests.ts"
export { WebhookRejected } from "../verify/errors.ts"
export type { Problem } from "../verify/problem.ts"
export type { VerifiedWebhook, WebhookOptions } from "../verify/webhook.ts"
export { asProblem, type ErrorSchema } from "./asProblem.ts"
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
export * as router from "./router.ts"
export { webhook } from "./webhook.ts"
