/**
 * Middleware for Effect's RPC: remote procedures declare the authentication that they require. The classes have no
 * layers of their own, so that clients, which import the same declarations, don't load the verification of tokens.
 */
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as Schema from "effect/Schema"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import {
  AuthenticationUnavailable,
  type CurrentApiKey,
  type CurrentAuthentication,
  type CurrentSession,
  type CurrentUser,
  NotAuthenticated,
  NotFresh,
  NotHuman,
  NotPermitted,
  type PermittedBy,
  type RequiredPermission,
  type TeamOption
} from "../identity/index.ts"

const refusals = {
  error: Schema.Union([NotAuthenticated, AuthenticationUnavailable]),
  // a client that provides no credentials doesn't compile
  requiredForClient: true
} as const

/** Lets all calls through, and provides the result of their authentication. */
export class Authenticate extends RpcMiddleware.Service<Authenticate, { provides: CurrentAuthentication }>()(
  "latchkey/rpc/Authenticate"
) {}

/** Requires a user with an account, by session or by the user's API key. Other calls fail with `NotAuthenticated`. */
export class RequireUser
  extends RpcMiddleware.Service<RequireUser, { provides: CurrentUser; clientError: CallError }>()(
    "latchkey/rpc/RequireUser",
    refusals
  )
{}

/**
 * Requires a session, including anonymous users' sessions, as `asCaller` does. Other calls fail with
 * `NotAuthenticated`.
 */
export class RequireSession
  extends RpcMiddleware.Service<RequireSession, { provides: CurrentSession; clientError: CallError }>()(
    "latchkey/rpc/RequireSession",
    refusals
  )
{}

/** Requires an API key of a team, or of a user with an account. Other calls fail with `NotAuthenticated`. */
export class RequireApiKey extends RpcMiddleware.Service<RequireApiKey, { provides: CurrentApiKey }>()(
  "latchkey/rpc/RequireApiKey",
  refusals
) {}

const permissionError = Schema.Union([NotPermitted, AuthenticationUnavailable])

/** The middleware of all permissions has one service, which reads the permission from the procedure. */
class PermissionMiddleware extends RpcMiddleware.Service<PermissionMiddleware, { requires: CurrentUser }>()(
  "latchkey/rpc/RequirePermission",
  { error: permissionError }
) {}

/** The identifier of {@link RequirePermission}. */
export interface RequirePermission<out Provided = unknown> extends
  Checking<{
    readonly provides: Provided
    readonly requires: CurrentUser
    readonly error: typeof permissionError
    readonly clientError: never
  }>
{}

type Checking<Config> = { readonly [Id in RpcMiddleware.TypeId]: Config }

/**
 * Requires a permission, granted directly or through another permission, and provides `Permitted`, or
 * `PermittedInTeam` with `teamIdFrom`. Other users' calls fail with `NotPermitted`. Requires {@link RequireUser} on
 * the same procedure, added afterwards, because the middleware added last runs first:
 * `.middleware(RequirePermission("read_all")).middleware(RequireUser)`.
 */
export const RequirePermission = <
  const PermissionId extends string,
  const Options extends TeamOption | undefined = undefined
>(
  permissionId: PermissionId,
  options?: Options
): RpcMiddleware.ServiceClass<
  RequirePermission<PermittedBy<PermissionId, Options>>,
  "latchkey/rpc/RequirePermission",
  PermittedBy<PermissionId, Options>,
  typeof permissionError,
  never,
  CurrentUser,
  false
> => {
  const permission: RequiredPermission = { permissionId, ...options }
  return class extends PermissionMiddleware {
    static readonly permission = permission
  } as never
}

/**
 * Requires a sign-in within the procedure's `Freshness`. Calls of older sessions fail with `NotFresh`, and so does every
 * call of a procedure without `Freshness`. API keys fail with `NotAuthenticated`, because they have no age. Requires
 * {@link RequireUser} on the same procedure, added afterwards: `.middleware(RequireFresh).middleware(RequireUser)`.
 */
export class RequireFresh extends RpcMiddleware.Service<RequireFresh, { requires: CurrentUser }>()(
  "latchkey/rpc/RequireFresh",
  { error: Schema.Union([NotFresh, NotAuthenticated, AuthenticationUnavailable]) }
) {}

/**
 * Requires the session of a person: calls of agents on a person's account fail with `NotHuman`, and so do calls of
 * sessions that the platform doesn't list, such as impersonations. API keys fail with `NotAuthenticated`. The platform's list is
 * read once per session; if it has no names of agents, every call fails with `AuthenticationUnavailable`. Requires
 * {@link RequireUser} on the same procedure, added afterwards: `.middleware(RequireHuman).middleware(RequireUser)`.
 */
export class RequireHuman extends RpcMiddleware.Service<RequireHuman, { requires: CurrentUser }>()(
  "latchkey/rpc/RequireHuman",
  { error: Schema.Union([NotHuman, NotAuthenticated, AuthenticationUnavailable]) }
) {}
