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
export { forbidSharedCaches, writeCookies } from "../../layers/session/sharedCaches.ts"
export type { Authentication } from "../verify/Authentication.ts"
export type { AdapterOptions, Authenticates } from "./admission.ts"
export { authenticationOf, express, type ExpressResponse } from "./express.ts"
export { fetchHandler } from "./fetchHandler.ts"
export { hono, type HonoContext, type WithAuthentication } from "./hono.ts"
export {
  type NextAuthentication,
  type NextCookie,
  type NextFunctions,
  nextjs,
  nextProxy,
  type NextResponses
} from "./nextjs.ts"
export { nodeHttp, type NodeRequest, type NodeResponse, ResponseBegun } from "./nodeHttp.ts"
