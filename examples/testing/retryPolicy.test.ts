/** A retry policy of one's own, property-tested: no network, no clock, no waiting. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { RetryPolicy } from "latchkey"
import { AnyAttemptFailure, lost, rateLimited, waitsOf } from "latchkey/testing"

/** For people in front of a form: three repeats, and no wait of more than a minute. */
const patient = Schedule.fibonacci("200 millis").pipe(
  RetryPolicy.honourRetryAfter({ longest: "1 minute" }),
  RetryPolicy.whileRetryable,
  Schedule.upTo({ times: 3 })
)

it.effect.prop(
  "nobody waits longer than three minutes, whatever happens",
  { failures: Schema.Array(AnyAttemptFailure) },
  ({ failures }) =>
    Effect.gen(function*() {
      const waits = yield* waitsOf(patient, failures)

      assert.isAtMost(waits.length, 3)
      assert.isAtMost(waits.reduce((sum, wait) => sum + wait, 0), 180_000)
    })
)

it.effect.prop(
  "what cannot be sent twice is not",
  { failures: Schema.NonEmptyArray(AnyAttemptFailure) },
  ({ failures: [first, ...others] }) =>
    Effect.gen(function*() {
      const waits = yield* waitsOf(patient, [{ ...first, idempotent: false }, ...others])

      if (first.kind === "Lost" || first.kind === "TimedOut") assert.deepStrictEqual(waits, [])
    })
)

it.effect("a Retry-After takes the place of one wait", () =>
  Effect.gen(function*() {
    const waits = yield* waitsOf(patient, [lost(), rateLimited({ retryAfter: "7 seconds" }), lost()])

    assert.deepStrictEqual(waits, [200, 7000, 400])
  }))
