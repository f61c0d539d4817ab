/** Authentication of the current request, as services that middleware provides to handlers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpEffect from "effect/http/HttpEffect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type Project, throttled, type Transport } from "../../../layers/call/index.ts"
import { isForSharedCaches, layerExplicit, privateCacheControl, type Session } from "../../../layers/session/index.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { forDevelopers } from "../../../schemas/site.ts"
import { Client } from "../../programs/index.ts"
import {
  accountNeeded,
  type Authentication,
  Authenticator,
  isOfSession,
  type RequestLike,
  type SessionAuthentication,
  sessionNeeded,
  type SignedIn,
  type TeamSignedIn,
  whyRefused
} from "../verify/index.ts"
import { type AuthenticationUnavailable, NotAuthenticated, unavailableNow } from "./errors.ts"

/** Result of the authentication, also for signed-out requests. */
export class CurrentAuthentication
  extends Context.Service<CurrentAuthentication, Authentication>()("latchkey/CurrentAuthentication")
{}

/** The signed-in user, by a session or by the user's API key. */
export class CurrentUser extends Context.Service<CurrentUser, SignedIn>()("latchkey/CurrentUser") {}

/**
 * The session of a user or an anonymous user, and of a restricted user if the `Authenticator` includes restricted
 * users.
 */
export class CurrentSession
  extends Context.Service<CurrentSession, SessionAuthentication>()("latchkey/CurrentSession")
{}

/** The API key of a team, or of a user with an account. */
export class CurrentApiKey
  extends Context.Service<CurrentApiKey, Extract<SignedIn | TeamSignedIn, { readonly by: "api-key" }>>()(
    "latchkey/CurrentApiKey"
  )
{}

/** Authenticates a request. If the platform can't be reached, the cause is logged. */
export const authenticate = (request: RequestLike): Effect.Effect<Authentication, never, Authenticator> =>
  Effect.gen(function*() {
    const { authenticate } = yield* Authenticator
    const found = yield* authenticate(request)
    if (found.status === "unavailable") {
      yield* throttled("authentication unavailable", (more) => Effect.logWarning(forDevelopers(found.error) + more))
    }
    return found
  })

/**
 * Adds the cookies of a refresh to the response's `Set-Cookie`. Shared caches may not store such a response, even if
 * the handler's headers allow it.
 */
export const setCookies = (
  found: Authentication
): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest> => {
  if (found.setCookies.length === 0) return Effect.void
  const cookies = Cookies.fromSetCookie(found.setCookies)
  return HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(unshared(HttpServerResponse.replaceCookies(response, Cookies.merge(cookies, response.cookies))))
  )
}

/** Adds the cookies without replacing the handler's. The handler cannot allow shared caching. */
const unshared = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeader(
    Object.keys(response.headers).filter(isForSharedCaches).reduce(HttpServerResponse.removeHeader, response),
    "cache-control",
    privateCacheControl(response.headers["cache-control"])
  )

type Refused = NotAuthenticated | AuthenticationUnavailable

const refuse = (found: Authentication, needed: string): Effect.Effect<never, Refused> =>
  Effect.fail(found.status === "unavailable" ? unavailableNow() : new NotAuthenticated(whyRefused(found, needed)))

/** Returns the signed-in user, or fails with the error that rejects the request. */
export const requireUser = (found: Authentication): Effect.Effect<SignedIn, Refused> =>
  found.status === "signed-in" ? Effect.succeed(found) : refuse(found, accountNeeded)

/** Returns the session, or fails with the error that rejects the request. */
export const requireSession = (found: Authentication): Effect.Effect<CurrentSession["Service"], Refused> =>
  isOfSession(found) ? Effect.succeed(found) : refuse(found, sessionNeeded)

/** Returns the API key, or fails with the error that rejects the request. */
export const requireApiKey = (found: Authentication): Effect.Effect<CurrentApiKey["Service"], Refused> =>
  (found.status === "signed-in" || found.status === "team") && found.by === "api-key"
    ? Effect.succeed(found)
    : refuse(
      found,
      "This requires an API key of a team or of a user with an account. Send it as a bearer token or as x-api-key."
    )

/**
 * Runs calls and flows as the user of the current request: `asCaller(currentUser.get())`. Each run has its own session,
 * so that two requests never share one. Routes that use it get the project and a transport from
 * `HttpRouter.provideRequest(layer)`.
 *
 * @example
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { HttpRouter, HttpServerResponse } from "effect/http"
 * import { currentUser } from "latchkey"
 * import { asCaller, Authenticator, router } from "latchkey/http-api"
 *
 * const name = Effect.map(asCaller(currentUser.get({ or: "throw" })), (user) => HttpServerResponse.text(`${user.displayName}`))
 * const profile = HttpRouter.add("GET", "/notes", Effect.orDie(name)).pipe(
 *   Layer.provide(router.requireSession.layer), HttpRouter.provideRequest(platform)
 * )
 * const live = profile.pipe(Layer.provide(Authenticator.layer()), Layer.provide(platform))
 * const { handler } = HttpRouter.toWebHandler(live, { disableLogger: true })
 * console.log(await (await handler(request)).text()) // Ada
 * ```
 */
export const asCaller = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<
  A,
  E | InvalidConfiguration,
  Exclude<R, ClientAccess | Session> | CurrentSession | Project | Transport
> =>
  Effect.flatMap(
    CurrentSession,
    ({ tokens }) =>
      Effect.provide(effect, Client.layerNoProject({ tokenStore: layerExplicit(tokens) }), { local: true })
  )
