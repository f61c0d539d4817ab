import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { ReadTimings, type Timings } from "./ReadTimings.ts"

/** Runs an effect, beginning at once, and answers with what interrupts it. */
export type Fork = <A, E>(
  effect: Effect.Effect<A, E, any>,
  done?: (exit: Exit.Exit<A, E>) => void
) => () => void

/** With the time, and the waits in force. */
export const timed = (run: (now: number, timings: Timings) => Effect.Effect<void, never, any>) =>
  Effect.flatMap(ReadTimings, (timings) => Effect.flatMap(Clock.currentTimeMillis, (now) => run(now, timings)))
