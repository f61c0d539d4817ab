/** The client's side of the middleware: the credentials that a client sends. */
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Session } from "../../../layers/session/index.ts"
import type { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { apiKeyToSend, bearerFor, rejectsToken, tokenIfAny, tokenInsteadOf, tokenToSend } from "../identity/index.ts"
import { Authenticate, RequireApiKey, RequireSession, RequireUser } from "./middleware.ts"

type ForClient<Id> = HttpApiMiddleware.ForClient<Id>

type Request = HttpClientRequest.HttpClientRequest

type Sending = {
  readonly request: Request
  readonly next: (request: Request) => Effect.Effect<HttpClientResponse, HttpClientError>
}

const withToken = (request: Request, token: Option.Option<Redacted.Redacted>): Request =>
  Option.match(token, {
    onNone: () => request,
    onSome: (token) => HttpClientRequest.setHeader(request, "authorization", bearerFor(token))
  })

/** Whether the response shows that the token was rejected. The body can be read again. */
const isRejection = (response: HttpClientResponse): Effect.Effect<boolean> =>
  response.status !== 401
    ? Effect.succeed(false)
    : response.json.pipe(Effect.map(rejectsToken), Effect.orElseSucceed(() => false))

const sendAsUser = (
  { next, request }: Sending
): Effect.Effect<HttpClientResponse, CallError | HttpClientError, Session> =>
  Effect.gen(function*() {
    const token = yield* tokenToSend
    const response = yield* next(withToken(request, token))
    // the body of a stream has been consumed
    if (Option.isNone(token) || request.body._tag === "Stream" || !(yield* isRejection(response))) return response
    const another = yield* tokenInsteadOf(token.value)
    return Option.isNone(another) ? response : yield* next(withToken(request, another))
  })

const sendIfSignedIn = ({ next, request }: Sending): Effect.Effect<HttpClientResponse, HttpClientError, Session> =>
  Effect.flatMap(tokenIfAny, (token) => next(withToken(request, token)))

const sendUnchanged = ({ next, request }: Sending): Effect.Effect<HttpClientResponse, HttpClientError> => next(request)

/**
 * The client's side of `RequireUser` and `RequireSession`: requests carry the access token of the client's `Session`,
 * refreshed if necessary. A rejected token is refreshed and the request repeated once, unless its body is a stream.
 *
 * If a refresh fails, the call fails with that `CallError`. A request of a signed-out user is sent without a token and
 * fails with `NotAuthenticated`. Requests to endpoints with `Authenticate` carry the token of a signed-in user too.
 *
 * @example
 * ```ts
 * import { Effect, Layer, Schema } from "effect"
 * import { FetchHttpClient } from "effect/http"
 * import { HttpApi, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
 * import { Client } from "latchkey"
 * import { layerClient, RequireUser } from "latchkey/http-api"
 *
 * const mine = HttpApiEndpoint.get("mine", "/notes", { success: Schema.String }).middleware(RequireUser)
 * const Api = HttpApi.make("api").add(HttpApiGroup.make("notes").add(mine))
 * const credentials = Layer.provide(layerClient(), Client.layer(project))
 * const client = HttpApiClient.make(Api).pipe(Effect.provide([credentials, FetchHttpClient.layer]))
 * console.log(Effect.isEffect(client)) // true
 * ```
 */
export const layerClient = (): Layer.Layer<ForClient<RequireUser> | ForClient<RequireSession>, never, Session> =>
  Layer.mergeAll(
    HttpApiMiddleware.layerClient(RequireUser, sendAsUser),
    HttpApiMiddleware.layerClient(RequireSession, sendAsUser),
    HttpApiMiddleware.layerClient(Authenticate, sendIfSignedIn)
  )

/**
 * The client's side of `RequireUser` and `RequireSession` in a page of the back end's own origin: the browser sends the
 * session's cookies, and the back end refreshes them.
 */
export const layerClientCookies = (): Layer.Layer<ForClient<RequireUser> | ForClient<RequireSession>> =>
  Layer.mergeAll(
    HttpApiMiddleware.layerClient(RequireUser, sendUnchanged),
    HttpApiMiddleware.layerClient(RequireSession, sendUnchanged)
  )

/**
 * The client's side of `RequireApiKey` and `RequireUser` for a program with an API key. Building the layer fails with
 * `InvalidConfiguration` if the key is empty, or has characters that no header can carry.
 */
export const layerClientApiKey = (
  apiKey: SecretInput
): Layer.Layer<ForClient<RequireApiKey> | ForClient<RequireUser>, InvalidConfiguration> =>
  Layer.unwrap(Effect.map(apiKeyToSend(apiKey), (key) => {
    const send = ({ next, request }: Sending) =>
      next(HttpClientRequest.setHeader(request, "authorization", bearerFor(key)))
    return Layer.merge(
      HttpApiMiddleware.layerClient(RequireApiKey, send),
      HttpApiMiddleware.layerClient(RequireUser, send)
    )
  }))
