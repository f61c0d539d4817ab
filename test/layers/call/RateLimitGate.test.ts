import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import {
  type Bucket,
  type Gate,
  gateDefaults,
  make,
  type Permit,
  RateLimitGate
} from "../../../layers/call/RateLimitGate.ts"
import { make as makePolicy, type PolicyInput, RetryPolicy } from "../../../layers/call/RetryPolicy.ts"
import { Transport } from "../../../layers/call/Transport.ts"
import { read, thing } from "../../support/contract/endpoints.ts"
import { accessToken, signedIn, signedOut } from "../../support/contract/project.ts"
import { after, json, type Scripted, scriptedTransport, tooMany } from "../../support/platform/scriptedTransport.ts"

/**
 * Simulates a platform that rate limits some sessions for a number of seconds. `signedOut`: requests without a session.
 */
const platformRefusing = (isRefused: (user: string, at: number) => number | undefined) => {
  const transport: Scripted = scriptedTransport((request) => {
    const user = userOf(request.headers["x-stack-refresh-token"])
    const seconds = isRefused(user, transport.requests.at(-1)!.at)
    return after("20 millis", seconds === undefined ? json(thing) : tooMany(String(seconds)))(request)
  })
  const sent = () =>
    transport.requests.map(({ at, headers }) => `${userOf(headers["x-stack-refresh-token"])} ${at / 1000}`)
  return { transport, sent }
}

const userOf = (refreshToken: string | undefined) => refreshToken?.replace(/-.*/, "") ?? "signedOut"

/** A back end with a client for each user. The clients share a gate. */
const backEnd = ({ transport }: ReturnType<typeof platformRefusing>, gate: Gate = make(gateDefaults)) => ({
  call: (user: string, retryPolicy: PolicyInput = {}) => {
    const level = user === "signedOut" ? signedOut : signedIn(accessToken(), `${user}-${"r".repeat(40)}`)
    return Effect.forkChild(
      Effect.exit(Effect.provideService(
        Effect.provide(
          read(),
          Layer.fresh(Layer.provide(level, [transport.layer, Layer.succeed(RateLimitGate, gate)]))
        ),
        RetryPolicy,
        makePolicy(retryPolicy)
      ))
    )
  }
})

