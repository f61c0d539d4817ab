import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as TestClock from "effect/testing/TestClock"
import * as Access from "../../../layers/access/access.ts"
import * as Project from "../../../layers/call/Project.ts"
import { make, RetryPolicy } from "../../../layers/call/RetryPolicy.ts"
import * as SharedRateLimitGate from "../../../layers/fleet/SharedRateLimitGate.ts"
import { layer as layerSession } from "../../../layers/session/Session.ts"
import { layerMemory } from "../../../layers/session/TokenStore.ts"
import type { CallError } from "../../../schemas/errors/index.ts"
import { failureOf } from "../../support/contract/calls.ts"
import { read, thing } from "../../support/contract/endpoints.ts"
import { projectId, signedOut } from "../../support/contract/project.ts"
import {
  type Answer,
  fromAnotherProcess,
  json,
  scriptedTransport,
  tooMany
} from "../../support/platform/scriptedTransport.ts"

/**
 * A server in front of a platform. The effect sends one request and returns its outcome, or the required wait in
 * milliseconds.
 */
const serverOver = (
  platform: ReturnType<typeof scriptedTransport>,
  limiter: RateLimiter.RateLimiter,
  level = signedOut
) =>
  Effect.gen(function*() {
    const gate = SharedRateLimitGate.layer().pipe(Layer.provide(Layer.succeed(RateLimiter.RateLimiter, limiter)))
    const services = yield* Layer.build(Layer.fresh(Layer.provide(level, [fromAnotherProcess(platform.layer), gate])))
    return Effect.map(
      Effect.exit(Effect.provide(read(), services).pipe(Effect.provideService(RetryPolicy, make({ attempts: 1 })))),
      (exit) => {
        if (Exit.isSuccess(exit)) return "answered"
        const { reason } = failureOf(exit) as CallError
        return reason._tag === "RateLimited" ? reason.retryAfterMillis : reason._tag
      }
    )
  })

/** Several servers that share one limiter and call the same platform. */
const fleetOf = (servers: number, ...answers: readonly [Answer, ...ReadonlyArray<Answer>]) =>
  Effect.gen(function*() {
    const { layer, requests } = scriptedTransport(...answers)
    const limiter = Context.get(
      yield* Layer.build(Layer.fresh(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory)))),
      RateLimiter.RateLimiter
    )
    const platform = { layer, requests, aborted: () => 0 }
    const [first, ...others] = yield* Effect.forEach(Array(servers), () => serverOver(platform, limiter))
    return { requests, limiter, platform, first: first!, others, all: [first!, ...others] }
  })

