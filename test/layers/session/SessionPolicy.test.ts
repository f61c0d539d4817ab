import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { layerMemory } from "effect/persistence/KeyValueStore"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Tabs, tabsOf } from "../../../layers/browser/Tabs.ts"
import { Visibility } from "../../../layers/browser/Visibility.ts"
import { layerKeyValue } from "../../../layers/session/keyValueStore.ts"
import { type Changes, defaults, layer, make, SessionPolicy } from "../../../layers/session/SessionPolicy.ts"
import { TokenStore } from "../../../layers/session/TokenStore.ts"
import { CallError, InvalidConfiguration, Offline } from "../../../schemas/errors/CallError.ts"
import { waitsOf } from "../../../src/testing/waitsOf.ts"
import { project } from "../../support/contract/project.ts"
import { lost, plain, tooMany } from "../../support/platform/scriptedTransport.ts"
import { ended, start, turns } from "../../support/suite/fibers.ts"
import { runs } from "../../support/suite/properties.ts"
import * as sessions from "./sessions.ts"

/** Signs in under the given policy, with a token of this remaining lifetime. Failing calls aren't retried. */
const withPolicy = (changes: Changes, remaining = 0) =>
  sessions.singleAttempt(sessions.signedIn(remaining)).pipe(Effect.provide(layer(changes)), Effect.orDie)

/** Requests tokens repeatedly until `count` refreshes have been sent. Returns the pauses between these refreshes. */
const pausesSeen = (
  { platform, session }: Effect.Success<ReturnType<typeof withPolicy>>,
  count: number,
  resolution = 100
) =>
  Effect.gen(function*() {
    const seen: Array<number> = []
    let last: number | undefined
    for (let call = 0; call < 1000 && seen.length < count; call++) {
      const before = platform.refreshes()
      yield* Effect.exit(session.tokens())
      const now = yield* Clock.currentTimeMillis
      if (platform.refreshes() > before) {
        if (last !== undefined) seen.push(now - last)
        last = now
      }
      yield* TestClock.adjust(resolution)
    }
    return seen
  })

const offline = new CallError({ endpoint: "oauth.refresh", reason: new Offline() })

/** Computes the pauses of a schedule after `count` consecutive failures, without a clock. */
const pausesOf = (schedule: Schedule.Schedule<unknown, CallError>, count: number) =>
  waitsOf(schedule, Array.from({ length: count }, () => offline))

const away: Visibility & { readonly back: (why: "focus" | "online") => void } = (() => {
  const listeners = new Set<(why: "focus" | "online") => void>()
  return {
    onReturn: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    back: (why) => listeners.forEach((listener) => listener(why))
  }
})()

describe("session policy settings", () => {
  it.effect("V4: a custom refresh threshold replaces the 20 s default", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* withPolicy({ threshold: "45 seconds" }, 45_000)

      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 0)

      yield* TestClock.adjust(1)
      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("V4: a custom longestDemand replaces the 1-minute default, and the error message names the custom value", () =>
    Effect.gen(function*() {
      const { session } = yield* withPolicy({ longestDemand: "5 minutes" }, sessions.tenMinutes)

      assert.isTrue(Option.isSome(yield* session.tokens("299999 millis")))
      const { message } = yield* Effect.flip(session.tokens("5 minutes"))
      assert.include(message, "atLeast: Expected 0 to 299,999 milliseconds")
    }))

  it.effect("V4: a custom lockTimeout replaces the 5 s wait for an unresponsive tab", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const frozen = tabsOf({ navigator: { locks: { request: () => new Promise(() => {}) } } })
      const store = Context.get(
        yield* Layer.build(
          layerKeyValue().pipe(
            Layer.provide([layerMemory, project, Layer.succeed(Tabs, frozen)])
          )
        ),
        TokenStore
      )
      const session = yield* sessions.open(platform, store).pipe(Effect.provide(layer({ lockTimeout: "2 seconds" })))
      yield* session.keep(platform.signIn())
      yield* TestClock.adjust(sessions.tenMinutes)

      const caller = yield* start(session.tokens())
      yield* TestClock.adjust(1999)
      assert.strictEqual(platform.refreshes(), 0)
      yield* TestClock.adjust(1)
      yield* turns

      assert.isTrue(Option.isSome(yield* ended(caller)))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a session policy layer inherits omitted settings from the enclosing layer", () =>
    Effect.gen(function*() {
      const policy = yield* SessionPolicy.pipe(
        Effect.provide(
          layer({ lockTimeout: "1 second", threshold: undefined }).pipe(
            Layer.provide(layer({ threshold: "30 seconds" }))
          )
        )
      )

      assert.deepStrictEqual(policy, { ...defaults, threshold: "30 seconds", lockTimeout: "1 second" })
    }))
})

