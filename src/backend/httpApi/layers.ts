/** Layers of the middleware, for servers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
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
  NotFresh,
  type PermissionOptions,
  verdicts,
  withPermissions
} from "../identity/index.ts"
import { Authenticator, stepUp } from "../verify/index.ts"
import { authenticated, byApiKey, inSession, providing, signedIn } from "./authenticated.ts"
import {
  Authenticate,
  RequireApiKey,
  RequireFresh,
  RequireHuman,
  RequirePermission,
  RequireSession,
  RequireUser
} from "./middleware.ts"

/**
 * The server's side of `Authenticate`, `RequireUser`, `RequireSession` and `RequireApiKey`.
 *
 * @example
 * ```ts
 * import { Effect, Layer, Schema } from "effect"
 * import { HttpRouter, HttpServer } from "effect/http"
 * import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
 * import { Authenticator, CurrentUser, layerAuthentication, RequireUser } from "latchkey/http-api"
 *
 * const mine = HttpApiEndpoint.get("mine", "/notes", { success: Schema.String }).middleware(RequireUser)
 * const api = HttpApi.make("api").add(HttpApiGroup.make("notes").add(mine))
 * const notes = HttpApiBuilder.group(api, "notes", (on) => on.handle("mine", () => Effect.map(CurrentUser, (it) => it.by)))
 * const live = HttpApiBuilder.layer(api).pipe(Layer.provide(notes), Layer.provide(layerAuthentication()))
 * const services = Layer.merge(Layer.provide(Authenticator.layer(), platform), HttpServer.layerServices)
 * const { handler } = HttpRouter.toWebHandler(Layer.provide(live, services), { disableLogger: true })
 * console.log(await (await handler(request)).text(), (await handler(new Request(request.url))).status) // "session" 401
 * ```
 */
export const layerAuthentication = (): Layer.Layer<
  Authenticate | RequireUser | RequireSession | RequireApiKey,
  never,
  Authenticator
> =>
  Layer.mergeAll(
    Layer.effect(Authenticate, providing(CurrentAuthentication, authenticated)),
    Layer.effect(RequireUser, providing(CurrentUser, signedIn)),
    Layer.effect(RequireSession, providing(CurrentSession, inSession)),
    Layer.effect(RequireApiKey, providing(CurrentApiKey, byApiKey))
  )

/**
 * The server's side of `RequirePermission`.
 *
 * @example
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { HttpRouter, HttpServer } from "effect/http"
 * import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
 * import { Server } from "latchkey"
 * import { Authenticator, layerAuthentication, layerPermissions, RequirePermission, RequireUser } from "latchkey/http-api"
 * const all = HttpApiEndpoint.get("all", "/notes").middleware(RequirePermission("read_all")).middleware(RequireUser)
 * const api = HttpApi.make("api").add(HttpApiGroup.make("notes").add(all))
 * const notes = HttpApiBuilder.group(api, "notes", (on) => on.handle("all", () => Effect.void))
 * const live = HttpApiBuilder.layer(api).pipe(Layer.provide(notes), Layer.provide([layerAuthentication(), layerPermissions()]))
 * const services = Layer.provide(Layer.mergeAll(Authenticator.layer(), Server.layerNoProject(), HttpServer.layerServices), platform)
 * const { handler } = HttpRouter.toWebHandler(Layer.provide(live, services), { disableLogger: true })
 * console.log((await handler(request)).status) // 403
 * ```
 */
export const layerPermissions = (
  options: PermissionOptions = {}
): Layer.Layer<RequirePermission, InvalidConfiguration, ServerAccess> =>
  Layer.effect(
    // the service of all permissions
    RequirePermission("") as unknown as Context.Key<RequirePermission, AnyCheck>,
    Effect.map(verdicts(options), (check): AnyCheck => (handler, { endpoint }) =>
      withPermissions(
        check,
        { name: endpoint.identifier, place: "path", middlewares: endpoint.middlewares },
        (field) => Effect.map(HttpRouter.params, (params) => params[field]),
        handler
      ))
  )

type AnyCheck = Context.Service.Shape<ReturnType<typeof RequirePermission<string, undefined>>>

/** The server's side of `RequireFresh`. */
export const layerFreshness = (): Layer.Layer<RequireFresh, never, Authenticator> =>
  Layer.effect(
    RequireFresh,
    Effect.map(Authenticator, (authenticator) => (handler, { endpoint }) =>
      checkAnnotated(endpoint.identifier, endpoint.annotations).pipe(
        Effect.provideService(Authenticator, authenticator),
        Effect.tapError((error) =>
          error instanceof NotFresh ? challengeFor(error) : Effect.void
        ),
        Effect.andThen(handler)
      ))
  )

/** Adds the challenge of RFC 9470 in place of the one for invalid credentials. */
const challengeFor = ({ maxAgeMillis }: NotFresh) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, stepUp(maxAgeMillis)))
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
