/** Time that passes from one timer to the next, with a rest at each, however many there are. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { turns } from "../../../support/fibers.ts"

export interface VirtualTime {
  /** Milliseconds since the epoch on a clock that is right. */
  readonly now: () => number
  readonly monotonicNanos: () => bigint
  /** A timer. */
  readonly sleep: (millis: number) => Effect.Effect<void>
  /** How many timers run. */
  readonly timers: () => number
  /** In how many milliseconds the next one ends. */
  readonly next: () => number
  readonly pass: (millis: number) => Effect.Effect<void>
}

/**
 * `TestClock.adjust` alone does not wait for what goes on by promises after a timer, such as a lock that is granted.
 *
 * `atRest` ends when nothing goes on but by a timer.
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
