import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { defaults, schedule } from "../../../layers/call/RetryPolicy.ts"
import { possibleWaits } from "../../../react/devtools/possibleWaits.ts"

describe("possibleWaits", () => {
  it.effect("of the usual policy are 1, 2, 4 and 8 s, each times 0.5 to 1.5", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* possibleWaits(defaults, "too many requests (429)"), [
        { least: 500, most: 1500 },
        { least: 1000, most: 3000 },
        { least: 2000, most: 6000 },
        { least: 4000, most: 12_000 }
      ])
    }))

  it.effect("are none after what is not tried again", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* possibleWaits(defaults, "connection lost, other request"), [])
      assert.deepStrictEqual(yield* possibleWaits(defaults, "server fault (500)"), [])
    }))

  it.effect("are nothing at all after a rejected token", () =>
    Effect.gen(function*() {
      const waits = yield* possibleWaits(defaults, "access token rejected (401)")

      assert.deepStrictEqual(new Set(waits.map(({ least, most }) => least + most)), new Set([0]))
    }))

  const Small = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))

  it.effect.prop(
    "hold every wait that the schedule of any policy comes to",
    { attempts: Small, base: Small, factor: Small, min: Small, spread: Small },
    ({ attempts, base, factor, min, spread }) =>
      Effect.gen(function*() {
        const jitter = { min: min / 4, max: (min + spread) / 4 }
        const policy = { ...defaults, attempts, base: Duration.millis(base * 100), factor, jitter }
        const step = yield* Schedule.toStep(schedule(policy))

        const possible = yield* possibleWaits(policy, "too many requests (429)")

        assert.lengthOf(possible, attempts - 1)
        for (const { least, most } of possible) {
          const [, wait] = yield* step(0, {
            kind: "RateLimited",
            status: 429,
            code: undefined,
            idempotent: false,
            retryAfterMillis: undefined
          })
          assert.isAtLeast(Duration.toMillis(wait), least)
          assert.isAtMost(Duration.toMillis(wait), most)
        }
      })
  )
})
