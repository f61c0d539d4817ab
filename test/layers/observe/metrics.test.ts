import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as Metrics from "../../../layers/observe/metrics.ts"
import { get, over, read } from "../../../layers/reads/Reads.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { Authenticator } from "../../../src/backend/verify/Authenticator.ts"
import { ann, emulated, signUp } from "../../src/emulator/support/support.ts"
import { settled } from "../../support/contract/calls.ts"
import * as things from "../../support/contract/endpoints.ts"
import { signedOut } from "../../support/contract/project.ts"
import {
  after,
  json,
  knownError,
  lost,
  scriptedTransport,
  silence,
  tooMany
} from "../../support/platform/scriptedTransport.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

/** Runs a program with a separate registry for its metrics. */
const measured = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  program.pipe(Effect.provide(Metrics.layer()), Effect.provideService(Metric.MetricRegistry, new Map()))

/** Returns counts by `name{attributes}`, without the unit. */
const counts = Effect.map(
  Metric.snapshot,
  (snapshots) =>
    Object.fromEntries(snapshots.map(({ attributes, id, state }) => {
      const named = Object.entries(attributes ?? {}).filter(([name]) => name !== "unit").map(([name, value]) =>
        `${name}=${value}`
      ).sort()
      return [`${id}{${named.join(" ")}}`, "count" in state ? Number(state.count) : undefined]
    }))
)

const sumOf = (id: string) =>
  Effect.map(Metric.snapshot, (snapshots) => {
    const sums = snapshots.flatMap((each) => each.id === id && "sum" in each.state ? [each.state.sum] : [])
    return sums.reduce((a, b) => a + b, 0)
  })

