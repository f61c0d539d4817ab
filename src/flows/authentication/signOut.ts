/** Sign-out. docs/protocol.md §20. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Diagnostics, log, makeRetryPolicy, OutlivesPage, RetryPolicy } from "../../../layers/call/index.ts"
import { Session, type StoredTokens } from "../../../layers/session/index.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"

/** Timeout of the request to the platform. */
const revocationTimeout = Duration.seconds(3)

/**
 * Signs out. Deletes the session here immediately, then revokes it on the platform. The revocation continues even if
 * the caller is interrupted or the user leaves the page. The request is attempted once within 3 s, regardless of
 * `RetryPolicy`. `revoked` is `false` if the request failed; the refresh token then stays valid until it expires. To be
 * sure that the session is revoked, call `sessions.deleteCurrent` first. Does nothing if no user is signed in.
 *
 * With `ExternalStore.layer`, fails with the reason `InvalidConfiguration`: the identity vendor signs users out.
 *
 * @example
 * ```ts
 * import { currentUser, signOut } from "latchkey"
 *
 * const { revoked } = yield* signOut()
 * console.log(revoked) // true
 * console.log(yield* currentUser.get()) // null
 * ```
 */
export const signOut = Effect.fn("signOut")(() =>
  Effect.andThen(Session.use((session) => session.endable), revokeSession())
)

/** Revokes the session of these tokens. Without tokens, ends the current session and revokes it. */
export const revokeSession = Effect.fnUntraced(function*(tokens?: StoredTokens) {
  const session = yield* Session
  const revoked = yield* session.endAndRevoke(revoke, tokens).pipe(
    Effect.provideService(RetryPolicy, once),
    Effect.provideService(OutlivesPage, true),
    Effect.provideService(Diagnostics, [])
  )
  return { revoked: Option.getOrElse(revoked, () => true) }
})

const once = makeRetryPolicy({ attempts: 1 })

const hereOnly = (problem: string) =>
  Effect.as(log.warnThrottled("signOut", `Signed out only in this program. ${problem}`), false)

const revoke = Sessions.deleteCurrent().pipe(
  Effect.as(true),
  Effect.catchTags({
    AccessTokenExpired: () => Effect.succeed(true),
    RefreshTokenNotFoundOrExpired: () => Effect.succeed(true),
    CallError: (error) =>
      error.reason._tag === "RefreshTokenNotFoundOrExpired" ? Effect.succeed(true) : hereOnly(error.message)
  }),
  Effect.timeoutOrElse({
    duration: revocationTimeout,
    orElse: () => hereOnly("The platform did not respond within 3 s. Its session ends when it expires or is revoked.")
  })
)
