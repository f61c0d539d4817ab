/** The first and the last step of every sign-in that a person takes. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { log, makeRetryPolicy, RetryPolicy } from "../../../layers/call/index.ts"
import { MfaAttempt, type NewTokens, Session } from "../../../layers/session/index.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import { type Restriction, restrictionOf } from "../../../schemas/entities/RestrictedReason.ts"

/** The first step: what cannot be kept is told before anything is sent. */
export const keepable = Session.use((session) => session.keepable)

/** What every way in tells of the user. */
interface Restricting {
  /**
   * What keeps the user from using the app: `email_not_verified` while the address is to be verified. Such a user counts as
   * nobody unless asked for. `null`: nothing does.
   */
  readonly restrictedReason: Restriction | null
}

/** Makes the call that opens a session, and keeps that. When the call was sent tells how far the clock here is off. */
export const openSession = <A extends NewTokens, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.andThen(keepable, Clock.currentTimeMillis),
    (sentAt) =>
      Effect.flatMap(
        call,
        (tokens) =>
          Effect.map(keepSession(tokens, sentAt), (restrictedReason): A & Restricting => ({
            ...tokens,
            restrictedReason
          }))
      )
  )

/**
 * Keeps a new session. When it is that of an anonymous user who became an account, the session from before is ended on the
 * platform, where it would go on as the account's: whoever gave it to this browser would be signed in too. A sign-up by
 * password has ended it already. Goes on after one attempt or 2 s, however that went; not in the background, for the page
 * may be left next. Gives what restricts the user.
 */
const keepSession = (tokens: NewTokens, sentAt: number) =>
  Effect.gen(function*() {
    const session = yield* Session
    // no other sign-in waits for its second factor any more
    yield* MfaAttempt.use(({ clear }) => clear)
    const before = claimsIn(session)
    yield* session.keep(tokens, sentAt)
    const after = claimsIn(session)
    const restriction = after === undefined ? null : restrictionOf(after)
    const id = before?.refreshTokenId
    if (!before?.isAnonymous || after?.sub !== before.sub || id === undefined || after.refreshTokenId === id) {
      return restriction
    }
    yield* Sessions.delete({ id, userId: before.sub }).pipe(
      Effect.provideService(RetryPolicy, makeRetryPolicy({ attempts: 1 })),
      Effect.asVoid,
      Effect.catchReason(
        "CallError",
        "HttpFailure",
        ({ status }, { message }) => status === 404 ? Effect.void : stays(message)
      ),
      Effect.catch(({ message }) => stays(message)),
      Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => stays("No answer within 2 s.") })
    )
    return restriction
  })

const claimsIn = ({ state }: Session["Service"]) => {
  const now = state()
  return now._tag !== "SignedOut" ? Option.getOrUndefined(now.claims) : undefined
}

const stays = (why: string) =>
  log.warnThrottled(
    "keepSession",
    `The anonymous session from before the sign-in still works. End it in the list of sessions. ${why}`
  )
