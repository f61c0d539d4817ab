import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as TestClock from "effect/testing/TestClock"
import { retryAfterMillis } from "../../../layers/call/RetryPolicy.ts"
import { layerSharedWaits } from "../../../layers/call/sharedWaits.ts"
import { Transport, type WireRequest } from "../../../layers/call/Transport.ts"
import { type Answer, json, scriptedTransport, tooMany } from "../../support/scriptedTransport.ts"

const request: WireRequest = { method: "GET", url: "https://api.test/api/v1/users/me", headers: {}, body: undefined }

/** Several servers that share one limiter, before one platform. */
const fleetOf = (servers: number, ...answers: readonly [Answer, ...ReadonlyArray<Answer>]) =>
  Effect.gen(function*() {
    const platform = scriptedTransport(...answers)
    const limiter = Context.get(
      yield* Layer.build(Layer.fresh(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory)))),
      RateLimiter.RateLimiter
    )
    const fleet = yield* Effect.forEach(Array(servers), () =>
      Effect.map(
        Layer.build(Layer.fresh(
          layerSharedWaits().pipe(
            Layer.provide([platform.layer, Layer.succeed(RateLimiter.RateLimiter, limiter)])
          )
        )),
        (context) => Context.get(context, Transport)
      ))
    return { platform, fleet: fleet as [Transport["Service"], ...Array<Transport["Service"]>] }
  })

describe("layerSharedWaits", () => {
  it.effect("R4 after one server is told to wait, none asks before the time is over, and all do then", () =>
    Effect.gen(function*() {
      const { fleet, platform } = yield* fleetOf(4, tooMany("10"), json({}))

      yield* fleet[0].send(request)
      yield* TestClock.adjust("4 seconds")
      const told = yield* Effect.forEach(fleet, (server) => server.send(request))

      assert.deepStrictEqual(told.map(({ status }) => status), [429, 429, 429, 429])
      for (const { headers } of told) assert.strictEqual(retryAfterMillis(headers.get("retry-after"), 0), 6000)
      assert.lengthOf(platform.requests, 1)

      yield* TestClock.adjust("6 seconds")
      const answers = yield* Effect.forEach(fleet, (server) => server.send(request))

      assert.deepStrictEqual(answers.map(({ status }) => status), [200, 200, 200, 200])
      assert.deepStrictEqual(platform.requests.map(({ at }) => at), [0, 10_000, 10_000, 10_000, 10_000])
    }))

  it.effect("a rest of a quarter of a second is slept through", () =>
    Effect.gen(function*() {
      const { fleet: [one, two], platform } = yield* fleetOf(2, tooMany("10"), json({}))
      yield* one.send(request)
      yield* TestClock.adjust("9.8 seconds")

      const waiting = yield* Effect.forkChild(two!.send(request))
      yield* TestClock.adjust("200 millis")

      assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
      assert.deepStrictEqual(platform.requests.map(({ at }) => at), [0, 10_000])
    }))

  for (
    const [said, headers] of Object.entries({
      "under the newer header": { "x-hexclave-actual-status": "429" },
      "twice": { "x-stack-actual-status": "429, 429" }
    })
  ) {
    it.effect(`R4 a 429 that comes under 200 and is said ${said} is kept by all servers`, () =>
      Effect.gen(function*() {
        const { fleet: [one, two] } = yield* fleetOf(2, json({}, { ...headers, "retry-after": "10" }), json({}))
        yield* one.send(request)

        assert.strictEqual((yield* two!.send(request)).status, 429)
      }))
  }

  it.effect("another host is not meant", () =>
    Effect.gen(function*() {
      const { fleet: [one, two] } = yield* fleetOf(2, tooMany("10"), json({}))
      yield* one.send(request)

      assert.strictEqual((yield* two!.send({ ...request, url: "https://other.test/" })).status, 200)
    }))

  it.effect("a 429 that says no time slows nobody else", () =>
    Effect.gen(function*() {
      const { fleet: [one, two] } = yield* fleetOf(2, tooMany(), json({}))

      assert.strictEqual((yield* one.send(request)).status, 429)
      assert.strictEqual((yield* two!.send(request)).status, 200)
    }))

  for (const trouble of ["fails", "does not answer"] as const) {
    it.effect(`requests go out while the limiter ${trouble}`, () =>
      Effect.gen(function*() {
        const refuse = trouble === "does not answer" ? Effect.never : Effect.fail(
          new RateLimiter.RateLimiterError({
            reason: new RateLimiter.RateLimitStoreError({ message: "gone", cause: undefined })
          })
        )
        const platform = scriptedTransport(json({}))
        const context = yield* Layer.build(
          layerSharedWaits().pipe(Layer.provide([
            platform.layer,
            Layer.succeed(RateLimiter.RateLimiter, {
              [RateLimiter.TypeId]: RateLimiter.TypeId,
              consume: () => refuse,
              adaptiveConsume: () => refuse,
              adaptiveFeedback: () => refuse
            })
          ]))
        )
        const sent = yield* Effect.forkChild(Context.get(context, Transport).send(request))

        yield* TestClock.adjust("1 second")

        assert.strictEqual((yield* Fiber.join(sent)).status, 200)
      }))
  }
})
