/** Middleware for `HttpApi`: endpoints declare the authentication that they require. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { throttled } from "../../../layers/call/index.ts"
import { ClientAccess, ServerAccess } from "../../../schemas/access.ts"
import { forDevelopers } from "../../../schemas/site.ts"
import { permissions } from "../../flows/account/index.ts"
import { Remembered } from "../token/index.ts"
import { acrossRequests, type Authenticator } from "../verify/index.ts"
import { asProblem, AuthenticationUnavailable, NotAuthenticated, NotPermitted, unavailableNow } from "./errors.ts"
import {
  authenticated,
  byApiKey,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  inSession,
  providing,
  signedIn
} from "./identity.ts"

const refusals = { error: [asProblem(NotAuthenticated), asProblem(AuthenticationUnavailable)] } as const

/** Lets all requests through, and provides the result of their authentication. */
export class Authenticate extends HttpApiMiddleware.Service<Authenticate, { provides: CurrentAuthentication }>()(
  "latchkey/Authenticate"
) {
  static readonly layer = (): Layer.Layer<Authenticate, never, Authenticator> =>
    Layer.effect(Authenticate, providing(CurrentAuthentication, authenticated))
}

/** Requires a user with an account, by session or by the user's API key. Other requests get a 401. */
export class RequireUser extends HttpApiMiddleware.Service<RequireUser, { provides: CurrentUser }>()(
  "latchkey/RequireUser",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireUser, never, Authenticator> =>
    Layer.effect(RequireUser, providing(CurrentUser, signedIn))
}

/** Requires a session, including anonymous users' sessions, as {@link asCaller} needs. Other requests get a 401. */
export class RequireSession extends HttpApiMiddleware.Service<RequireSession, { provides: CurrentSession }>()(
  "latchkey/RequireSession",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireSession, never, Authenticator> =>
    Layer.effect(RequireSession, providing(CurrentSession, inSession))
}

/** Requires an API key of a team, or of a user with an account. Other requests get a 401. */
export class RequireApiKey extends HttpApiMiddleware.Service<RequireApiKey, { provides: CurrentApiKey }>()(
  "latchkey/RequireApiKey",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireApiKey, never, Authenticator> =>
    Layer.effect(RequireApiKey, providing(CurrentApiKey, byApiKey))
}

/** The permission that {@link RequirePermission} checks for an endpoint: `endpoint.annotate(Permission, { … })`. */
export class Permission extends Context.Service<Permission, {
  readonly permissionId: string
  /** Name of the path parameter with the team's id. @default none: a project permission */
  readonly teamIdFrom?: string
}>()("latchkey/Permission") {}

/** Options of permission checks. */
export interface PermissionOptions {
  /**
   * Cache time of a found permission, which is also how long a revoked permission can still work. Missing permissions
   * are not cached, so that granting one takes effect immediately. 0 disables the cache. @default "1 minute"
   */
  readonly verdictsFor?: Duration.Input | undefined
}

type Wanted = { readonly permissionId: string; readonly userId: string; readonly teamId?: string | undefined }

/** Maximum number of cached permissions. */
const maxCached = 10_000

/**
 * Requires the endpoint's {@link Permission}, granted directly or contained in another. Other users get a 403, and so
 * does every request to an endpoint without a `Permission`. Requires {@link RequireUser} on the same endpoint, added
 * afterwards, because the middleware added last runs first: `.middleware(RequirePermission).middleware(RequireUser)`.
 */
export class RequirePermission extends HttpApiMiddleware.Service<RequirePermission, { requires: CurrentUser }>()(
  "latchkey/RequirePermission",
  { error: [asProblem(NotPermitted), asProblem(AuthenticationUnavailable)] }
) {
  static readonly layer = (
    { verdictsFor = "1 minute" }: PermissionOptions = {}
  ): Layer.Layer<RequirePermission, never, ServerAccess> =>
    Layer.effect(
      RequirePermission,
      Effect.gen(function*() {
        const server = yield* ServerAccess
        const clock = yield* Clock.Clock
        const scope = yield* Effect.scope
        const now = () => clock.currentTimeMillisUnsafe()
        const keep = Duration.toMillis(verdictsFor)
        const cache = new Remembered<true>(maxCached, now)
        const check = acrossRequests(scope, (key: string, wanted: Wanted) =>
          isPermitted(wanted).pipe(
            Effect.tap((may) => Effect.sync(() => may && cache.set(key, true, now() + keep))),
            Effect.provideService(ServerAccess, server)
          ))
        return (handler, { endpoint }) =>
          Effect.gen(function*() {
            const permission = Context.getOrUndefined(endpoint.annotations, Permission)
            if (permission === undefined) {
              yield* throttled(`${endpoint.identifier} permission`, (more) =>
                Effect.logError(
                  `${endpoint.identifier} has RequirePermission but no Permission, so all requests are rejected.${more}`
                ))
              return yield* refuse("")
            }
            const { permissionId, teamIdFrom } = permission
            const teamId = teamIdFrom === undefined ? undefined : (yield* HttpRouter.params)[teamIdFrom]
            if (teamIdFrom !== undefined && teamId === undefined) {
              yield* throttled(
                `${endpoint.identifier} path`,
                (more) =>
                  Effect.logError(
                    `The path of ${endpoint.identifier} has no ${teamIdFrom}, so all requests are rejected.${more}`
                  )
              )
              return yield* refuse(permissionId)
            }
            const { userId } = yield* CurrentUser
            const key = JSON.stringify([userId, permissionId, teamId])
            const may = cache.get(key) ?? (yield* check(key, { permissionId, userId, teamId }))
            return may ? yield* handler : yield* refuse(permissionId)
          })
      })
    )
}

/**
 * Fails with `NotPermitted` unless the user has the permission: `checkPermission({ permissionId, userId, teamId })`.
 * For handlers that determine the permission themselves. Sends a request each time.
 */
export const checkPermission = (
  wanted: Wanted
): Effect.Effect<void, NotPermitted | AuthenticationUnavailable, ServerAccess> =>
  Effect.flatMap(isPermitted(wanted), (may) => may ? Effect.void : refuse(wanted.permissionId))

const isPermitted = (wanted: Wanted): Effect.Effect<boolean, AuthenticationUnavailable, ServerAccess> =>
  Effect.gen(function*() {
    // the server level may check any user
    const has = permissions.has(wanted).pipe(Effect.provideService(ClientAccess, yield* ServerAccess))
    return yield* Effect.catch(has, (error) =>
      error._tag === "CallError"
        ? Effect.andThen(
          throttled("permission unavailable", (more) => Effect.logWarning(forDevelopers(error) + more)),
          Effect.fail(unavailableNow())
        )
        : Effect.succeed(false))
  })

const refuse = (permissionId: string): Effect.Effect<never, NotPermitted> =>
  Effect.fail(
    new NotPermitted({
      permissionId,
      message: "You may not do this. Ask an administrator for the permission."
    })
  )
