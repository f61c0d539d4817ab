import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { make } from "../../../layers/call/RetryPolicy.ts"
import { possibleWaits } from "../../../react/devtools/possibleWaits.ts"
import { waitsOf } from "../../../src/testing/waitsOf.ts"

describe("possibleWaits", () => {
  it.effect("possible waits of the default retry policy are 1, 2, 4 and 8 s, each multiplied by a factor of 0.5 to 1.5", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* possibleWaits(make(), "too many requests (429)"), [
        { least: 500, most: 1500 },
        { least: 1000, most: 3000 },
        { least: 2000, most: 6000 },
        { least: 4000, most: 12_000 }
      ])
    }))

  it.effect("a failure that is not retried has no possible waits", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* possibleWaits(make(), "connection lost, other request"), [])
      assert.deepStrictEqual(yield* possibleWaits(make(), "server fault (500)"), [])
    }))

  const Small = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))

  it.effect.prop(
    "possible waits contain every wait of any retry policy's schedule",
    { attempts: Small, base: Small, factor: Small, min: Small, spread: Small },
    ({ attempts, base, factor, min, spread }) =>
      Effect.gen(function*() {
        const jitter = { min: min / 4, max: (min + spread) / 4 }
        const policy = make({ attempts, base: Duration.millis(base * 100), factor, jitter })
        const possible = yield* possibleWaits(policy, "too many requests (429)")

        assert.lengthOf(possible, attempts - 1)
        const failure = {
          kind: "RateLimited",
          endpoint: "users.getMe",
          status: 429,
          code: undefined,
          idempotent: false,
          retryAfterMillis: undefined
        } as const
        const waits = yield* waitsOf(policy.schedule, possible.map(() => failure))
        for (const [nr, { least, most }] of possible.entries()) {
          assert.isAtLeast(waits[nr]!, least)
          assert.isAtMost(waits[nr]!, most)
        }
      })
  )
})