describe("Metrics.layer", () => {
  it.effect("metrics count a call with its attempts, waits and outcome", () =>
    measured(Effect.gen(function*() {
      const { layer } = scriptedTransport(tooMany("3"), lost, after("2 seconds", json(things.thing)))

      yield* settled(things.read(), layer)

      assert.deepStrictEqual(yield* counts, {
        "latchkey.attempt.duration{endpoint=things.read status=429}": 1,
        "latchkey.attempt.duration{endpoint=things.read status=none}": 1,
        "latchkey.attempt.duration{endpoint=things.read status=200}": 1,
        "latchkey.wait.duration{endpoint=things.read reason=RateLimited}": 1,
        "latchkey.wait.duration{endpoint=things.read reason=ConnectionFailed}": 1,
        "latchkey.call.duration{endpoint=things.read outcome=ok}": 1
      })
      const [waited, took] = [yield* sumOf("latchkey.wait.duration"), yield* sumOf("latchkey.call.duration")]
      assert.isTrue(waited > 4 && waited <= 6, `${waited} s of waits`)
      assert.closeTo(took, waited + 2, 1e-6)
    })))

  it.effect("metrics count errors by the platform's code or the reason of a CallError", () =>
    measured(Effect.gen(function*() {
      yield* settled(things.read(), scriptedTransport(knownError("USER_NOT_FOUND", 404)).layer)
      yield* settled(things.read(), scriptedTransport(knownError("SOMETHING_NEW_42", 400)).layer)
      yield* settled(things.write({}), scriptedTransport(lost).layer)

      const counted = yield* counts
      assert.strictEqual(counted["latchkey.errors{code=USER_NOT_FOUND endpoint=things.read}"], 1)
      assert.strictEqual(counted["latchkey.errors{code=UnexpectedKnownError endpoint=things.read}"], 1)
      assert.strictEqual(counted["latchkey.errors{code=ConnectionFailed endpoint=things.write}"], 1)
      assert.notInclude(JSON.stringify(counted), "SOMETHING_NEW_42")
    })))

  it.effect("metrics don't count an interrupted call as an error", () =>
    measured(Effect.gen(function*() {
      const calling = yield* things.read().pipe(
        Effect.provide(signedOut.pipe(Layer.provide(scriptedTransport(silence).layer))),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 second")

      yield* Fiber.interrupt(calling)

      const counted = yield* counts
      assert.strictEqual(counted["latchkey.call.duration{endpoint=things.read outcome=interrupted}"], 1)
      assert.isFalse(Object.keys(counted).some((name) => name.startsWith("latchkey.errors")))
    })))

  it.effect("the metrics count each token refresh", () =>
    measured(
      Effect.gen(function*() {
        yield* signUp()
        yield* TestClock.adjust("11 minutes")
        yield* Users.getMe()
        yield* Users.getMe()

        const counted = yield* counts
        assert.strictEqual(counted["latchkey.refreshes{outcome=ok}"], 1)
        assert.strictEqual(counted["latchkey.call.duration{endpoint=users.getMe outcome=ok}"], 2)
      }).pipe(Effect.provide(emulated()))
    ))

  it.effect("metrics count which cached reads needed a request", () =>
    measured(
      Effect.gen(function*() {
        const me = read("me", Users.getMe())
        yield* signUp()
        yield* get(me)
        yield* get(me)
        yield* get(me)

        const counted = yield* counts
        assert.strictEqual(counted["latchkey.reads{cache=miss}"], 1)
        assert.strictEqual(counted["latchkey.reads{cache=hit}"], 2)
      }).pipe(Effect.provide(over(emulated())))
    ))

  it.effect("metrics count authentications of a back end, and whether they needed a request", () =>
    measured(
      Effect.gen(function*() {
        const { authenticate } = yield* Authenticator
        yield* authenticate({ headers: new Headers() })
        const { accessToken, refreshToken } = yield* Password.signUp({
          ...ann,
          verificationCallbackUrl: "http://localhost:3000/handler"
        })
        const auth = { accessToken: Redacted.value(accessToken), refreshToken: Redacted.value(refreshToken) }
        const request = { headers: new Headers({ "x-stack-auth": JSON.stringify(auth) }) }
        yield* authenticate(request)
        yield* authenticate({
          headers: new Headers({ "x-stack-auth": JSON.stringify({ ...auth, accessToken: null }) })
        })

        const counted = yield* counts
        assert.strictEqual(counted["latchkey.authentications{cache=hit status=signed-out}"], 1)
        assert.strictEqual(counted["latchkey.authentications{cache=hit status=signed-in}"], 1)
        assert.strictEqual(counted["latchkey.authentications{cache=miss status=signed-in}"], 1)
      }).pipe(Effect.provide(Authenticator.layer().pipe(Layer.provideMerge(emulated()))))
    ))

  it.effect("the metrics layer passes every span on to the existing tracer and counts only the spans of calls", () =>
    Effect.gen(function*() {
      const { spans: seen, tracer } = recordingTracer()
      const program = measured(Effect.gen(function*() {
        yield* Effect.void.pipe(Effect.withSpan("attempt", { kind: "client", attributes: { secret: "s" } }))
        const counted = yield* counts
        yield* Effect.provide(Users.getMe().pipe(Effect.ignore), emulated())
        return counted
      }))

      const counted = yield* Effect.provideService(program, Tracer.Tracer, tracer)

      assert.deepStrictEqual(counted, {})
      assert.deepStrictEqual(seen.map(({ name }) => name), ["attempt", "users.getMe", "attempt"])
      assert.isTrue(seen.every(({ status }) => status._tag === "Ended"))
    }))

  it.effect("P1: metrics contain nothing of requests and responses", () =>
    measured(
      Effect.gen(function*() {
        yield* signUp()
        yield* Password.signIn({ email: ann.email, password: Redacted.make("a secret guess") }).pipe(Effect.ignore)

        const output = JSON.stringify(yield* Metric.snapshot)
        assert.include(output, "EMAIL_PASSWORD_MISMATCH")
        for (const canary of [ann.email, Redacted.value(ann.password), "a secret guess"]) {
          assert.notInclude(output, canary)
        }
        const names = (yield* Metric.snapshot).flatMap(({ attributes }) => Object.keys(attributes ?? {}))
        assert.deepStrictEqual([...new Set(names)].sort(), ["code", "endpoint", "outcome", "status", "unit"])
      }).pipe(Effect.provide(emulated()))
    ))
})
