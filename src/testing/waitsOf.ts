/** Computes the waits of a schedule or retry policy without waiting. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Schedule from "effect/Schedule"

/** Schedule that only receives inputs that satisfy `retryable`, like a retry policy. */
export interface GuardedSchedule<Input, Error, Env> {
  readonly schedule: Schedule.Schedule<unknown, Input, Error, Env>
  readonly retryable: (input: Input) => boolean
}

/**
 * Returns the waits of a schedule that is stepped with these inputs, in milliseconds. There is one wait per input, or
 * fewer if the schedule ends earlier. A retry policy also ends at the first failure that isn't retryable.
 *
 * Nothing waits: each step runs at the time at which the previous waits end, so schedules that depend on the time, such
 * as `Schedule.during`, behave as in production. Randomness comes from `Random`: seed it, or provide your own.
 *
 * @example
 * ```ts
 * import { RetryPolicy } from "latchkey"
 * import { connectionFailed, waitsOf } from "latchkey/testing"
 *
 * const schedule = RetryPolicy.backoff({ base: "2 seconds", factor: 3 })
 * const waits = yield* waitsOf(schedule, [connectionFailed(), connectionFailed()])
 * console.log(waits) // [ 2000, 6000 ]
 * ```
 */
export const waitsOf = <Input, Error, Env>(
  policy: Schedule.Schedule<unknown, Input, Error, Env> | GuardedSchedule<Input, Error, Env>,
  inputs: Iterable<Input>
): Effect.Effect<ReadonlyArray<number>, Error, Env> =>
  Effect.gen(function*() {
    const { retryable, schedule } = Schedule.isSchedule(policy)
      ? { schedule: policy as Schedule.Schedule<unknown, Input, Error, Env>, retryable: () => true }
      : policy
    const step = yield* Schedule.toStep(schedule)
    const waits: Array<number> = []
    let now = yield* Clock.currentTimeMillis
    for (const input of inputs) {
      if (!retryable(input)) break
      const wait = yield* Pull.catchDone(
        Effect.map(step(now, input), ([, delay]) => Duration.toMillis(delay)),
        () => Effect.succeed(undefined)
      )
      if (wait === undefined) break
      waits.push(wait)
      now += wait
    }
    return waits
  })
