/**
 * `createAuthenticator` in the frameworks of back ends: `latchkey/adapters`. None of them is imported here.
 *
 * What protects a session in cookies: `Secure` keeps them off plain HTTP, `SameSite=Lax` off what pages of other sites send
 * but links that are followed, `__Host-` off other hosts of the domain, and `HttpOnly`, which the platform's own cookies
 * lack and those of `ServerSessions` have, off script. What does not: pages of other hosts of the same site may send them,
 * and a link may lead to a handler that changes something on GET. So handlers change nothing on GET, and cookies in
 * requests of other methods count only if no page of another origin sent them: `signed-out` with the reason `cross-site`,
 * unless `trustedOrigins` names the origin.
 */
export { forbidSharedCaches, writeCookies } from "../../../layers/session/sharedCaches.ts"
export type { Authentication, SessionAuthentication, SignedIn } from "../verify/Authentication.ts"
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
  type AnsweringResponse,
  type NodeAuthentication,
  nodeHttp,
  type NodeRequest,
  type NodeResponse,
  ResponseAlreadySent
} from "./nodeHttp.ts"
export { type AuthenticatedRequest, sessionOf, userOf } from "./userOf.ts"