describe("SharedRateLimitGate.layer", () => {
  it.effect("R4 V4: after one server is rate limited, no server sends a request until the Retry-After time has passed", () =>
    Effect.gen(function*() {
      const { all, first, requests } = yield* fleetOf(4, tooMany("10"), json(thing))

      yield* first
      yield* TestClock.adjust("4 seconds")

      assert.deepStrictEqual(yield* Effect.all(all), [6000, 6000, 6000, 6000])
      assert.lengthOf(requests, 1)

      yield* TestClock.adjust("6 seconds")

      assert.deepStrictEqual(yield* Effect.all(all), ["answered", "answered", "answered", "answered"])
      assert.deepStrictEqual(requests.map(({ at }) => at), [0, 10_000, 10_000, 10_000, 10_000])
    }))

  it.effect("a call that arrives 200 ms before a rate limit ends waits at the shared rate-limit gate, and is then sent", () =>
    Effect.gen(function*() {
      const { first, others, requests } = yield* fleetOf(2, tooMany("10"), json(thing))
      yield* first
      yield* TestClock.adjust("9.8 seconds")

      const waiting = yield* Effect.forkChild(others[0]!)
      yield* TestClock.adjust("200 millis")

      assert.strictEqual(yield* Fiber.join(waiting), "answered")
      assert.deepStrictEqual(requests.map(({ at }) => at), [0, 10_000])
    }))

  for (
    const [where, headers] of Object.entries({
      "in the newer header": { "x-hexclave-actual-status": "429" },
      "twice": { "x-stack-actual-status": "429, 429" }
    })
  ) {
    it.effect(`R4: a 429 within a 200 response, signalled ${where}, applies to all servers`, () =>
      Effect.gen(function*() {
        const refusal = json({}, { ...headers, "retry-after": "10" })
        const { first, others } = yield* fleetOf(2, refusal, json(thing))
        yield* first

        assert.strictEqual(yield* others[0]!, 10_000)
      }))
  }

  it.effect("the shared rate-limit gate doesn't affect another host", () =>
    Effect.gen(function*() {
      const { first, limiter, platform } = yield* fleetOf(1, tooMany("10"), json(thing))
      yield* first
      const elsewhere = Project.layer({ projectId, baseUrl: "https://other.test" })
      const level = Access.layerClient().pipe(
        Layer.provideMerge(layerSession()),
        Layer.provide(layerMemory()),
        Layer.provideMerge(elsewhere)
      )

      assert.strictEqual(yield* yield* serverOver(platform, limiter, level), "answered")
    }))

  it.effect("a 429 without Retry-After doesn't slow other servers", () =>
    Effect.gen(function*() {
      const { first, others } = yield* fleetOf(2, tooMany(), json(thing))

      assert.strictEqual(yield* first, undefined)
      assert.strictEqual(yield* others[0]!, "answered")
    }))

  it.effect("S2: one request every 5 s probes the platform if calls would wait too long, and a successful probe opens the shared rate-limit gate", () =>
    Effect.gen(function*() {
      const { all, first, requests } = yield* fleetOf(3, tooMany("3600"), tooMany("3600"), json(thing))
      yield* first
      yield* Effect.all(all)
      yield* TestClock.adjust("5 seconds")
      yield* Effect.all(all)
      assert.deepStrictEqual(requests.map(({ at }) => at), [0, 5000])

      yield* TestClock.adjust("5 seconds")
      const outcomes = yield* Effect.all(all)

      assert.include(outcomes, "answered")
    }))

  it.effect("R4 V4: all requests of a fleet are sent once the Retry-After time has passed, regardless of the number of 429s", () =>
    Effect.gen(function*() {
      const answered = json(thing)
      const { all, first, others, requests } = yield* fleetOf(
        20,
        tooMany("1"),
        answered,
        tooMany("1"),
        answered,
        answered,
        tooMany("1"),
        answered
      )
      // the platform rejects and accepts requests alternately
      yield* first
      yield* TestClock.adjust("1 second")
      yield* first
      yield* others[0]!
      yield* TestClock.adjust("1 second")
      yield* first
      yield* others[1]!
      yield* others[2]!
      yield* TestClock.adjust("1 second")
      const before = requests.length

      const outcomes = yield* Effect.all([...all, ...all])

      assert.deepStrictEqual(outcomes, outcomes.map(() => "answered"))
      assert.lengthOf(requests, before + outcomes.length)
    }))

  for (const fault of ["fails", "doesn't respond"] as const) {
    it.effect(`the shared rate-limit gate lets requests through while the limiter ${fault}`, () =>
      Effect.gen(function*() {
        const broken = fault === "doesn't respond" ? Effect.never : Effect.fail(
          new RateLimiter.RateLimiterError({
            reason: new RateLimiter.RateLimitStoreError({ message: "gone", cause: undefined })
          })
        )
        const limiter: RateLimiter.RateLimiter = {
          [RateLimiter.TypeId]: RateLimiter.TypeId,
          consume: () => broken,
          adaptiveConsume: () => broken,
          adaptiveFeedback: () => broken
        }
        const sent = yield* Effect.forkChild(yield* serverOver(scriptedTransport(json(thing)), limiter))

        yield* TestClock.adjust("1 second")

        assert.strictEqual(yield* Fiber.join(sent), "answered")
      }))
  }
})
