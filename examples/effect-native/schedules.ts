/** Any schedule is a retry policy, and its properties can be checked without a network, a clock or a wait. */
import { Arbitrary, Effect, Schedule, Schema } from "effect"
import { RetryPolicy } from "latchkey"
import { AnyAttemptFailure, connectionFailed, waitsOf } from "latchkey/testing"

const schedules = {
  fixed: Schedule.spaced("2 seconds").pipe(Schedule.upTo({ times: 3 })),
  growing: Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("3 seconds")]).pipe(
    Schedule.upTo({ times: 4 })
  ),
  twoPhases: Schedule.concat(Schedule.recurs(2), Schedule.spaced("10 seconds").pipe(Schedule.upTo({ times: 1 }))),
  polite: Schedule.fibonacci("200 millis").pipe(
    RetryPolicy.honourRetryAfter({ longest: "1 minute" }),
    Schedule.upTo({ times: 3 })
  )
}

const lost = Array.from({ length: 9 }, () => connectionFailed())

const program = Effect.gen(function*() {
  for (const [name, schedule] of Object.entries(schedules)) {
    const waits = yield* waitsOf(RetryPolicy.make(schedule), lost)
    console.log(`${name}: ${waits.join(", ")} ms`)
  }
  const checked = yield* Arbitrary.checkEffect(
    Arbitrary.schema(Schema.Array(AnyAttemptFailure)),
    (failures) =>
      Effect.map(
        waitsOf(RetryPolicy.make(schedules.polite), failures),
        (waits) => waits.every((wait) => wait <= 60_000)
      )
  )
  console.log(`no wait of "polite" exceeds a minute: ${checked._tag}`)
})

await Effect.runPromise(program)
