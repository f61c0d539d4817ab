import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as ReadPolicy from "../../../layers/reads/ReadPolicy.ts"

const times = ["throttle", "drop", "dropFailure", "staleness"] as const

const Time = Schema.Union([Schema.Number, Schema.Literals(["1 second", "3 hours", "30 days", "soon"])])

describe("ReadPolicy", () => {
  it.effect("ReadPolicy changes the given settings and inherits the other settings", () =>
    Effect.gen(function*() {
      const policy = yield* ReadPolicy.ReadPolicy

      assert.deepStrictEqual(policy, { ...ReadPolicy.defaults, throttle: "1 second", drop: "1 minute" })
    }).pipe(
      Effect.provide(
        ReadPolicy.layer({ drop: "1 minute", throttle: undefined }).pipe(
          Layer.provide(ReadPolicy.layer({ throttle: "1 second" }))
        )
      )
    ))

  const impossible = [
    ...times.flatMap((name) => [[name, -1], [name, NaN], [name, "soon"], [name, undefined!]] as const).filter((
      [, value]
    ) => value !== undefined),
    ...[0, -1, 1.5, NaN, "2"].map((value) => ["concurrency", value] as const),
    ...["throttle", "drop"].map((name) => [name, "30 days"] as const),
    ["pollBackoff", "1 second"] as const
  ]
  for (const [name, value] of impossible) {
    it.effect(`ReadPolicy rejects ${JSON.stringify(value) ?? value} (${typeof value}) as ${name}, with a suggestion`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Layer.build(ReadPolicy.layer({ [name]: value } as never)))

        assert.strictEqual(error._tag, "InvalidConfiguration")
        assert.strictEqual(error.setting, `readPolicy.${name}`)
        assert.include(error.message, `is ${typeof value === "string" ? JSON.stringify(value) : value}`)
        assert.match(error.message, /Give a (?:whole number above 0|time of 0 or more|Schedule)/)
      }).pipe(Effect.scoped))
  }

  it.effect.prop(
    "ReadPolicy turns every valid value into a duration that a timer supports, and names the setting of an invalid value",
    {
      throttle: Time,
      concurrency: Schema.Number,
      drop: Time,
      dropFailure: Time,
      staleness: Time
    },
    (policy) =>
      Effect.sync(() => {
        const resolved = ReadPolicy.resolve({ ...ReadPolicy.defaults, ...policy } as ReadPolicy.Policy)

        if (Result.isFailure(resolved)) return assert.match(resolved.failure.setting, /^readPolicy\.\w+$/)
        const { concurrency, drop, dropFailure, staleness, throttle } = resolved.success
        for (const millis of [throttle, drop, dropFailure]) {
          assert.isTrue(millis >= 0 && (millis < 2 ** 31 || millis === Infinity))
        }
        assert.isBelow(throttle, 2 ** 31)
        assert.isAtLeast(staleness, 0)
        assert.isAtLeast(concurrency, 1)
      })
  )

  it("ReadPolicy's defaults are the documented durations", () => {
    const { pollBackoff: _, concurrency, ...millis } = Result.getOrThrow(ReadPolicy.resolve(ReadPolicy.defaults))

    assert.strictEqual(concurrency, ReadPolicy.defaults.concurrency)
    assert.deepStrictEqual(
      Object.values(millis),
      times.map((name) => Duration.toMillis(ReadPolicy.defaults[name]))
    )
  })
})
