/** Authentication of the HTTP request that is being handled. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { authenticate, requireApiKey, requireSession, requireUser, setCookies } from "../identity/index.ts"
import { type Authentication, Authenticator, challenge, type RequestLike, retryAfter } from "../verify/index.ts"

type Request = HttpServerRequest.HttpServerRequest

/**
 * Authenticates the current request. A response that rejects the request gets the headers of its status. If the session
 * was refreshed, the response sets its cookies.
 */
export const authenticated: Effect.Effect<Authentication, never, Authenticator | Request> = Effect.gen(function*() {
  const { headers, method, source } = yield* HttpServerRequest.HttpServerRequest
  // the runtime's own request: Node's has a socket, a web `Request` has the full URL
  const { socket, url } = source as Pick<RequestLike, "socket" | "url">
  const found = yield* authenticate({ headers, method, socket, url })
  const [refused, added] = found.status === "unavailable" ? [503, retryAfter(found)] : [401, challenge(found)]
  yield* HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(
      response.status === refused
        // the handler's own headers take precedence
        ? HttpServerResponse.setHeaders(response, { ...added, ...response.headers })
        : response
    )
  )
  yield* setCookies(found)
  return found
})

/** Returns the signed-in user, or fails with the error that rejects the request. */
export const signedIn = Effect.flatMap(authenticated, requireUser)

/** Returns the session, or fails with the error that rejects the request. */
export const inSession = Effect.flatMap(authenticated, requireSession)

/** Returns the API key, or fails with the error that rejects the request. */
export const byApiKey = Effect.flatMap(authenticated, requireApiKey)

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