describe("refresh cool-down", () => {
  const pauses = {
    spaced: (millis: number) => Schedule.spaced(millis),
    exponential: (millis: number) => Schedule.exponential(millis, 1.5),
    fibonacci: (millis: number) => Schedule.fibonacci(millis),
    "growing up to a limit": (millis: number) =>
      Schedule.min([Schedule.spaced("1 second"), Schedule.exponential(millis)])
  }
  const Pauses = Schema.Struct({
    kind: Schema.Literals(Object.keys(pauses) as Array<keyof typeof pauses>),
    millis: Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 2000 }))
  })

  it.effect.prop(
    "V4: between failed refreshes, the session waits as long as the policy's schedule requires",
    { of: Pauses },
    ({ of: { kind, millis } }) =>
      Effect.gen(function*() {
        const coolDown = pauses[kind](millis)
        const expected = yield* pausesOf(coolDown, 4)
        const found = yield* withPolicy({ coolDown })
        found.platform.meet(lost)

        const resolution = Math.ceil(millis / 20)
        const seen = yield* pausesSeen(found, 4, resolution)

        assert.lengthOf(seen, 4)
        seen.forEach((pause, n) => {
          assert.isAtLeast(pause, expected[n]!)
          assert.isBelow(pause, expected[n]! + resolution)
        })
      }).pipe(Effect.scoped),
    { arbitrary: { runs: runs(25) } }
  )

  it.effect.prop(
    "D4: the default refresh cool-down grows from 5 s to 30 s, with a jitter factor of 0.8 to 1.2",
    { seed: Schema.String },
    ({ seed }) =>
      Effect.gen(function*() {
        const found = yield* pausesOf(defaults.coolDown, 8).pipe(Random.withSeed(seed))

        const expected = [5, 10, 20, 30, 30, 30, 30, 30]
        found.forEach((pause, n) => {
          assert.isAtLeast(pause, expected[n]! * 800)
          assert.isAtMost(pause, expected[n]! * 1200)
        })
        assert.lengthOf(found, expected.length)
      })
  )

  it.effect("D4: the refresh cool-down restarts after a successful refresh", () =>
    Effect.gen(function*() {
      const found = yield* withPolicy({ coolDown: Schedule.exponential("1 second") })
      const { platform, session } = found
      platform.meet(lost)
      assert.deepStrictEqual(yield* pausesSeen(found, 2), [1000, 2000])
      yield* TestClock.adjust("1 minute")
      platform.meet(undefined)
      yield* session.tokens()

      platform.meet(lost)
      yield* TestClock.adjust(sessions.tenMinutes)

      assert.deepStrictEqual(yield* pausesSeen(found, 2), [1000, 2000])
    }))

  it.effect("D4: the refresh cool-down restarts with a new session", () =>
    Effect.gen(function*() {
      const found = yield* withPolicy({ coolDown: Schedule.exponential("1 second") })
      const { platform, session } = found
      platform.meet(lost)
      assert.deepStrictEqual(yield* pausesSeen(found, 2), [1000, 2000])

      platform.lifeMillis(0)
      yield* session.keep(platform.signIn())

      assert.deepStrictEqual(yield* pausesSeen(found, 2), [1000, 2000])
    }))

  it.effect("D4: a cool-down schedule that ends immediately adds no pause, even if it paused for an earlier session", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* withPolicy({
        coolDown: Schedule.spaced("1 hour").pipe(
          Schedule.setInputType<CallError>(),
          Schedule.while(({ input: { reason } }) => reason._tag === "HttpFailure")
        )
      })
      const refresh = sessions.reasonOf(session.tokens())
      platform.lifeMillis(0)

      platform.meet(lost)
      assert.deepStrictEqual([yield* refresh, yield* refresh], ["ConnectionFailed", "ConnectionFailed"])
      assert.strictEqual(platform.refreshes(), 2)

      platform.meet(plain(502, ""))
      assert.deepStrictEqual([yield* refresh, yield* refresh], ["HttpFailure", "HttpFailure"])
      assert.strictEqual(platform.refreshes(), 3)

      platform.meet(lost)
      yield* session.keep(platform.signIn())
      assert.deepStrictEqual([yield* refresh, yield* refresh], ["ConnectionFailed", "ConnectionFailed"])
      assert.strictEqual(platform.refreshes(), 5)
    }))

  it.effect("D4: the refresh cool-down keeps repeating its last pause after its schedule has ended", () =>
    Effect.gen(function*() {
      const found = yield* withPolicy({ coolDown: Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 2 })) })
      found.platform.meet(lost)

      assert.deepStrictEqual(yield* pausesSeen(found, 4), [1000, 2000, 2000, 2000])
    }))

  it.effect("D4: the cool-down schedule receives the refresh's error", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* withPolicy({
        coolDown: Schedule.forever.pipe(
          Schedule.setInputType<CallError>(),
          Schedule.modifyDelay(({ input: { reason } }) =>
            Effect.succeed(reason._tag === "RateLimited" ? "1 minute" : "1 second")
          )
        )
      })

      platform.meet(lost)
      yield* Effect.exit(session.tokens())
      yield* TestClock.adjust("1 second")
      platform.meet(tooMany())
      assert.strictEqual(yield* sessions.reasonOf(session.tokens()), "RateLimited")
      yield* TestClock.adjust(59_999)
      yield* Effect.exit(session.tokens())

      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("V3: a negative delay of the cool-down schedule counts as no delay", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* withPolicy({
        coolDown: Schedule.forever.pipe(Schedule.modifyDelay(() => Effect.succeed(Duration.millis(-1000))))
      })
      platform.meet(lost)
      yield* Effect.exit(session.tokens())
      platform.meet(undefined)

      assert.isTrue(Option.isSome(yield* session.tokens()))
    }))

  it.effect("A11: the refresh cool-down ends when the browser is back online, but not when the page merely regains focus", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* Effect.provideService(
        withPolicy({ coolDown: Schedule.spaced("1 hour") }),
        Visibility,
        away
      )
      platform.meet(lost)
      yield* Effect.exit(session.tokens())
      platform.meet(undefined)

      away.back("focus")
      assert.strictEqual(yield* sessions.reasonOf(session.tokens()), "ConnectionFailed")

      away.back("online")
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 2)
    }))
})

