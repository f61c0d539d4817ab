/**
 * The session for one's own back end, which tells who it is with `requestStore` or `latchkey/verify`.
 * docs/protocol.md §22.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type AuthTokens, bearerOf, Session } from "../../../layers/session/index.ts"

/**
 * Both tokens as text, the access token with at least 20 s to live; both `null` when signed out. Whoever has them is the
 * user: send them to nobody but your own back end.
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
 * The header for requests to one's own back end: `fetch(url, { headers: await client.authHeaders() })`. One on another
 * origin has to allow `x-stack-auth` in CORS.
 */
export const authHeaders = Effect.fn("authHeaders")(function*() {
  return { "x-stack-auth": JSON.stringify(yield* authJson()) }
})

/** The value of an `Authorization` header that says the same. `null` when signed out. */
export const authorizationHeader = Effect.fn("authorizationHeader")(function*() {
  return bearerOf(yield* authJson())
})
