/** Anonymous sign-up, shared by concurrent callers. docs/protocol.md §18. */
import * as Effect from "effect/Effect"
import { singleFlight } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as signUp from "./signUp.ts"

/** Errors of an anonymous sign-up. */
export type SignUpError = Effect.Error<ReturnType<typeof signUp.anonymously>>

const signUpOf = singleFlight(undefined, (_session: Session["Service"], _input: void) => signUp.anonymously())

/**
 * Signs up anonymously, or joins a sign-up of this session that is already in progress. It runs independently of its
 * callers, so that other callers don't fail when the first caller is interrupted.
 */
export const signUpOnce = Effect.asVoid(Effect.flatMap(Session, (session) => signUpOf(session)))
