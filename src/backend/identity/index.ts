/**
 * Code that the middleware for `HttpApi`, `HttpRouter` and RPC has in common: the services of an authenticated request,
 * the errors that reject one, and checks of permissions.
 */
export { apiKeyToSend, bearerFor, rejectsToken, tokenIfAny, tokenInsteadOf, tokenToSend } from "./clientCredentials.ts"
export { AuthenticationUnavailable, NotAuthenticated, NotFresh, NotHuman, NotPermitted } from "./errors.ts"
export { checkAnnotated, checkFresh, Freshness } from "./freshness.ts"
export { checkHuman } from "./human.ts"
export {
  asCaller,
  authenticate,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  requireApiKey,
  requireSession,
  requireUser,
  setCookies
} from "./identity.ts"
export {
  checkPermission,
  type PermissionOptions,
  Permitted,
  type PermittedBy,
  PermittedInTeam,
  type RequiredPermission,
  type TeamOption,
  verdicts,
  withPermissions
} from "./permissions.ts"
