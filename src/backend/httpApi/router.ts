/**
 * Authentication for plain `HttpRouter` routes: `routes.pipe(Layer.provide(router.requireUser.layer))`. Rejections are
 * problem details.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { unhandled } from "effect/Types"
import { CurrentApiKey, CurrentAuthentication, CurrentSession, CurrentUser } from "../identity/index.ts"
import { Authenticator } from "../verify/index.ts"
import { authenticated, byApiKey, inSession, signedIn } from "./authenticated.ts"

/** Provides the authentication to the handler, or responds with the rejection. */
const responding = <I, S, E extends HttpServerRespondable.Respondable>(
  service: Context.Key<I, S>,
  found: Effect.Effect<S, E, Authenticator | HttpServerRequest>
) =>
  Effect.map(Authenticator, (authenticator) => (handler: Effect.Effect<HttpServerResponse, unhandled, I>) =>
    found.pipe(
      Effect.provideService(Authenticator, authenticator),
      Effect.matchEffect({
        onFailure: HttpServerRespondable.toResponse,
        onSuccess: (value) => Effect.provideService(handler, service, value)
      })
    ))

/** Lets all requests through, and provides the result of their authentication. */
export const authenticate = HttpRouter.middleware<{ provides: CurrentAuthentication }>()(
  responding(CurrentAuthentication, authenticated)
)

/**
 * Requires a user with an account, by session or by the user's API key.
 *
 * @example
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { HttpRouter, HttpServerResponse } from "effect/http"
 * import { Authenticator, CurrentUser, router } from "latchkey/http-api"
 *
 * const notes = HttpRouter.add("GET", "/notes", Effect.map(CurrentUser, ({ by }) => HttpServerResponse.text(by)))
 * const live = notes.pipe(Layer.provide(router.requireUser.layer), Layer.provide(Authenticator.layer()))
 * const { handler } = HttpRouter.toWebHandler(Layer.provide(live, platform), { disableLogger: true })
 * console.log(await (await handler(request)).text()) // session
 * console.log((await handler(new Request(request.url))).status) // 401
 * ```
 */
export const requireUser = HttpRouter.middleware<{ provides: CurrentUser }>()(responding(CurrentUser, signedIn))

/** Requires a session, including anonymous users' sessions. */
export const requireSession = HttpRouter.middleware<{ provides: CurrentSession }>()(
  responding(CurrentSession, inSession)
)

/** Requires an API key of a user or team. */
export const requireApiKey = HttpRouter.middleware<{ provides: CurrentApiKey }>()(responding(CurrentApiKey, byApiKey))
