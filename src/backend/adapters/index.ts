/**
 * `createAuthenticator` for back-end frameworks: `latchkey/adapters`. Imports none of the frameworks.
 *
 * Sessions in cookies are protected by `Secure` (no plain HTTP), `SameSite=Lax` (requests of other sites' pages carry
 * no cookies, except followed links), `__Host-` (no other hosts of the domain), and `HttpOnly` (no access from
 * scripts), which the cookies of `ServerSessions` have and the platform's own lack. Two gaps remain: pages of other
 * hosts of the same site can send the cookies, and a link can lead to a handler that changes something on GET. So
 * handlers must change nothing on GET. For requests with other methods, cookies count only if no page of another origin
 * sent the request. Otherwise the result is `signed-out` with the reason `cross-site`, unless `trustedOrigins` contains
 * the origin.
 */
export { forbidSharedCaches, writeCookies } from "../../../layers/session/sharedCaches.ts"
export type {
  Anonymous,
  Authentication,
  Restricted,
  SessionAuthentication,
  SignedIn,
  SignedOut,
  TeamSignedIn,
  Unavailable
} from "../verify/Authentication.ts"
export type { FreshInput, FreshMeans, FreshOptions } from "../verify/freshRule.ts"
export type { Refusal } from "../verify/refusal.ts"
export type { AdapterOptions, AdmittedAuthentication, AuthenticatorLike, Requirement } from "./admission.ts"
export { RequirementMissing } from "./admitted.ts"
export {
  authenticationOf,
  type ExpressLocals,
  type ExpressRequest,
  type ExpressResponse,
  latchkeyExpress
} from "./express.ts"
export { fetchHandler } from "./fetchHandler.ts"
export { type HonoContext, type HonoContextFor, latchkeyHono, type WithAuthentication } from "./hono.ts"
export {
  latchkeyNextjs,
  latchkeyProxy,
  type NextAuthentication,
  type NextCookie,
  type NextFunctions,
  type NextResponses,
  pathHeader
} from "./nextjs.ts"
export {
  type EndableResponse,
  type NodeAuthentication,
  nodeHttp,
  type NodeRequest,
  type NodeResponse,
  ResponseAlreadySent
} from "./nodeHttp.ts"
export { refusalFor, refusedResponse } from "./refusals.ts"
export { type Admitted, type AuthenticatedRequest, sessionOf, userOf } from "./userOf.ts"
