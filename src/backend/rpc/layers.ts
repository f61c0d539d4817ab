/** Layers of the middleware, for servers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import * as Layer from "effect/Layer"
import { throttled } from "../../../layers/call/index.ts"
import type { ServerAccess } from "../../../schemas/access.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import {
  checkAnnotated,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  missingPermission,
  Permission,
  type PermissionOptions,
  refusePermission,
  requireApiKey,
  requireSession,
  requireUser,
  verdicts
} from "../identity/index.ts"
import { type Authentication, Authenticator } from "../verify/index.ts"
import { authenticated } from "./authenticated.ts"
import {
  Authenticate,
  RequireApiKey,
  RequireFresh,
  RequirePermission,
  RequireSession,
  RequireUser
} from "./middleware.ts"

/** Makes middleware that authenticates the call and provides the result to the handler. */
const providing = <I, S, Refused>(
  service: Context.Key<I, S>,
  required: (found: Authentication) => Effect.Effect<S, Refused>
) =>
  Effect.map(
    Authenticator,
    (authenticator) => <A, E, R>(handler: Effect.Effect<A, E, R>, { headers }: { readonly headers: Headers }) =>
      authenticated(headers).pipe(
        Effect.provideService(Authenticator, authenticator),
        Effect.flatMap(required),
        Effect.flatMap((value) => Effect.provideService(handler, service, value))
      )
  )

/** The server's side of `Authenticate`, `RequireUser`, `RequireSession` and `RequireApiKey`. */
export const layerAuthentication = (): Layer.Layer<
  Authenticate | RequireUser | RequireSession | RequireApiKey,
  never,
  Authenticator
> =>
  Layer.mergeAll(
    Layer.effect(Authenticate, providing(CurrentAuthentication, Effect.succeed<Authentication>)),
    Layer.effect(RequireUser, providing(CurrentUser, requireUser)),
    Layer.effect(RequireSession, providing(CurrentSession, requireSession)),
    Layer.effect(RequireApiKey, providing(CurrentApiKey, requireApiKey))
  )

/** The server's side of `RequirePermission`. */
export const layerPermissions = (
  options: PermissionOptions = {}
): Layer.Layer<RequirePermission, InvalidConfiguration, ServerAccess> =>
  Layer.effect(
    RequirePermission,
    Effect.map(verdicts(options), (check) => (handler, { payload, rpc }) =>
      Effect.gen(function*() {
        const permission = Context.getOrUndefined(rpc.annotations, Permission)
        if (permission === undefined) return yield* missingPermission(rpc._tag)
        const { permissionId, teamIdFrom } = permission
        const teamId: unknown = teamIdFrom === undefined ? undefined : Object(payload)[teamIdFrom]
        if (teamIdFrom === undefined || typeof teamId === "string") {
          yield* check({ permissionId, teamId: teamId as string | undefined })
          return yield* handler
        }
        yield* throttled(
          `${rpc._tag} payload`,
          (more) =>
            Effect.logError(
              `The payload of ${rpc._tag} has no text in ${teamIdFrom}, so the request is rejected.${more}`
            )
        )
        return yield* refusePermission(permissionId)
      }))
  )

/** The server's side of `RequireFresh`. */
export const layerFreshness = (): Layer.Layer<RequireFresh, never, Authenticator> =>
  Layer.effect(
    RequireFresh,
    Effect.map(Authenticator, (authenticator) => (handler, { rpc }) =>
      checkAnnotated(rpc._tag, rpc.annotations).pipe(
        Effect.provideService(Authenticator, authenticator),
        Effect.andThen(handler)
      ))
  )
