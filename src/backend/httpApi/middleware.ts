/**
 * Middleware for `HttpApi`: endpoints declare the authentication that they require. The classes have no layers of their
 * own, so that clients, which import the same declarations, don't load the verification of tokens.
 */
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import {
  AuthenticationUnavailable,
  type CurrentApiKey,
  type CurrentAuthentication,
  type CurrentSession,
  type CurrentUser,
  NotAuthenticated,
  NotPermitted
} from "../identity/index.ts"
import { asProblem } from "./asProblem.ts"

const refusals = { error: [asProblem(NotAuthenticated), asProblem(AuthenticationUnavailable)] } as const

/** Lets all requests through, and provides the result of their authentication. */
export class Authenticate extends HttpApiMiddleware.Service<Authenticate, { provides: CurrentAuthentication }>()(
  "latchkey/Authenticate"
) {}

/** Requires a user with an account, by session or by the user's API key. Other requests get a 401. */
export class RequireUser extends HttpApiMiddleware.Service<RequireUser, { provides: CurrentUser }>()(
  "latchkey/RequireUser",
  refusals
) {}

/** Requires a session, including anonymous users' sessions, as `asCaller` needs. Other requests get a 401. */
export class RequireSession extends HttpApiMiddleware.Service<RequireSession, { provides: CurrentSession }>()(
  "latchkey/RequireSession",
  refusals
) {}

/** Requires an API key of a team, or of a user with an account. Other requests get a 401. */
export class RequireApiKey extends HttpApiMiddleware.Service<RequireApiKey, { provides: CurrentApiKey }>()(
  "latchkey/RequireApiKey",
  refusals
) {}

/**
 * Requires the endpoint's {@link Permission}, granted directly or through another permission. Other users get a 403,
 * and so does every request to an endpoint without a `Permission`. Requires {@link RequireUser} on the same endpoint,
 * added afterwards, because the middleware added last runs first:
 * `.middleware(RequirePermission).middleware(RequireUser)`.
 */
export class RequirePermission extends HttpApiMiddleware.Service<RequirePermission, { requires: CurrentUser }>()(
  "latchkey/RequirePermission",
  { error: [asProblem(NotPermitted), asProblem(AuthenticationUnavailable)] }
) {}
