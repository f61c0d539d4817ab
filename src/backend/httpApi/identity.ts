/** Authentication of the current request, as services that middleware provides to handlers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
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
  challenge,
  type RequestLike,
  retryAfter,
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

type Request = HttpServerRequest.HttpServerRequest

/**
 * Authenticates the current request. Cookies of a refresh are added to the response's `Set-Cookie`; shared caches may
 * not store such a response, whatever the handler's headers say.
 */
export const authenticated: Effect.Effect<Authentication, never, Authenticator | Request> = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { authenticate } = yield* Authenticator
  const { method, source } = request
  // the platform's own request: Node's has a socket, a web `Request` has the full URL
  const { socket, url } = source as Pick<RequestLike, "socket" | "url">
  const found = yield* authenticate({ headers: request.headers, method, socket, url })
  if (found.status === "unavailable") {
    yield* throttled("authentication unavailable", (more) => Effect.logWarning(forDevelopers(found.error) + more))
  }
  const [refused, headers] = found.status === "unavailable" ? [503, retryAfter(found)] : [401, challenge(found)]
  yield* HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(
      response.status === refused
        // the handler's own headers take precedence
        ? HttpServerResponse.setHeaders(response, { ...headers, ...response.headers })
        : response
    )
  )
  if (found.setCookies.length > 0) {
    const cookies = Cookies.fromSetCookie(found.setCookies)
    yield* HttpEffect.appendPreResponseHandler((_request, response) =>
      Effect.succeed(unshared(HttpServerResponse.replaceCookies(response, Cookies.merge(cookies, response.cookies))))
    )
  }
  return found
})

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
export const signedIn: Effect.Effect<SignedIn, Refused, Authenticator | Request> = Effect.flatMap(
  authenticated,
  (found) =>
    found.status === "signed-in"
      ? Effect.succeed(found)
      : refuse(found, accountNeeded)
)

/** Returns the session, or fails with the error that rejects the request. */
export const inSession: Effect.Effect<CurrentSession["Service"], Refused, Authenticator | Request> = Effect.flatMap(
  authenticated,
  (found) => isSession(found) ? Effect.succeed(found) : refuse(found, sessionNeeded)
)

/** Returns the API key, or fails with the error that rejects the request. */
export const byApiKey: Effect.Effect<CurrentApiKey["Service"], Refused, Authenticator | Request> = Effect.flatMap(
  authenticated,
  (found) =>
    (found.status === "signed-in" || found.status === "team") && found.by === "api-key"
      ? Effect.succeed(found)
      : refuse(
        found,
        "This takes an API key of a team or of a user with an account: send it as a bearer or as x-api-key."
      )
)

const isSession = (found: Authentication): found is SessionAuthentication =>
  (found.status === "signed-in" || found.status === "anonymous" || found.status === "restricted") &&
  found.by === "session"

/** Makes middleware that authenticates the request and provides the result to the handler. */
export const providing = <I, S, E>(
  service: Context.Key<I, S>,
  found: Effect.Effect<S, E, Authenticator | Request>
) =>
  Effect.map(Authenticator, (authenticator) => <A, E2, R>(handler: Effect.Effect<A, E2, R>) =>
    found.pipe(
      Effect.provideService(Authenticator, authenticator),
      Effect.flatMap((value) => Effect.provideService(handler, service, value))
    ))

/**
 * Runs calls and flows as the user of the current request: `asCaller(currentUser.get())`. Each run has its own session,
 * so that two requests never share one. Routes that use it get the project and a transport from
 * `HttpRouter.provideRequest(layer)`.
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
