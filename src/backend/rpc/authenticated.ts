/** Authentication of the request that carries a remote procedure call. */
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { authenticate, setCookies } from "../identity/index.ts"
import { type Authentication, type Authenticator, credentialHeaders, type RequestLike } from "../verify/index.ts"

/**
 * Authenticates a call by the HTTP request that carries it. Headers of the message itself are used only if they are
 * credentials that programs set and browsers never add. A page of another origin can write the message, so `Origin` and `Cookie` in the
 * message prove nothing. Without an HTTP request, as over a socket or from a worker, only these credentials are used.
 */
export const authenticated = (headers: Headers): Effect.Effect<Authentication, never, Authenticator> =>
  Effect.gen(function*() {
    const credentials = Object.fromEntries(Object.entries(headers).filter(([name]) => credentialHeaders.includes(name)))
    const request = Option.getOrUndefined(yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest))
    if (request === undefined) return yield* authenticate({ headers: credentials })
    // the runtime's own request: Node's has a socket, a web `Request` has the full URL
    const { socket, url } = request.source as Pick<RequestLike, "socket" | "url">
    const found = yield* authenticate({
      headers: { ...request.headers, ...credentials },
      method: request.method,
      socket,
      url
    })
    // a WebSocket is opened by a GET, and the headers of its response have already been sent
    if (request.method === "POST") {
      yield* Effect.provideService(setCookies(found), HttpServerRequest.HttpServerRequest, request)
    }
    return found
  })
