/** Time that advances to the next timer, and then waits until the program is idle. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { turns } from "../../../support/fibers.ts"

export interface VirtualTime {
  /** Milliseconds since the epoch on a correct clock. */
  readonly now: () => number
  readonly monotonicNanos: () => bigint
  /** Sleeps for a number of milliseconds on this clock. */
  readonly sleep: (millis: number) => Effect.Effect<void>
  /** Number of running timers. */
  readonly timers: () => number
  /** Milliseconds until the next timer. */
  readonly next: () => number
  readonly pass: (millis: number) => Effect.Effect<void>
}

/**
 * Creates the time. Unlike `TestClock.adjust`, it waits after each timer for promises, such as that of a granted lock.
 *
 * `atRest` completes when only timers are pending.
 */
export const virtualTime = (atRest = turns): Effect.Effect<VirtualTime> =>
  Effect.map(Clock.Clock, (clock) => {
    const deadlines: Array<number> = []
    const now = () => clock.currentTimeMillisUnsafe()
    const sleep = (millis: number) =>
      Effect.suspend(() => {
        const deadline = now() + millis
        deadlines.push(deadline)
        return Effect.ensuring(
          Effect.sleep(millis),
          Effect.sync(() => deadlines.splice(deadlines.indexOf(deadline), 1))
        )
      }).pipe(Effect.provideService(Clock.Clock, clock))
    return {
      now,
      monotonicNanos: () => clock.monotonicTimeNanosUnsafe(),
      sleep,
      timers: () => deadlines.length,
      next: () => Math.min(...deadlines) - now(),
      pass: (millis) =>
        Effect.gen(function*() {
          const end = now() + millis
          while (now() < end) {
            yield* TestClock.adjust(Math.max(1, Math.min(end, ...deadlines) - now()))
            yield* atRest
          }
        })
    }
  })
