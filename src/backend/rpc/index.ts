/** Authentication of remote procedure calls: services, and middleware for Effect's RPC. */
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
export { UnverifiedLimitReached } from "../verify/errors.ts"
export type { UnverifiedOptions } from "../verify/unverifiedOptions.ts"
export { layerAuthentication, layerPermissions } from "./layers.ts"
export { Authenticate, RequireApiKey, RequirePermission, RequireSession, RequireUser } from "./middleware.ts"
