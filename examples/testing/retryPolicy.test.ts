/** Property tests of a custom retry policy. They use no network and no clock, and don't wait. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { RetryPolicy } from "latchkey"
import { AnyAttemptFailure, connectionFailed, rateLimited, waitsOf } from "latchkey/testing"

/** A policy for forms, where users wait for the result: up to three retries, and no wait longer than a minute. */
const formPolicy = RetryPolicy.make(
  Schedule.fibonacci("200 millis").pipe(
    RetryPolicy.honourRetryAfter({ longest: "1 minute" }),
    Schedule.upTo({ times: 3 })
  )
)

it.effect.prop(
  "the example's retry policy waits at most three minutes in total",
  { failures: Schema.Array(AnyAttemptFailure) },
  ({ failures }) =>
    Effect.gen(function*() {
      const waits = yield* waitsOf(formPolicy, failures)

      assert.isAtMost(waits.length, 3)
      assert.isAtMost(waits.reduce((sum, wait) => sum + wait, 0), 180_000)
    })
)

it.effect.prop(
  "the example's retry policy never retries a non-idempotent request whose response was lost",
  { failures: Schema.NonEmptyArray(AnyAttemptFailure) },
  ({ failures: [first, ...others] }) =>
    Effect.gen(function*() {
      const waits = yield* waitsOf(formPolicy, [{ ...first, idempotent: false }, ...others])

      if (first.kind === "ConnectionFailed" || first.kind === "TimedOut") assert.deepStrictEqual(waits, [])
    })
)

it.effect("the example's retry policy waits as long as Retry-After requires, instead of its own wait", () =>
  Effect.gen(function*() {
    const waits = yield* waitsOf(formPolicy, [
      connectionFailed(),
      rateLimited({ retryAfter: "7 seconds" }),
      connectionFailed()
    ])

    assert.deepStrictEqual(waits, [200, 7000, 400])
  }))
