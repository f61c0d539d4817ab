/** Middleware for `HttpApi`: what an endpoint asks of its caller stands in its declaration. */
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

/** Lets everyone in, and tells who it is. */
export class Authenticate extends HttpApiMiddleware.Service<Authenticate, { provides: CurrentAuthentication }>()(
  "latchkey/Authenticate"
) {
  static readonly layer = (): Layer.Layer<Authenticate, never, Authenticator> =>
    Layer.effect(Authenticate, providing(CurrentAuthentication, authenticated))
}

/** Lets users with an account in: by a session, or by an API key of theirs. Others get 401. */
export class RequireUser extends HttpApiMiddleware.Service<RequireUser, { provides: CurrentUser }>()(
  "latchkey/RequireUser",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireUser, never, Authenticator> =>
    Layer.effect(RequireUser, providing(CurrentUser, signedIn))
}

/** Lets sessions in, anonymous users' too: what {@link asCaller} stands on. Others get 401. */
export class RequireSession extends HttpApiMiddleware.Service<RequireSession, { provides: CurrentSession }>()(
  "latchkey/RequireSession",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireSession, never, Authenticator> =>
    Layer.effect(RequireSession, providing(CurrentSession, inSession))
}

/** Lets API keys of users with an account in, and of teams. Others get 401. */
export class RequireApiKey extends HttpApiMiddleware.Service<RequireApiKey, { provides: CurrentApiKey }>()(
  "latchkey/RequireApiKey",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireApiKey, never, Authenticator> =>
    Layer.effect(RequireApiKey, providing(CurrentApiKey, byApiKey))
}

/** The permission that an endpoint with {@link RequirePermission} takes: `endpoint.annotate(Permission, { … })`. */
export class Permission extends Context.Service<Permission, {
  readonly permissionId: string
  /** The parameter of the path that names the team. @default none: a permission in the project */
  readonly teamIdFrom?: string
}>()("latchkey/Permission") {}

/** How permissions are looked up. */
export interface PermissionOptions {
  /**
   * How long a permission that was found is believed, and so how long one that was taken away still works. One that a user
   * lacks is asked for each time, so that it works as soon as it is granted. 0 asks each time. @default "1 minute"
   */
  readonly verdictsFor?: Duration.Input | undefined
}

type Wanted = { readonly permissionId: string; readonly userId: string; readonly teamId?: string | undefined }

/** Permissions that are remembered as found. */
const mostRemembered = 10_000

/**
 * Lets users in who have the endpoint's {@link Permission}, directly or contained in another. Others get 403; an endpoint
 * that names none lets nobody in. Needs {@link RequireUser} on the same endpoint, added after it, for what is added last
 * runs first: `.middleware(RequirePermission).middleware(RequireUser)`.
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
        const found = new Remembered<true>(mostRemembered, now)
        const ask = acrossRequests(scope, (key: string, wanted: Wanted) =>
          isPermitted(wanted).pipe(
            Effect.tap((may) => Effect.sync(() => may && found.set(key, true, now() + keep))),
            Effect.provideService(ServerAccess, server)
          ))
        return (handler, { endpoint }) =>
          Effect.gen(function*() {
            const permission = Context.getOrUndefined(endpoint.annotations, Permission)
            if (permission === undefined) {
              yield* throttled(`${endpoint.identifier} permission`, (more) =>
                Effect.logError(
                  `${endpoint.identifier} has RequirePermission and no Permission: nobody is let in.${more}`
                ))
              return yield* refuse("")
            }
            const { permissionId, teamIdFrom } = permission
            const teamId = teamIdFrom === undefined ? undefined : (yield* HttpRouter.params)[teamIdFrom]
            if (teamIdFrom !== undefined && teamId === undefined) {
              yield* throttled(
                `${endpoint.identifier} path`,
                (more) =>
                  Effect.logError(`The path of ${endpoint.identifier} has no ${teamIdFrom}: nobody is let in.${more}`)
              )
              return yield* refuse(permissionId)
            }
            const { userId } = yield* CurrentUser
            const key = JSON.stringify([userId, permissionId, teamId])
            const may = found.get(key) ?? (yield* ask(key, { permissionId, userId, teamId }))
            return may ? yield* handler : yield* refuse(permissionId)
          })
      })
    )
}

/**
 * Fails with `NotPermitted` unless the user has the permission: `checkPermission({ permissionId, userId, teamId })`. For
 * handlers in which only the handler knows what to check. Sends a request each time.
 */
export const checkPermission = (
  wanted: Wanted
): Effect.Effect<void, NotPermitted | AuthenticationUnavailable, ServerAccess> =>
  Effect.flatMap(isPermitted(wanted), (may) => may ? Effect.void : refuse(wanted.permissionId))

const isPermitted = (wanted: Wanted): Effect.Effect<boolean, AuthenticationUnavailable, ServerAccess> =>
  Effect.gen(function*() {
    // a caller of server level may name any user
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
      message: "You may not do this. Ask somebody who manages permissions for the right to."
    })
  )
