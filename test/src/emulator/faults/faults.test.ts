/** Faults as values, in-process. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import * as RetryPolicy from "../../../../layers/call/RetryPolicy.ts"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { InvalidConfiguration } from "../../../../schemas/errors/CallError.ts"
import { Emulator, type FaultEffect } from "../../../../src/emulator/index.ts"
import { emulated, send, signUp } from "../support/support.ts"

const once = Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.make({ attempts: 1 }))

const reasonOf = (effect: FaultEffect) =>
  Effect.gen(function*() {
    const { faults } = yield* Emulator
    faults.add({ times: 1, respond: effect })
    const error = yield* Effect.flip(once(Projects.getCurrent()))
    return error._tag === "CallError" ? error.reason._tag : error._tag
  })

const statuses = (count: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), () => send("GET", "/api/v1")),
    (answers) => answers.map(({ status }) => status)
  )

const effects: ReadonlyArray<FaultEffect> = [
  { type: "lostBefore" },
  { type: "lostAfter" },
  { type: "partialBody" },
  { type: "tooManyRequests" },
  { type: "loopDetected" },
  { type: "serverError", status: 503 }
]

describe("faults", () => {
  it.effect("O3: each fault causes the matching error in the client", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* Effect.forEach(effects, reasonOf),
        ["ConnectionFailed", "ConnectionFailed", "ConnectionFailed", "RateLimited", "LoopDetected", "HttpFailure"]
      )
    }).pipe(Effect.provide(emulated())))

  it.effect("a fault for an unknown endpoint is rejected with the most similar endpoint as a suggestion", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      const known = { endpoint: "password.signUp", respond: "drop" } as const
      const mistaken = { ...known, endpoint: "password.signin" }

      for (const wrong of [() => faults.add(mistaken), () => faults.follow({ faults: [known, mistaken] })]) {
        assert.throws(
          wrong,
          InvalidConfiguration,
          "endpoint is \"password.signin\", and no endpoint has that name. Did you mean \"password.signIn\"?"
        )
      }
      assert.throws(() => faults.follow([known] as never), InvalidConfiguration, "faults of the plan is not a list.")
      assert.deepStrictEqual(faults.list(), [])
    }).pipe(Effect.provide(emulated())))

  it.effect("a fault delays responses by the emulator's clock, for example a slow refresh", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      yield* signUp()
      faults.add({ endpoint: "oauth.refresh", respond: { type: "latency", duration: "5 seconds" } })
      yield* TestClock.adjust("10 minutes")
      const fiber = yield* Effect.forkChild(Users.getMe())

      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")

      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(emulated())))

  it.effect("a fault distinguishes endpoints on the same path by their requests, for example a refresh and a code exchange", () =>
    Effect.gen(function*() {
      const { faults, fetch } = yield* Emulator
      faults.add({ endpoint: "oauth.refresh", respond: { type: "serverError", status: 502 } })
      faults.add({ endpoint: "oauth.exchangeCode", respond: { type: "serverError", status: 503 } })
      const client = { client_id: "x", client_secret: "y" }
      const code = { code: "z", redirect_uri: "http://localhost/", code_verifier: "v" }
      const sent = [
        { grant_type: "refresh_token", refresh_token: "z", ...client },
        { grant_type: "authorization_code", ...code, ...client }
      ]

      const answers = yield* Effect.forEach(
        sent,
        (fields) =>
          Effect.promise(() =>
            fetch("http://localhost/api/v1/auth/oauth/token", { method: "POST", body: new URLSearchParams(fields) })
          )
      )

      assert.deepStrictEqual(answers.map(({ status }) => status), [502, 503])
    }).pipe(Effect.provide(emulated())))

  it.effect("a scripted fault applies its steps in order and then ends", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      faults.add({ respond: [{ type: "serverError" }, "pass", { type: "tooManyRequests" }] })

      assert.deepStrictEqual(yield* statuses(5), [500, 200, 429, 200, 200])
    }).pipe(Effect.provide(emulated())))

  it.effect("removing a fault plan removes all its faults and keeps all other faults", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      const remove = faults.follow({ faults: [{ respond: { type: "serverError" } }, { times: 3, respond: "drop" }] })
      faults.add({ respond: { type: "tooManyRequests" } })
      const before = yield* statuses(1)

      remove()

      assert.deepStrictEqual([before, yield* statuses(2), faults.list().length], [[500], [429, 429], 1])
      remove()
      assert.lengthOf(faults.list(), 1)
    }).pipe(Effect.provide(emulated())))

  it.effect("probable faults are reproducible with the same seed", () =>
    Effect.gen(function*() {
      const plan = (seed: number) => ({
        seed,
        faults: [{ probability: 0.5, respond: { type: "serverError" } as const }]
      })
      const { faults } = yield* Emulator
      const runs = yield* Effect.forEach([1, 1, 2], (seed) =>
        Effect.suspend(() => {
          const remove = faults.follow(plan(seed))
          return Effect.ensuring(statuses(30), Effect.sync(remove))
        }))

      assert.deepStrictEqual(runs[0], runs[1])
      assert.notDeepEqual(runs[0], runs[2])
      assert.sameMembers([...new Set(runs[0])], [200, 500])
    }).pipe(Effect.provide(emulated())))

  it.effect("probable faults without a seed use the program's Random", () =>
    Effect.gen(function*() {
      const played = Effect.gen(function*() {
        const { faults } = yield* Emulator
        faults.add({ probability: 0.5, respond: { type: "serverError" } })
        return yield* statuses(30)
      }).pipe(Effect.provide(Emulator.layer()), Random.withSeed("replay"))

      assert.deepStrictEqual(yield* played, yield* played)
    }))
})
