/** Authentication of every request to an MCP endpoint. MCP 2025-11-25, "Authorization"; RFC 6750. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import type { unhandled } from "effect/Types"
import { authenticate, CurrentUser } from "../identity/index.ts"
import {
  accountNeeded,
  type Authentication,
  Authenticator,
  challenge,
  refusal,
  type SignedIn
} from "../verify/index.ts"
import type { Resource } from "./resource.ts"

const sessionHeader = "mcp-session-id"

/** Time in milliseconds between two checks of the API key of an open stream. */
const recheckKeyAfter = 60_000

/** Minimum time in milliseconds between two checks of an open stream. */
const recheckAfter = 5000

/**
 * Makes middleware that authenticates each request by its own headers, and provides the person that sent it. An MCP
 * session serves only the person who began it. The stream of a subscription ends when that person's sign-in ends.
 */
export const guardOf = (resource: Resource) =>
  HttpRouter.middleware<{ provides: CurrentUser }>()(
    Effect.gen(function*() {
      const authenticator = yield* Authenticator
      const clock = yield* Clock.Clock
      /** The person who began each MCP session. Like Effect's server, this map keeps a session until its client ends it. */
      const owners = new Map<string, string>()
      const authenticated = (headers: Credentials) =>
        Effect.provideService(authenticate({ headers }), Authenticator, authenticator)
      return (handler: Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled, CurrentUser>) =>
        Effect.gen(function*() {
          const { headers, method } = yield* HttpServerRequest.HttpServerRequest
          const shown = credentialsOf(headers)
          const found = yield* authenticated(shown)
          if (found.status !== "signed-in") return refused(found, shown, resource)
          const sessionId = headers[sessionHeader]
          if (sessionId !== undefined && owners.get(sessionId) !== found.userId) {
            // the same response as for an unknown session, so that it doesn't reveal which sessions exist
            return HttpServerResponse.empty({ status: 404 })
          }
          const response = yield* Effect.provideService(handler, CurrentUser, found)
          // after the handler, because Effect's server adds the id of a new session in the same way
          yield* HttpEffect.appendPreResponseHandler((_request, response) =>
            Effect.sync(() => {
              const begun = response.headers[sessionHeader]
              if (begun !== undefined && sessionId === undefined) owners.set(begun, found.userId)
              return response
            })
          )
          if (method === "DELETE" && response.status === 204 && sessionId !== undefined) owners.delete(sessionId)
          if (headers["mcp-method"] !== "subscriptions/listen") return response
          return until(Effect.provideService(ended(found, () => authenticated(shown)), Clock.Clock, clock), response)
        })
    })
  )

interface Credentials {
  readonly [name: string]: string | undefined
}

/** Cookies and the query are left out: an MCP client sends its token in a header of every request. */
const credentialsOf = ({ authorization, "x-api-key": apiKey }: Credentials): Credentials => ({
  authorization,
  "x-api-key": apiKey
})

/** Creates the response to a request without a person. Its challenge names the metadata. RFC 9728 §5.1. */
const refused = (found: Exclude<Authentication, SignedIn>, shown: Credentials, resource: Resource) => {
  const explained = explain(found, shown)
  const { body, headers, status } = refusal(explained, accountNeeded)
  return HttpServerResponse.jsonUnsafe(body, {
    status,
    contentType: headers["content-type"]!,
    headers: explained.status === "unavailable" ? headers : {
      ...headers,
      "www-authenticate": `${challenge(explained)["www-authenticate"]}, ${resource.challenge}`
    }
  })
}

/** Treats a bearer in an unknown format as an invalid token, because an MCP endpoint accepts no other bearers. */
const explain = (found: Exclude<Authentication, SignedIn>, shown: Credentials): typeof found =>
  found.status !== "signed-out" || found.reason !== "no-credentials"
    ? found
    : (shown["authorization"] ?? "") !== ""
    ? { ...found, reason: "malformed-credentials" }
    : { ...found, message: noToken }

const noToken =
  "The request has no access token and no API key. Send one with every request, as `Authorization: Bearer …`."

/** Completes when the person of an open stream is no longer signed in by the credentials that opened it. */
const ended = (
  found: SignedIn,
  again: () => Effect.Effect<Authentication>
): Effect.Effect<void> =>
  Effect.gen(function*() {
    let current = found
    let wait = yield* checkAfter(current)
    while (true) {
      yield* Effect.sleep(wait)
      const now = yield* again()
      if (now.status === "unavailable") {
        wait = Math.max(recheckAfter, now.retryAfterMillis ?? 0)
        continue
      }
      if (now.status !== "signed-in" || now.userId !== current.userId) return
      current = now
      wait = yield* checkAfter(current)
    }
  })

const checkAfter = (found: SignedIn): Effect.Effect<number> =>
  found.by === "api-key"
    ? Effect.succeed(recheckKeyAfter)
    : Effect.map(Clock.currentTimeMillis, (now) => Math.max(recheckAfter, found.expiresAt.getTime() - now))

/** Ends the stream of a response. */
const until = (
  ends: Effect.Effect<void>,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse =>
  response.body._tag === "Stream"
    ? HttpServerResponse.setBody(
      response,
      HttpBody.stream(Stream.interruptWhen(response.body.stream, ends), response.body.contentType)
    )
    : response
