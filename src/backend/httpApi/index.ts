/**
 * Authentication of incoming requests for back ends on Effect: services, and middleware for `HttpApi` and `HttpRouter`.
 */
export type { ServerAccess } from "../../../schemas/access.ts"
export type { SecretInput } from "../../../schemas/secrets.ts"
export { VerifierMisconfigured } from "../token/errors.ts"
export type { Authentication, SignedIn } from "../verify/Authentication.ts"
export { Authenticator, type AuthenticatorOptions } from "../verify/Authenticator.ts"
export { UnverifiedLimitReached, WebhookRejected } from "../verify/errors.ts"
export type { Problem } from "../verify/problem.ts"
export type { UnverifiedOptions } from "../verify/unverifiedOptions.ts"
export type { VerifiedWebhook, WebhookOptions } from "../verify/webhook.ts"
export { asProblem, AuthenticationUnavailable, type ErrorSchema, NotAuthenticated, NotPermitted } from "./errors.ts"
export { asCaller, CurrentApiKey, CurrentAuthentication, CurrentSession, CurrentUser } from "./identity.ts"
export {
  Authenticate,
  checkPermission,
  Permission,
  type PermissionOptions,
  RequireApiKey,
  RequirePermission,
  RequireSession,
  RequireUser
} from "./middleware.ts"
export * as router from "./router.ts"
export { webhook } from "./webhook.ts"
