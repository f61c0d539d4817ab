/** Anonymous sign-up, shared by concurrent callers. docs/protocol.md §18. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { singleFlight } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as Anonymous from "../../../schemas/endpoints/anonymous.ts"
import { keepable } from "./keepable.ts"

/**
 * Signs up without credentials. Any sign-up can upgrade the user to an account later. Every call creates another user;
 * `currentUser.get({ or: "anonymous" })` creates a user only if no user is signed in.
 */
export const anonymously = Effect.fn("signUp.anonymously")(function*() {
  yield* keepable
  const sentAt = yield* Clock.currentTimeMillis
  const tokens = yield* Anonymous.signUp()
  yield* (yield* Session).keep(tokens, sentAt)
  return { userId: tokens.userId }
})

/** Errors of an anonymous sign-up. */
export type SignUpError = Effect.Error<ReturnType<typeof anonymously>>

const signUpOf = singleFlight(undefined, (_session: Session["Service"], _input: void) => anonymously())

/**
 * Signs up anonymously, or joins a sign-up of this session that is already in progress. The sign-up runs independently
 * of its callers, so that other callers don't fail when the first caller is interrupted.
 */
export const signUpOnce = Effect.asVoid(Effect.flatMap(Session, (session) => signUpOf(session)))
