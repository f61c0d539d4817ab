/** Last step of every interactive sign-in. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { log, makeRetryPolicy, RetryPolicy } from "../../../layers/call/index.ts"
import { MfaAttempt, type NewTokens, Session } from "../../../layers/session/index.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import { type Restriction, restrictionOf } from "../../../schemas/entities/restriction.ts"
import { keepable } from "./keepable.ts"

/** Additional result of every sign-in. */
interface Restricting {
  /**
   * Reason why the user is restricted, such as `email_not_verified` until the address is verified. Restricted users
   * count as signed out by default. `null` if the user isn't restricted.
   */
  readonly restrictedReason: Restriction | null
}

/** Makes the call that creates a session, and stores the session. The time of sending is used to measure clock skew. */
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
 * Stores a new session and returns the user's restriction. If an anonymous user was upgraded to an account, the
 * previous session is ended on the platform. Otherwise an attacker who planted that session in this browser would get
 * access to the account. After a sign-up with a password, the platform has already ended the previous session. The
 * request is attempted once with a timeout of 2 s and its failure is only logged. It isn't run in the background,
 * because the user may leave the page next.
 */
const keepSession = (tokens: NewTokens, sentAt: number) =>
  Effect.gen(function*() {
    const session = yield* Session
    // discard MFA attempts of other sign-ins
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
      Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => stays("No response within 2 s.") })
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
