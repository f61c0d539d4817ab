/** The client's side of the middleware: the credentials that a client sends. */
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as RpcClient from "effect/rpc/RpcClient"
import type { FromServerEncoded, RequestEncoded } from "effect/rpc/RpcMessage"
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import { Session } from "../../../layers/session/index.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { apiKeyToSend, bearerFor, rejectsToken, tokenIfAny, tokenInsteadOf, tokenToSend } from "../identity/index.ts"
import { Authenticate, RequireApiKey, RequireSession, RequireUser } from "./middleware.ts"

type ForClient<Id> = RpcMiddleware.ForClient<Id>

type Sending<Refused> = Parameters<RpcMiddleware.RpcMiddlewareClient<Refused, never, never>>[0]

const sendWith =
  <E, R>(token: Effect.Effect<Option.Option<Redacted.Redacted>, E, R>) =>
  <Refused>({ next, request }: Sending<Refused>) =>
    Effect.flatMap(token, (token) =>
      next(
        Option.isNone(token)
          ? request
          : { ...request, headers: Headers.set(request.headers, "authorization", bearerFor(token.value)) }
      ))

const sendAsUser = sendWith(tokenToSend)

const sendUnchanged = <Refused>({ next, request }: Sending<Refused>) => next(request)

/** The access token in the headers of a message. An API key isn't a JWT, so it isn't replaced by a token. */
const tokenIn = ({ headers }: RequestEncoded): Redacted.Redacted | undefined => {
  const bearer = headers.find(([name]) => name === "authorization")?.[1]
  return bearer !== undefined && /^Bearer [^.]+\.[^.]+\.[^.]+$/.test(bearer)
    ? Redacted.make(bearer.slice("Bearer ".length))
    : undefined
}

const withToken = (request: RequestEncoded, token: Redacted.Redacted): RequestEncoded => ({
  ...request,
  headers: [...request.headers.filter(([name]) => name !== "authorization"), ["authorization", bearerFor(token)]]
})

/** Whether the call failed because its token was rejected. */
const isRejection = (response: FromServerEncoded): boolean =>
  response._tag === "Exit" && response.exit._tag === "Failure"
  && response.exit.cause.some((part) => part._tag === "Fail" && rejectsToken(part.error))

/** A call that may be repeated. */
interface SentCall {
  readonly request: RequestEncoded
  readonly token: Redacted.Redacted
}

/**
 * A protocol that repeats a call once if its token was rejected. The client's middleware doesn't see responses, so the
 * protocol repeats calls.
 */
const repeating = (
  protocol: RpcClient.Protocol["Service"],
  session: Session["Service"]
): RpcClient.Protocol["Service"] => {
  const clients = new Map<number, Map<string, SentCall>>()
  const callsOf = (clientId: number) => {
    let calls = clients.get(clientId)
    if (calls === undefined) clients.set(clientId, calls = new Map())
    return calls
  }
  const repeat = (clientId: number, { request, token }: SentCall, otherwise: () => Effect.Effect<void>) =>
    tokenInsteadOf(token).pipe(
      Effect.provideService(Session, session),
      Effect.flatMap(Option.match({
        onNone: otherwise,
        onSome: (token) => protocol.send(clientId, withToken(request, token))
      })),
      // without another token of the same user, or without a connection, the call fails with the back end's error
      Effect.catch(otherwise)
    )
  return {
    ...protocol,
    send: (clientId, request, ...rest) => {
      const sending = protocol.send(clientId, request, ...rest)
      if (request._tag === "Interrupt") callsOf(clientId).delete(String(request.requestId))
      if (request._tag !== "Request" || request.discard === true) return sending
      const token = tokenIn(request)
      if (token === undefined) return sending
      callsOf(clientId).set(String(request.id), { request, token })
      return Effect.onError(sending, () => Effect.sync(() => callsOf(clientId).delete(String(request.id))))
    },
    run: (clientId, write, ...rest) =>
      Effect.ensuring(
        protocol.run(clientId, (response) => {
          if (response._tag !== "Exit") return write(response)
          const calls = callsOf(clientId)
          const id = String(response.requestId)
          const call = calls.get(id)
          calls.delete(id)
          return call === undefined || !isRejection(response)
            ? write(response)
            : repeat(clientId, call, () => write(response))
        }, ...rest),
        Effect.sync(() => clients.delete(clientId))
      )
  }
}

/**
 * The client's side of `RequireUser` and `RequireSession`: calls carry the access token of the client's `Session`,
 * refreshed if necessary. It wraps the protocol, which repeats a call once with a refreshed token if its token was
 * rejected.
 *
 * If a refresh fails, the call fails with that `CallError`. A call of a signed-out user is sent without a token and
 * fails with `NotAuthenticated`. Calls of procedures with `Authenticate` carry the token of a signed-in user too.
 *
 * ```ts
 * const live = layerClient().pipe(Layer.provide(RpcClient.layerProtocolHttp({ url })))
 * const notes = yield* RpcClient.make(Notes).pipe(Effect.provide(live))
 * ```
 */
export const layerClient = (): Layer.Layer<
  ForClient<RequireUser> | ForClient<RequireSession> | RpcClient.Protocol,
  never,
  Session | RpcClient.Protocol
> =>
  Layer.mergeAll(
    RpcMiddleware.layerClient(RequireUser, sendAsUser),
    RpcMiddleware.layerClient(RequireSession, sendAsUser),
    RpcMiddleware.layerClient(Authenticate, sendWith(tokenIfAny)),
    Layer.effect(RpcClient.Protocol, Effect.zipWith(RpcClient.Protocol, Session, repeating))
  )

/**
 * The client's side of `RequireUser` and `RequireSession` in a page of the back end's own origin: the browser sends the
 * session's cookies, and the back end refreshes them.
 */
export const layerClientCookies = (): Layer.Layer<ForClient<RequireUser> | ForClient<RequireSession>> =>
  Layer.mergeAll(
    RpcMiddleware.layerClient(RequireUser, sendUnchanged),
    RpcMiddleware.layerClient(RequireSession, sendUnchanged)
  )

/**
 * The client's side of `RequireApiKey` and `RequireUser` for a program with an API key. Building the layer fails with
 * `InvalidConfiguration` if the key is empty, or has characters that no header can carry.
 */
export const layerClientApiKey = (
  apiKey: SecretInput
): Layer.Layer<ForClient<RequireApiKey> | ForClient<RequireUser>, InvalidConfiguration> =>
  Layer.unwrap(Effect.map(apiKeyToSend(apiKey), (key) => {
    const send = sendWith(Effect.succeedSome(key))
    return Layer.merge(RpcMiddleware.layerClient(RequireApiKey, send), RpcMiddleware.layerClient(RequireUser, send))
  }))
