/** What a schedule waits for, found out without waiting. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Schedule from "effect/Schedule"

/**
 * The waits of a schedule that is stepped with these inputs, one after the other, in milliseconds: as many as there are
 * inputs, or fewer when it ends before. Nothing waits: each step comes as much later as the waits before it took, so that
 * schedules of the time, as `Schedule.during`, see it go by. Chance is `Random`'s: seed it, or provide one of your own.
 */
export const waitsOf = <Input, Error, Env>(
  schedule: Schedule.Schedule<unknown, Input, Error, Env>,
  inputs: Iterable<Input>
): Effect.Effect<ReadonlyArray<number>, Error, Env> =>
  Effect.gen(function*() {
    const step = yield* Schedule.toStep(schedule)
    const waits: Array<number> = []
    let now = yield* Clock.currentTimeMillis
    for (const input of inputs) {
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
