/** Layers of the middleware, for servers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import * as Layer from "effect/Layer"
import type { ServerAccess } from "../../../schemas/access.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import {
  checkAnnotated,
  checkHuman,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  type PermissionOptions,
  requireApiKey,
  requireSession,
  requireUser,
  verdicts,
  withPermissions
} from "../identity/index.ts"
import { type Authentication, Authenticator } from "../verify/index.ts"
import { authenticated } from "./authenticated.ts"
import {
  Authenticate,
  RequireApiKey,
  RequireFresh,
  RequireHuman,
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
    // the service of all permissions
    RequirePermission("") as unknown as Context.Key<RequirePermission, AnyCheck>,
    Effect.map(verdicts(options), (check): AnyCheck => (handler, { payload, rpc }) =>
      withPermissions(
        check,
        { name: rpc._tag, place: "payload", middlewares: rpc.middlewares },
        (field) => Effect.succeed<unknown>(Object(payload)[field]),
        handler
      ))
  )

type AnyCheck = Context.Service.Shape<ReturnType<typeof RequirePermission<string, undefined>>>

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

/** The server's side of `RequireHuman`. */
export const layerHuman = (): Layer.Layer<RequireHuman, never, Authenticator> =>
  Layer.effect(
    RequireHuman,
    Effect.map(
      Authenticator,
      (authenticator) => (handler) =>
        Effect.andThen(Effect.provideService(checkHuman, Authenticator, authenticator), handler)
    )
  )
