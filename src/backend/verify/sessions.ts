/** Authentication of requests by their session. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { StoredTokens } from "../../../layers/session/index.ts"
import { digest, Remembered, TokenRejected } from "../token/index.ts"
import { isRenewable, isRestricted, restrictedFor, sessionOf } from "./accessTokens.ts"
import type { Authentication } from "./Authentication.ts"
import type { RequestLike } from "./credentials.ts"
import { inSession, rejected, signedOut, unavailable } from "./outcomes.ts"
import { makeRefreshSession, type Refreshing } from "./refreshSession.ts"
import type { ShownCookies } from "./shownCookies.ts"
import { maxCached } from "./withinBudget.ts"

/** Session of a request. */
export interface ShownSession extends ShownCookies {
  readonly request: RequestLike
}

const none: StoredTokens = { accessToken: undefined, refreshToken: undefined }

const restrictedUser = rejected(new TokenRejected("restricted"))

/** Authenticates sessions. A valid access token needs no request; a session that needs a new token is refreshed. */
export const makeSessions = (
  { addressOf, ...refreshing }: Refreshing & { readonly addressOf: (request: RequestLike) => string | undefined }
): (shown: ShownSession) => Effect.Effect<Authentication> => {
  const { now, threshold, verify } = refreshing
  const refresh = makeRefreshSession(refreshing)

  /** Sessions whose refreshed token is restricted too. */
  const stillRestricted = new Remembered<true>(maxCached, now)

  const afterRefresh = (refreshToken: Redacted.Redacted, shown: ShownSession, voucher: string | undefined) =>
    Effect.gen(function*() {
      const key = yield* Effect.promise(() => digest(Redacted.value(refreshToken)))
      if (stillRestricted.get(key) === true) return restrictedUser
      const refreshed = refresh(key, { refreshToken, voucher, address: addressOf(shown.request) })
      const fresh = yield* Effect.tapError(
        refreshed,
        (error) => Effect.sync(() => isRestricted(error) && stillRestricted.set(key, true, now() + restrictedFor))
      )
      if (fresh === undefined) return signedOut("session-ended")
      const tokens = { accessToken: fresh.accessToken, refreshToken }
      return inSession(fresh.token, tokens, shown.renewed(tokens, now()))
    })

  return (shown) =>
    Effect.gen(function*() {
      const { accessToken, refreshToken } = shown.tokens ?? none
      if (accessToken === undefined) {
        return refreshToken === undefined
          ? signedOut("no-credentials")
          : yield* afterRefresh(refreshToken, shown, undefined)
      }
      const result = yield* Effect.result(verify(accessToken))
      if (result._tag === "Failure") {
        const error = result.failure
        if (!(error instanceof TokenRejected)) return unavailable(error)
        if (refreshToken !== undefined && isRestricted(error)) {
          // the restriction may have been lifted, for instance because the address was verified after the token was
          // issued
          return yield* Effect.orElseSucceed(afterRefresh(refreshToken, shown, undefined), () => rejected(error))
        }
        if (refreshToken === undefined || !isRenewable(error)) return rejected(error)
        // the signature is valid, because it is checked before the expiry
        const voucher = error.reason === "expired" ? yield* sessionOf(accessToken) : undefined
        return yield* afterRefresh(refreshToken, shown, voucher)
      }
      const token = result.success
      const current = inSession(token, { accessToken, refreshToken }, [])
      const mayBeLifted = current.status === "restricted"
      const staysFresh = !mayBeLifted && token.expiresAt.getTime() - now() >= threshold
      if (refreshToken === undefined || staysFresh) return current
      // the current token is valid until it expires, even if the refresh fails
      const voucher = token.sessionId ?? (yield* sessionOf(accessToken))
      return yield* afterRefresh(refreshToken, shown, voucher).pipe(Effect.orElseSucceed(() => current))
    }).pipe(
      Effect.catch((error) => Effect.succeed(error instanceof TokenRejected ? rejected(error) : unavailable(error)))
    )
}
