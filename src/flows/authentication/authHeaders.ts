/**
 * Tokens for services that verify them, and headers that authenticate requests to your own back end, which reads them with `requestStore` or `latchkey/verify`.
 * docs/protocol.md §22.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type AuthTokens, bearerOf, Session } from "../../../layers/session/index.ts"

/** Tokens of the session; `None` if signed out. The access token is valid for at least 20 s. */
const currentTokens = Effect.flatMap(Session, (session) =>
  session.tokens().pipe(
    Effect.catchReason("CallError", "RefreshTokenNotFoundOrExpired", () => Effect.succeedNone)
  ))

/** Options of `accessToken`. */
export interface AccessTokenOptions {
  /** Whether to refresh the session even if its access token is still valid, as after a rejection. @default false */
  readonly forceRefresh?: boolean | undefined
}

/**
 * Returns an access token that is valid for at least 20 s, or `null` if signed out. For services that verify it with the
 * project's public keys, such as Convex, Supabase or Neon. Unlike the refresh token, it gives access only until it
 * expires.
 *
 * ```ts
 * const supabase = createClient(url, key, { accessToken: () => client.accessToken() })
 * ```
 *
 * @example
 * ```ts
 * import { accessToken } from "latchkey"
 *
 * const token = yield* accessToken()
 * console.log(token?.split(".").length) // 3
 * ```
 */
export const accessToken = Effect.fn("accessToken")(function*({ forceRefresh = false }: AccessTokenOptions = {}) {
  if (forceRefresh) yield* Session.use(({ renewNext }) => renewNext)
  const tokens = yield* currentTokens
  return Option.match(tokens, { onNone: () => null, onSome: ({ accessToken }) => Redacted.value(accessToken) })
})

/**
 * Returns both tokens as text; both are `null` if signed out. The access token is valid for at least 20 s. The tokens
 * give full access to the account: send them only to your own back end.
 */
export const authJson = Effect.fn("authJson")(function*() {
  const tokens = yield* currentTokens
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
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { authHeaders } from "latchkey"
 *
 * const headers = yield* authHeaders()
 * const found = yield* Effect.promise(() => authenticator.authenticateRequest({ headers }))
 * console.log(found.status) // signed-in
 * ```
 */
export const authHeaders = Effect.fn("authHeaders")(function*() {
  return { "x-stack-auth": JSON.stringify(yield* authJson()) }
})

/** Returns both tokens as the value of an `Authorization` header, or `null` if signed out. */
export const authorizationHeader = Effect.fn("authorizationHeader")(function*() {
  return bearerOf(yield* authJson())
})
