/** Exports that the entries for `HttpApi` and RPC share: authenticated requests, their errors and their settings. */
export type { ServerAccess } from "../../../schemas/access.ts"
export { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
export type { SecretInput } from "../../../schemas/secrets.ts"
export { VerifierMisconfigured } from "../token/errors.ts"
export type { Authentication, SignedIn } from "../verify/Authentication.ts"
export { Authenticator, type AuthenticatorOptions } from "../verify/Authenticator.ts"
export { UnverifiedLimitReached } from "../verify/errors.ts"
export type { FreshInput, FreshMeans, FreshOptions } from "../verify/freshRule.ts"
export { KnownMeans, type KnownMeansStore, layerKnownMeans, type MeansSince } from "../verify/knownMeans.ts"
export type { UnverifiedOptions } from "../verify/unverifiedOptions.ts"
export {
  asCaller,
  AuthenticationUnavailable,
  checkFresh,
  checkHuman,
  checkPermission,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  Freshness,
  NotAuthenticated,
  NotFresh,
  NotHuman,
  NotPermitted,
  type PermissionOptions,
  Permitted,
  type PermittedBy,
  PermittedInTeam,
  type TeamOption
} from "./index.ts"
