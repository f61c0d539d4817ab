/** One anonymous user for any number of callers. docs/protocol.md §18. */
import * as Effect from "effect/Effect"
import { singleFlight } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as signUp from "./signUp.ts"

/** Why there may be no anonymous user. */
export type SignUpError = Effect.Error<ReturnType<typeof signUp.anonymously>>

const signUpOf = singleFlight(undefined, (_session: Session["Service"], _input: void) => signUp.anonymously())

/**
 * Signs up anonymously, unless that is under way for this session: then it waits for the same user. Runs apart from its
 * callers, so that the first one's leaving does not fail the others.
 */
export const signUpOnce = Effect.asVoid(Effect.flatMap(Session, (session) => signUpOf(session)))
