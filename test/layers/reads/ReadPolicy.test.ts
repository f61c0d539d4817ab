import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as ReadPolicy from "../../../layers/reads/ReadPolicy.ts"

const times = ["throttle", "drop", "dropFailure", "staleness"] as const

describe("ReadPolicy", () => {
  it.effect("changes what is given, and leaves the rest as it is in force", () =>
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
    ["pollBackoff", "1 second"] as const
  ]
  for (const [name, value] of impossible) {
    it.effect(`says of ${name} ${JSON.stringify(value) ?? value} (${typeof value}) that it cannot work, and what can`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Layer.build(ReadPolicy.layer({ [name]: value } as never)))

        assert.strictEqual(error._tag, "InvalidConfiguration")
        assert.strictEqual(error.setting, `readPolicy.${name}`)
        assert.include(error.message, `is ${value}`)
        assert.match(error.message, /Give a (?:whole number above 0|time of 0 or more|schedule)\./)
      }).pipe(Effect.scoped))
  }

  const Time = Schema.Union([Schema.Number, Schema.Literals(["1 second", "3 hours", "soon"])])

  it.prop("whatever is given past the layer, timers get numbers that they can hold", {
    throttle: Time,
    concurrency: Schema.Number,
    drop: Time,
    dropFailure: Time,
    staleness: Time
  }, (policy) => {
    const numbers = ReadPolicy.numbersOf(policy as ReadPolicy.Policy)

    for (const number of Object.values(numbers)) assert.isTrue(number >= 0)
    assert.isAtLeast(numbers.concurrency, 1)
  })

  it("the numbers of the defaults are those that they state", () => {
    const { concurrency, ...millis } = ReadPolicy.numbersOf(ReadPolicy.defaults)

    assert.strictEqual(concurrency, ReadPolicy.defaults.concurrency)
    assert.deepStrictEqual(
      Object.values(millis),
      times.map((name) => Duration.toMillis(ReadPolicy.defaults[name]))
    )
  })
})
