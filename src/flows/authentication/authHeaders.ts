/**
 * Headers that authenticate requests to your own back end, which reads them with `requestStore` or `latchkey/verify`.
 * docs/protocol.md §22.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type AuthTokens, bearerOf, Session } from "../../../layers/session/index.ts"

/**
 * Returns both tokens as text, the access token valid for at least 20 s. Both are `null` if signed out. The tokens give
 * full access to the account: send them only to your own back end.
 */
export const authJson = Effect.fn("authJson")(function*() {
  const session = yield* Session
  const tokens = yield* session.tokens().pipe(
    Effect.catchReason("CallError", "RefreshTokenNotFoundOrExpired", () => Effect.succeedNone)
  )
  return Option.match(tokens, {
    onNone: (): AuthTokens => ({ accessToken: null, refreshToken: null }),
    onSome: ({ accessToken, refreshToken }): AuthTokens => ({
      accessToken: Redacted.value(accessToken),
      refreshToken: refreshToken === undefined ? null : Redacted.value(refreshToken)
    })
  })
})

/**
 * Returns the header for requests to your own back end: `fetch(url, { headers: await client.authHeaders() })`. A back
 * end on another origin must allow `x-stack-auth` in CORS.
 */
export const authHeaders = Effect.fn("authHeaders")(function*() {
  return { "x-stack-auth": JSON.stringify(yield* authJson()) }
})

/** Returns both tokens as the value of an `Authorization` header, or `null` if signed out. */
export const authorizationHeader = Effect.fn("authorizationHeader")(function*() {
  return bearerOf(yield* authJson())
})