const users = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`)

const succeeded = (fibers: ReadonlyArray<Fiber.Fiber<Exit.Exit<unknown, unknown>>>) =>
  Effect.map(Effect.forEach(fibers, Fiber.join), (exits) => exits.filter(Exit.isSuccess).length)

describe("the gate after 429s for sessions", () => {
  it.effect("S2: one user's 429 delays no other user", () =>
    Effect.gen(function*() {
      const platform = platformRefusing((user) => user === "mallory" ? 20 : undefined)
      const { call } = backEnd(platform)
      yield* call("mallory")
      yield* TestClock.adjust("1 second")

      const others = yield* Effect.forEach(users(20), (user) => call(user))
      yield* TestClock.adjust("20 millis")

      assert.strictEqual(yield* succeeded(others), 20)
      assert.deepStrictEqual(platform.sent().slice(0, 2), ["mallory 0", "p0 1"])
    }))

  it.effect("S2: other users' calls need no extra attempt while one user is constantly rate limited, whatever Retry-After requires", () =>
    Effect.gen(function*() {
      for (const seconds of [1, 20, 3600, 1_000_000_000]) {
        const platform = platformRefusing((user) => user === "mallory" ? seconds : undefined)
        const { call } = backEnd(platform)
        const others: Array<Fiber.Fiber<Exit.Exit<unknown, unknown>>> = []
        for (const user of users(20)) {
          yield* call("mallory")
          others.push(yield* call(user, { attempts: 1 }))
          yield* TestClock.adjust("500 millis")
        }

        assert.strictEqual(yield* succeeded(others), 20)
      }
    }))

  it.effect("R4: after a session is rate limited, its calls wait for the Retry-After time, and then one of them is sent first", () =>
    Effect.gen(function*() {
      const platform = platformRefusing((_, at) => at < 20_000 ? 20 : undefined)
      const { call } = backEnd(platform)
      const first = yield* call("mallory")
      yield* TestClock.adjust("1 second")
      const others = yield* Effect.forEach(Array(1000), () => call("mallory"))
      yield* TestClock.adjust("19.03 seconds")
      assert.deepStrictEqual(platform.sent(), ["mallory 0", "mallory 20.02"])

      yield* TestClock.adjust("3 seconds")

      assert.strictEqual(yield* succeeded([first, ...others]), 1001)
    }))

  it.effect("R4: consecutive 429s for two different sessions block all calls", () =>
    Effect.gen(function*() {
      const platform = platformRefusing((_, at) => at < 3000 ? 3 : undefined)
      const { call } = backEnd(platform)
      const refused = [yield* call("a"), yield* call("b")]
      yield* TestClock.adjust("1 second")

      const others = yield* Effect.forEach(users(1000), (user) => call(user))
      yield* TestClock.adjust("1999 millis")
      assert.deepStrictEqual(platform.sent(), ["a 0", "b 0"])
      yield* TestClock.adjust("5 seconds")

      assert.strictEqual(yield* succeeded([...refused, ...others]), 1002)
    }))

  it.effect("R4: a 429 for a request without a session blocks all calls", () =>
    Effect.gen(function*() {
      const platform = platformRefusing((_, at) => at < 3000 ? 3 : undefined)
      const { call } = backEnd(platform)
      yield* call("signedOut")
      yield* TestClock.adjust("1 second")

      const others = yield* Effect.forEach(users(10), (user) => call(user))
      yield* TestClock.adjust("1999 millis")
      assert.deepStrictEqual(platform.sent(), ["signedOut 0"])
      yield* TestClock.adjust("5 seconds")

      assert.strictEqual(yield* succeeded(others), 10)
    }))

  it.effect("S2: the rate-limit gate stays open for other users if a call succeeds between two users' 429s", () =>
    Effect.gen(function*() {
      const platform = platformRefusing((user) => user.startsWith("mallory") ? 20 : undefined)
      const { call } = backEnd(platform)
      for (const user of ["mallory1", "p1", "mallory2"]) {
        yield* call(user)
        yield* TestClock.adjust("20 millis")
      }

      const others = yield* Effect.forEach(users(10), (user) => call(user, { attempts: 1 }))
      yield* TestClock.adjust("20 millis")

      assert.strictEqual(yield* succeeded(others), 10)
    }))

  it.effect("S2: two rate-limited users delay other users only once, by at most five seconds", () =>
    Effect.gen(function*() {
      const platform = platformRefusing((user) => user.startsWith("mallory") ? 60 : undefined)
      const { call } = backEnd(platform)
      yield* call("mallory1")
      yield* call("mallory2")
      yield* TestClock.adjust("1 second")
      const others = yield* Effect.forEach(users(100), (user) => call(user))
      yield* TestClock.adjust("3999 millis")
      assert.lengthOf(platform.sent(), 2)

      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* succeeded(others), 100)
      assert.isAbove(new Set(platform.sent().slice(3).map((each) => each.split(" ")[1])).size, 50, "not all at once")

      // later 429 responses delay only these two users
      yield* TestClock.adjust("1 minute")
      const later = yield* Effect.forEach(users(100), (user) => call(user, { attempts: 1 }))
      yield* TestClock.adjust("20 millis")
      assert.strictEqual(yield* succeeded(later), 100)
    }))

  it.effect("R4: waiting calls send one probe every five seconds while all users are rate limited", () =>
    Effect.gen(function*() {
      const platform = platformRefusing(() => 60)
      const { call } = backEnd(platform)
      yield* call("a")
      yield* call("b")
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach(users(1000), (user) => call(user))
      yield* TestClock.adjust("29 seconds")

      const probes = platform.sent().slice(2).map((each) => Number(each.split(" ")[1]))
      assert.deepStrictEqual(probes, [5.02, 10.04, 15.06, 20.08, 25.1])
    }))

  it.effect("V1: a schedule that waits longer than the rate-limit gate requires keeps its own wait", () =>
    Effect.gen(function*() {
      const platform = platformRefusing((user) => user.startsWith("mallory") ? 6 : undefined)
      const { call } = backEnd(platform)
      yield* call("mallory1", { attempts: 1 })
      yield* call("mallory2", { attempts: 1 })
      yield* TestClock.adjust("1 second")
      const slow = yield* call("p0", Schedule.spaced("30 seconds"))
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(yield* succeeded([slow]), 1)
      assert.deepStrictEqual(platform.sent().filter((each) => each.startsWith("p0")), ["p0 31"])
    }))

  it.effect("P1: the session id that the rate-limit gate receives reveals neither the access token nor the refresh token", () =>
    Effect.gen(function*() {
      const seen: Array<Bucket> = []
      const gate: Gate = {
        acquire: (bucket, isLast) => {
          seen.push(bucket)
          return make(gateDefaults).acquire(bucket, isLast)
        }
      }
      const { call } = backEnd(platformRefusing(() => undefined), gate)
      for (const user of ["a", "a", "b", "signedOut"]) {
        yield* call(user)
        yield* TestClock.adjust("20 millis")
      }

      const [a, again, b, signedOutUser] = seen.map(({ session }) => session)
      assert.strictEqual(a, again)
      assert.notStrictEqual(a, b)
      assert.strictEqual(signedOutUser, undefined)
      assert.match(a!, /^-?\w{1,7}$/)
    }))
})

/** A request that passes the gate, its response, and the time that passes afterwards. */
const AnyEvent = Schema.Struct({
  session: Schema.Literals(["a", "b", "c", "d", "e", ""]),
  refusedFor: Schema.UndefinedOr(Schema.Literals([0, 500, 4000, 20_000, 7_200_000])),
  answers: Schema.Literals(["at once", "after the next request", "never"]),
  isLast: Schema.Boolean,
  passes: Schema.Literals([0, 1, 400, 3000, 5000, 21_000])
})

describe("any sequence of responses", () => {
  const transport = Effect.map(Transport, (transport) => transport).pipe(
    Effect.provide(scriptedTransport(json(thing)).layer)
  )

  it.effect.prop(
    "S2: a session that was never rate limited passes the rate-limit gate within 6.5 s if other sessions get responses",
    { events: Schema.Array(AnyEvent) },
    ({ events }) =>
      Effect.gen(function*() {
        const gate = make(gateDefaults)
        const common = { transport: yield* transport, apiUrl: "https://api.test/api/v1", partition: undefined }
        let late: Effect.Effect<unknown> = Effect.void
        const respond = (permit: Permit, refusedFor: number | undefined) =>
          refusedFor === undefined ? permit.succeeded : permit.rateLimited(Duration.millis(refusedFor))
        for (const { answers, isLast, passes, refusedFor, session } of events) {
          const bucket: Bucket = { ...common, session: session === "" ? undefined : session }
          const fiber = yield* Effect.forkChild(Effect.option(gate.acquire(bucket, isLast)), { startImmediately: true })
          yield* TestClock.adjust("1500 millis")
          const permit = yield* Fiber.join(fiber)
          yield* late
          late = Effect.void
          if (permit._tag === "Some" && answers === "at once") yield* respond(permit.value, refusedFor)
          if (permit._tag === "Some" && answers !== "at once" && answers !== "never") {
            late = respond(permit.value, refusedFor)
          }
          yield* TestClock.adjust(passes)
        }

        const honest: Bucket = { ...common, session: "honest" }
        const fiber = yield* Effect.forkChild(
          gate.acquire(honest, false).pipe(
            Effect.catch(({ admitted, retryAfter }) =>
              Effect.raceFirst(
                Effect.andThen(Effect.sleep(retryAfter), Effect.orDie(gate.acquire(honest, true))),
                admitted ?? Effect.never
              )
            )
          ),
          { startImmediately: true }
        )
        yield* TestClock.adjust("6500 millis")

        assert.isDefined(fiber.pollUnsafe(), "the gate has opened")
      })
  )
})
