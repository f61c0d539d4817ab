/** One anonymous user for any number of callers. docs/protocol.md §18. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { Session } from "../../../layers/session/Session.ts"
import * as signUp from "./signUp.ts"

/** Why there may be no anonymous user. */
export type SignUpError = Effect.Error<ReturnType<typeof signUp.anonymously>>

/** Anonymous sign-ups under way, by session. */
const underWay = new WeakMap<Session["Service"], Deferred.Deferred<unknown, SignUpError>>()

/**
 * Signs up anonymously, unless that is under way for this session: then it waits for the same user. Runs apart from its
 * callers, so that the first one's leaving does not fail the others.
 */
export const signUpOnce = Effect.gen(function*() {
  const session = yield* Session
  const running = underWay.get(session)
  if (running !== undefined) return yield* Deferred.await(running)
  const result = Deferred.makeUnsafe<unknown, SignUpError>()
  underWay.set(session, result)
  yield* signUp.anonymously().pipe(
    Effect.onExit((exit) =>
      Effect.sync(() => {
        underWay.delete(session)
        Deferred.doneUnsafe(result, exit)
      })
    ),
    Effect.forkDetach({ startImmediately: true })
  )
  return yield* Deferred.await(result)
}).pipe(Effect.asVoid)
