import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { numbersOf, ReadPolicy } from "./ReadPolicy.ts"

/** Runs an effect, beginning at once, and answers with what interrupts it. */
export type Fork = <A, E>(
  effect: Effect.Effect<A, E, any>,
  done?: (exit: Exit.Exit<A, E>) => void
) => () => void

/** With the time, and the policy in force. */
export const timed = (
  run: (now: number, policy: ReturnType<typeof numbersOf>) => Effect.Effect<void, never, any>
): Effect.Effect<void, never, any> =>
  Effect.flatMap(
    ReadPolicy,
    (policy) => Effect.flatMap(Clock.currentTimeMillis, (now) => run(now, numbersOf(policy)))
  )