describe("invalid session policy", () => {
  const faulty: ReadonlyArray<readonly [what: string, changes: { readonly [name: string]: unknown }, setting: string]> =
    [
      ["a negative threshold", { threshold: -1 }, "threshold"],
      ["a threshold that is not a duration", { threshold: "soon" }, "threshold"],
      ["a threshold that exceeds longestDemand", { threshold: "1 minute" }, "threshold"],
      ["an infinite longestDemand", { longestDemand: Infinity }, "longestDemand"],
      ["a longestDemand of 0", { longestDemand: 0 }, "longestDemand"],
      ["a number as cool-down", { coolDown: 5000 }, "coolDown"],
      ["no cool-down", { coolDown: null }, "coolDown"],
      ["a lockTimeout of 0", { lockTimeout: "0 seconds" }, "lockTimeout"],
      ["an infinite lockTimeout", { lockTimeout: "Infinity" }, "lockTimeout"],
      ["a negative idleAfter", { idleAfter: -5n }, "idleAfter"]
    ]
  for (const [what, changes, setting] of faulty) {
    it.effect(`V4: building a session layer fails with InvalidConfiguration with ${what}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Effect.scoped(Layer.build(layer(changes as Changes))))

        assert.instanceOf(error, InvalidConfiguration)
        assert.strictEqual(error.setting, `sessionPolicy.${setting}`)
        assert.match(error.message, /is .+\. Give a .+\.$/)
      }))
  }

  it.effect("V4: a session policy that no layer has validated fails each call of the session before sending anything", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0).pipe(
        Effect.provideService(SessionPolicy, make({ threshold: NaN }))
      )

      const { reason } = yield* Effect.flip(session.tokens())

      assert.strictEqual(reason._tag, "InvalidConfiguration")
      assert.isTrue(Option.isNone(yield* session.tokensIfAny))
      assert.strictEqual(platform.refreshes(), 0)
    }))
})
