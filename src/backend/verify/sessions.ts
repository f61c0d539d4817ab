/** Who the session of a request says that sends it. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { StoredTokens } from "../../../layers/session/index.ts"
import { digest, Remembered, TokenRejected } from "../token/index.ts"
import { isRenewable, isRestricted, restrictedFor, sessionOf } from "./accessTokens.ts"
import { inSession, rejected, signedOut, unavailable } from "./answers.ts"
import type { Authentication } from "./Authentication.ts"
import type { RequestLike } from "./credentials.ts"
import { makeRefreshSession, type Refreshing } from "./refreshSession.ts"
import type { ShownCookies } from "./shownCookies.ts"
import { mostRemembered } from "./withinBudget.ts"

/** A session that a request shows. */
export interface ShownSession extends ShownCookies {
  readonly request: RequestLike
}

const none: StoredTokens = { accessToken: undefined, refreshToken: undefined }

const ofRestricted = rejected(new TokenRejected("restricted"))

/** A good access token is enough; a session that needs a new one is refreshed. */
export const makeSessions = (
  { addressOf, ...refreshing }: Refreshing & { readonly addressOf: (request: RequestLike) => string | undefined }
): (shown: ShownSession) => Effect.Effect<Authentication> => {
  const { now, threshold, verify } = refreshing
  const refresh = makeRefreshSession(refreshing)

  /** Sessions whose new token said as well that the user is restricted. */
  const stillRestricted = new Remembered<true>(mostRemembered, now)

  const renewed = (refreshToken: Redacted.Redacted, shown: ShownSession, voucher: string | undefined) =>
    Effect.gen(function*() {
      const key = yield* Effect.promise(() => digest(Redacted.value(refreshToken)))
      if (stillRestricted.get(key) === true) return ofRestricted
      const refreshed = refresh(key, { refreshToken, voucher, address: addressOf(shown.request) })
      const fresh = yield* Effect.tapError(
        refreshed,
        (error) => Effect.sync(() => isRestricted(error) && stillRestricted.set(key, true, now() + restrictedFor))
      )
      if (fresh === undefined) return signedOut("session-over")
      const tokens = { accessToken: fresh.accessToken, refreshToken }
      return inSession(fresh.token, tokens, shown.renewed(tokens, now()))
    })

  return (shown) =>
    Effect.gen(function*() {
      const { accessToken, refreshToken } = shown.tokens ?? none
      if (accessToken === undefined) {
        return refreshToken === undefined
          ? signedOut("no-credentials")
          : yield* renewed(refreshToken, shown, undefined)
      }
      const result = yield* Effect.result(verify(accessToken))
      if (result._tag === "Failure") {
        const error = result.failure
        if (!(error instanceof TokenRejected)) return unavailable(error)
        if (refreshToken !== undefined && isRestricted(error)) {
          // the restriction may be gone since: nobody who has verified the address is refused till the token ends
          return yield* Effect.orElseSucceed(renewed(refreshToken, shown, undefined), () => rejected(error))
        }
        if (refreshToken === undefined || !isRenewable(error)) return rejected(error)
        // its signature is good, or its time would not have been looked at
        const voucher = error.reason === "expired" ? yield* sessionOf(accessToken) : undefined
        return yield* renewed(refreshToken, shown, voucher)
      }
      const token = result.success
      const stillGood = inSession(token, { accessToken, refreshToken }, [])
      const mayBeLifted = stillGood.status === "restricted"
      const lasts = !mayBeLifted && token.expiresAt.getTime() - now() >= threshold
      if (refreshToken === undefined || lasts) return stillGood
      // it is good until it ends, whatever comes of the attempt to get another one
      const voucher = token.sessionId ?? (yield* sessionOf(accessToken))
      return yield* renewed(refreshToken, shown, voucher).pipe(Effect.orElseSucceed(() => stillGood))
    }).pipe(
      Effect.catch((error) => Effect.succeed(error instanceof TokenRejected ? rejected(error) : unavailable(error)))
    )
}
