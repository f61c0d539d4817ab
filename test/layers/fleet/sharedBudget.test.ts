/** A fleet's budget for unverified credentials, with the stores of Effect's `RateLimiter`. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { HeldBack, RateLimitGate, Refunds, Transport } from "../../../layers/call/index.ts"
import * as SharedRateLimitGate from "../../../layers/fleet/SharedRateLimitGate.ts"
import { needsRedis, redisServer, startRedis } from "../../support/processes/redis.ts"

const limit = 10

/**
 * Passes the gate for unverified credentials. If the platform accepts the credentials, the cost is refunded to the
 * budget.
 */
const laws = (store: () => Layer.Layer<RateLimiter.RateLimiterStore, unknown>) => {
  it.effect("S1: the shared budget refunds the cost of accepted credentials, but not of rejected credentials", () =>
    Effect.gen(function*() {
      const gate = Context.get(
        yield* Layer.build(
          Layer.fresh(
            SharedRateLimitGate.layer({ unverified: { limit, window: "1 day" } }).pipe(
              Layer.provide(RateLimiter.layer.pipe(Layer.provide(store())))
            )
          )
        ),
        RateLimitGate
      )
      const transport = Transport.of({ send: () => Effect.never })
      const partition = { name: "api-key", unverified: true }
      const bucket = { transport, apiUrl: "https://platform.test/api/v1", partition, session: undefined }
      const check = (accepted: boolean) =>
        Effect.suspend(() => {
          const refunds: Array<Effect.Effect<void>> = []
          return gate.acquire(bucket, false).pipe(
            Effect.provideService(Refunds, refunds),
            Effect.tap(() => accepted ? Effect.all(refunds, { discard: true }) : Effect.void)
          )
        })

      for (let at = 0; at < 5 * limit; at++) yield* check(true)
      for (let at = 0; at < limit - 1; at++) yield* check(false)
      for (let at = 0; at < 5 * limit; at++) yield* check(true)
      yield* check(false)

      assert.instanceOf(yield* Effect.flip(check(true)), HeldBack)
    }).pipe(Effect.scoped))
}

describe("the budget of a fleet in memory", () => laws(() => RateLimiter.layerStoreMemory))

describe.skipIf(redisServer === undefined)(
  redisServer === undefined ? `the budget of a fleet over Redis (${needsRedis})` : "the budget of a fleet over Redis",
  () => {
    let redis: Awaited<ReturnType<typeof startRedis>>

    beforeAll(async () => {
      redis = await startRedis()
    })

    afterAll(() => redis?.stop())

    laws(() => RateLimiter.layerStoreRedis().pipe(Layer.provide(NodeRedis.layer({ url: redis.url }))))
  }
)
