/**
 * Middleware for Effect's RPC: remote procedures declare the authentication that they require. The classes have no
 * layers of their own, so that clients, which import the same declarations, don't load the verification of tokens.
 */
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as Schema from "effect/Schema"
import {
  AuthenticationUnavailable,
  type CurrentApiKey,
  type CurrentAuthentication,
  type CurrentSession,
  type CurrentUser,
  NotAuthenticated,
  NotFresh,
  NotPermitted
} from "../identity/index.ts"

const refusals = { error: Schema.Union([NotAuthenticated, AuthenticationUnavailable]) }

/** Lets all calls through, and provides the result of their authentication. */
export class Authenticate extends RpcMiddleware.Service<Authenticate, { provides: CurrentAuthentication }>()(
  "latchkey/rpc/Authenticate"
) {}

/** Requires a user with an account, by session or by the user's API key. Other calls fail with `NotAuthenticated`. */
export class RequireUser extends RpcMiddleware.Service<RequireUser, { provides: CurrentUser }>()(
  "latchkey/rpc/RequireUser",
  refusals
) {}

/**
 * Requires a session, including anonymous users' sessions, as `asCaller` needs. Other calls fail with
 * `NotAuthenticated`.
 */
export class RequireSession extends RpcMiddleware.Service<RequireSession, { provides: CurrentSession }>()(
  "latchkey/rpc/RequireSession",
  refusals
) {}

/** Requires an API key of a team, or of a user with an account. Other calls fail with `NotAuthenticated`. */
export class RequireApiKey extends RpcMiddleware.Service<RequireApiKey, { provides: CurrentApiKey }>()(
  "latchkey/rpc/RequireApiKey",
  refusals
) {}

/**
 * Requires the procedure's `Permission`, granted directly or through another permission. Other users' calls fail with
 * `NotPermitted`, and so does every call of a procedure without a `Permission`. Requires {@link RequireUser} on the
 * same procedure, added afterwards, because the middleware added last runs first:
 * `.middleware(RequirePermission).middleware(RequireUser)`.
 */
export class RequirePermission extends RpcMiddleware.Service<RequirePermission, { requires: CurrentUser }>()(
  "latchkey/rpc/RequirePermission",
  { error: Schema.Union([NotPermitted, AuthenticationUnavailable]) }
) {}

/**
 * Requires a sign-in within the procedure's `Freshness`. Calls of older sessions fail with `NotFresh`, and so does every
 * call of a procedure without `Freshness`. API keys fail with `NotAuthenticated`, because they have no age. Requires
 * {@link RequireUser} on the same procedure, added afterwards: `.middleware(RequireFresh).middleware(RequireUser)`.
 */
export class RequireFresh extends RpcMiddleware.Service<RequireFresh, { requires: CurrentUser }>()(
  "latchkey/rpc/RequireFresh",
  { error: Schema.Union([NotFresh, NotAuthenticated, AuthenticationUnavailable]) }
) {}
