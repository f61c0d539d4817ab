/** Who sends the request that is being answered: services that a middleware provides and handlers ask for. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type Project, throttled, type Transport } from "../../../layers/call/index.ts"
import { isForSharedCaches, privateCacheControl, type Session, TokenStore } from "../../../layers/session/index.ts"
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

/** Whoever it is, nobody included. */
export class CurrentAuthentication
  extends Context.Service<CurrentAuthentication, Authentication>()("latchkey/CurrentAuthentication")
{}

/** The signed-in user, by a session or by an API key of the user's. */
export class CurrentUser extends Context.Service<CurrentUser, SignedIn>()("latchkey/CurrentUser") {}

/** The session of a user, or of an anonymous one; of a restricted one where the `Authenticator` includes those. */
export class CurrentSession
  extends Context.Service<CurrentSession, SessionAuthentication>()("latchkey/CurrentSession")
{}

/** The API key of a user with an account, or of a team. */
export class CurrentApiKey
  extends Context.Service<CurrentApiKey, Extract<SignedIn | TeamSignedIn, { readonly by: "api-key" }>>()(
    "latchkey/CurrentApiKey"
  )
{}

type Request = HttpServerRequest.HttpServerRequest

/**
 * Who sends the request. What a refresh leads to goes into the response's `Set-Cookie`, and shared caches may not keep that
 * response, whatever the handler says.
 */
export const authenticated: Effect.Effect<Authentication, never, Authenticator | Request> = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { authenticate } = yield* Authenticator
  const { method, source } = request
  // the platform's own request: Node's has a socket, that of the web the whole address
  const { socket, url } = source as Pick<RequestLike, "socket" | "url">
  const found = yield* authenticate({ headers: request.headers, method, socket, url })
  if (found.status === "unavailable") {
    yield* throttled("authentication unavailable", (more) => Effect.logWarning(forDevelopers(found.error) + more))
  }
  const [refused, headers] = found.status === "unavailable" ? [503, retryAfter(found)] : [401, challenge(found)]
  yield* HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(
      response.status === refused
        // what the handler says itself has the last word
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

/** The handler's own cookies have the last word; its wishes for caches that several people share have not. */
const unshared = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeader(
    Object.keys(response.headers).filter(isForSharedCaches).reduce(HttpServerResponse.removeHeader, response),
    "cache-control",
    privateCacheControl(response.headers["cache-control"])
  )

type Refused = NotAuthenticated | AuthenticationUnavailable

const refuse = (found: Authentication, needed: string): Effect.Effect<never, Refused> =>
  Effect.fail(found.status === "unavailable" ? unavailableNow() : new NotAuthenticated(whyRefused(found, needed)))

/** The signed-in user, or the error that refuses the request. */
export const signedIn: Effect.Effect<SignedIn, Refused, Authenticator | Request> = Effect.flatMap(
  authenticated,
  (found) =>
    found.status === "signed-in"
      ? Effect.succeed(found)
      : refuse(found, accountNeeded)
)

/** The session, or the error that refuses the request. */
export const inSession: Effect.Effect<CurrentSession["Service"], Refused, Authenticator | Request> = Effect.flatMap(
  authenticated,
  (found) => isSession(found) ? Effect.succeed(found) : refuse(found, sessionNeeded)
)

/** The API key, or the error that refuses the request. */
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

/** What a middleware does: finds out who it is, and hands that to the handler. */
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
 * Runs calls and flows as the user whose request is being answered: `asCaller(currentUser.get())`. Each run has a session
 * of its own, so that no two requests ever share one; routes that use it take the project and a transport by
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
      Effect.provide(effect, Client.layerNoProject({ tokenStore: TokenStore.layerExplicit(tokens) }), { local: true })
  )
