/**
 * Authentication of incoming requests for back ends on Effect: services, and middleware for `HttpApi` and `HttpRouter`.
 */
export type { ServerAccess } from "../../../schemas/access.ts"
export type { SecretInput } from "../../../schemas/secrets.ts"
export {
  asCaller,
  AuthenticationUnavailable,
  checkPermission,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  NotAuthenticated,
  NotPermitted,
  Permission,
  type PermissionOptions
} from "../identity/index.ts"
export { VerifierMisconfigured } from "../token/errors.ts"
export type { Authentication, SignedIn } from "../verify/Authentication.ts"
export { Authenticator, type AuthenticatorOptions } from "../verify/Authenticator.ts"
export { UnverifiedLimitReached, WebhookRejected } from "../verify/errors.ts"
export type { Problem } from "../verify/problem.ts"
export type { UnverifiedOptions } from "../verify/unverifiedOptions.ts"
export type { VerifiedWebhook, WebhookOptions } from "../verify/webhook.ts"
export { asProblem, type ErrorSchema } from "./asProblem.ts"
export { Authenticate, RequireApiKey, RequirePermission, RequireSession, RequireUser } from "./middleware.ts"
export * as router from "./router.ts"
export { webhook } from "./webhook.ts"
