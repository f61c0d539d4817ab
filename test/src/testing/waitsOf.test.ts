import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import {
  AnyAttemptFailure,
  connectionFailed,
  looped,
  rateLimited,
  refused,
  timedOut,
  waitsOf
} from "../../../src/testing/index.ts"

const many = Array.from({ length: 50 }, () => connectionFailed())

describe("waitsOf", () => {
  it.effect("waitsOf returns a wait for each input, and ends when the schedule ends", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* waitsOf(Schedule.spaced("20 millis"), many), Array.from(many, () => 20))
      assert.deepStrictEqual(yield* waitsOf(Schedule.recurs(2), many), [0, 0])
      assert.deepStrictEqual(yield* waitsOf(Schedule.recurs(0), many), [])
      assert.deepStrictEqual(yield* waitsOf(Schedule.forever, []), [])
    }))

  it.effect("waitsOf returns immediately, although the schedule sees time advance", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(5000)
      const limited = Schedule.max([Schedule.spaced("300 millis"), Schedule.during("1 second")])

      assert.deepStrictEqual(yield* waitsOf(limited, many), [300, 300, 300, 300])
    }))

  it.effect("waitsOf uses the program's Random: the same seed gives the same waits", () =>
    Effect.gen(function*() {
      const jittered = Schedule.jittered(Schedule.exponential("1 second"))
      const seeded = waitsOf(jittered, many).pipe(Random.withSeed("waits"))

      assert.deepStrictEqual(yield* seeded, yield* seeded)
      assert.notDeepEqual(yield* seeded, yield* waitsOf(jittered, many).pipe(Random.withSeed("others")))
    }))

  it.effect("waitsOf fails with the error of the schedule", () =>
    Effect.gen(function*() {
      const broken = Schedule.tap(Schedule.forever, () => Effect.fail("broken" as const))

      assert.strictEqual(yield* Effect.flip(waitsOf(broken, many)), "broken")
    }))
})

describe("failed attempts", () => {
  it("the generator produces failed attempts of an idempotent request by default", () => {
    assert.deepStrictEqual(rateLimited({ retryAfter: "7 seconds", idempotent: false, endpoint: "password.signIn" }), {
      kind: "RateLimited",
      endpoint: "password.signIn",
      status: 429,
      code: undefined,
      idempotent: false,
      retryAfterMillis: 7000
    })
    assert.deepStrictEqual([connectionFailed(), timedOut(), looped()].map(({ kind, status }) => [kind, status]), [
      ["ConnectionFailed", 0],
      ["TimedOut", 0],
      ["Loop", 508]
    ])
    assert.deepInclude(refused({ status: 404, code: "USER_NOT_FOUND" }), { kind: "Refused", code: "USER_NOT_FOUND" })
    assert.isTrue(connectionFailed().idempotent)
  })

  it.effect.prop(
    "generated failed attempts have consistent fields",
    { failure: AnyAttemptFailure },
    ({ failure }) =>
      Effect.sync(() => {
        const { code, kind, retryAfterMillis, status } = failure

        assert.strictEqual(status === 0, kind === "ConnectionFailed" || kind === "TimedOut")
        assert.strictEqual(status === 429, kind === "RateLimited" || (kind === "Refused" && status === 429))
        if (retryAfterMillis !== undefined) assert.strictEqual(kind, "RateLimited")
        if (code !== undefined) assert.strictEqual(kind, "Refused")
      })
  )

  it.effect.prop("two hundred generated failed attempts include every kind", {
    failures: Schema.Array(AnyAttemptFailure).check(Schema.isMinLength(200))
  }, ({ failures }) =>
    Effect.sync(() => {
      assert.strictEqual(new Set(failures.map(({ kind }) => kind)).size, 5)
    }), { arbitrary: { seed: 1, runs: 3 } })
})
