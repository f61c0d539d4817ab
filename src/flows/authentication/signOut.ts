/** Ending the session. docs/protocol.md §20. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Diagnostics, log, makeRetryPolicy, OutlivesPage, RetryPolicy } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"

/** How long the platform may take to hear of it. */
const revocationTimeout = Duration.seconds(3)

/**
 * Signs out: forgets the session here at once, whatever the platform says, then tells the platform, which goes on when
 * the caller leaves, or the browser its page. It is told once, within 3 s, whatever `RetryPolicy` says. `revoked` is
 * `false` when it could not be, so that the refresh token works on until it expires: whoever needs to be sure calls
 * `sessions.deleteCurrent` first. Nothing happens when nobody is signed in.
 */
export const signOut = Effect.fn("signOut")(function*() {
  const session = yield* Session
  const revoked = yield* session.endAndRevoke(revoke).pipe(
    Effect.provideService(RetryPolicy, once),
    Effect.provideService(OutlivesPage, true),
    Effect.provideService(Diagnostics, [])
  )
  return { revoked: Option.getOrElse(revoked, () => true) }
})

const once = makeRetryPolicy({ attempts: 1 })

const hereOnly = (problem: string) => Effect.as(log.warnThrottled("signOut", `Signed out here only. ${problem}`), false)

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
    orElse: () =>
      hereOnly("The platform did not answer within 3 s. The session ends there when it expires or is revoked.")
  })
)
