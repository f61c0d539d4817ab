import { assert, describe, it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Visibility } from "../../../layers/browser/Visibility.ts"
import { followStore } from "../../../layers/session/currentSession.ts"
import { makeMutex } from "../../../layers/session/mutex.ts"
import { makeSessionUse } from "../../../layers/session/refreshAhead.ts"
import { layerRefreshAhead, Session, type SessionState } from "../../../layers/session/Session.ts"
import { layer } from "../../../layers/session/SessionPolicy.ts"
import { lost } from "../../support/platform/scriptedTransport.ts"
import { ended, start, turns } from "../../support/suite/fibers.ts"
import { runs } from "../../support/suite/properties.ts"
import * as sessions from "./sessions.ts"

const everyMinute = Schedule.spaced("1 minute")

/** Advances the clock in steps, and waits until the program is idle after each step. */
const pass = (millis: number, step = 10_000) =>
  Effect.gen(function*() {
    for (let remaining = millis; remaining > 0; remaining -= step) {
      yield* TestClock.adjust(Math.min(remaining, step))
      yield* turns
    }
  })

/** Opens a signed-in session that is refreshed ahead while the scope is open. */
const ahead = (schedule: Schedule.Schedule<unknown, SessionState> = everyMinute, remaining = sessions.tenMinutes) =>
  Effect.gen(function*() {
    const found = yield* sessions.singleAttempt(sessions.signedIn(remaining))
    yield* Layer.build(layerRefreshAhead(schedule)).pipe(Effect.provideService(Session, found.session))
    yield* turns
    return found
  })

/** A page that can be hidden and shown. */
const page = () => {
  const listeners = new Set<() => void>()
  let hidden = false
  const visibility: Visibility = {
    isHidden: () => hidden,
    onReturn: (listener) => {
      const onFocus = () => listener("focus")
      listeners.add(onFocus)
      return () => void listeners.delete(onFocus)
    }
  }
  return {
    visibility,
    listeners,
    hide: () => {
      hidden = true
    },
    show: () => {
      hidden = false
      listeners.forEach((listener) => listener())
    }
  }
}

const watch = (session: sessions.Service) => session.subscribe(() => {})

describe("a session that is refreshed ahead", () => {
  const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 }))

  it.effect.prop(
    "D18: with a session that refreshes ahead, callers find a valid token without waiting, whatever the interval of the schedule",
    { every: Seconds, delays: Schema.Array(Seconds).check(Schema.isMinLength(1), Schema.isMaxLength(20)) },
    ({ delays, every }) =>
      Effect.gen(function*() {
        const { platform, session } = yield* ahead(Schedule.spaced(every * 1000))
        watch(session)
        platform.takes(2000)

        for (const seconds of delays) {
          yield* pass(seconds * 1000, 1000)
          const before = platform.refreshes()
          const call = yield* start(session.tokens(15_000))

          assert.isTrue(Option.isSome(yield* ended(call)))
          assert.strictEqual(platform.refreshes(), before)
        }
      }).pipe(Effect.scoped),
    { arbitrary: { runs: runs(25) } }
  )

  it.effect("D18: a session that refreshes ahead sends one refresh per token lifetime, when the token would expire before the next check", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* ahead()
      watch(session)

      yield* pass(539_000)
      assert.strictEqual(platform.refreshes(), 0)
      yield* pass(1000)
      assert.strictEqual(platform.refreshes(), 1)

      yield* pass(60 * 60_000)
      assert.strictEqual(platform.refreshes(), 1 + Math.floor(60 / 9))
    }))

  it.effect("D1: callers share a refresh ahead that is under way", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* ahead(everyMinute, 79_000)
      platform.takes(300)
      watch(session)
      yield* pass(60_000)
      assert.strictEqual(platform.refreshes(), 1)

      const callers = yield* start(Effect.forEach(Array(100), () => session.tokens(), { concurrency: "unbounded" }))
      yield* TestClock.adjust(300)

      assert.isTrue((yield* ended(callers)).every(Option.isSome))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("E4: all tabs that refresh ahead share one refresh", () =>
    Effect.gen(function*() {
      const { platform, store } = yield* sessions.signedIn(sessions.tenMinutes)
      const shared = { ...store, withRefreshLock: makeMutex() }
      platform.takes(300)
      for (let tab = 0; tab < 8; tab++) {
        const session = yield* sessions.open(platform, shared)
        watch(session)
        yield* Effect.forkScoped(session.refreshAhead(everyMinute))
      }

      yield* pass(550_000)

      assert.strictEqual(platform.refreshes(), 1)
    }))
})

describe("an idle session", () => {
  it.effect("D18: an idle session is not refreshed ahead until a caller reads tokens", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* ahead()
      yield* pass(60 * 60_000, 60_000)
      assert.strictEqual(platform.refreshes(), 0)

      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 1)
      yield* pass(10 * 60_000)

      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("D18: a session becomes idle 15 minutes after the last read of its tokens, or after the policy's idleAfter", () =>
    Effect.gen(function*() {
      const lengths = [["15 minutes", 1], ["25 minutes", 2]] as const
      for (const [idleAfter, refreshes] of lengths) {
        yield* Effect.gen(function*() {
          const { platform, session } = yield* ahead().pipe(Effect.provide(layer({ idleAfter })))
          yield* session.tokens()

          yield* pass(60 * 60_000, 60_000)

          assert.strictEqual(platform.refreshes(), refreshes)
        }).pipe(Effect.scoped)
      }
    }))

  it.effect("D18: a session without subscribers or stream consumers is idle", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* ahead()
      const stop = watch(session)
      yield* pass(10 * 60_000)
      stop()
      stop()
      yield* pass(60 * 60_000, 60_000)
      assert.strictEqual(platform.refreshes(), 1)

      const stream = yield* start(Stream.runDrain(session.changes))
      yield* pass(60_000)
      assert.strictEqual(platform.refreshes(), 2)
      yield* Fiber.interrupt(stream)
      yield* pass(60 * 60_000, 60_000)

      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("D18: a session is refreshed ahead of its expiry only after a sign-in, not while signed out", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* ahead()
      watch(session)
      yield* session.end
      yield* pass(60 * 60_000, 60_000)
      assert.strictEqual(platform.requests.length, 0)

      yield* session.keep(platform.signIn())
      yield* pass(10 * 60_000)

      assert.strictEqual(platform.refreshes(), 1)
    }))
})

describe("a session that is used again", () => {
  const beginUse = {
    "subscribes": (session: sessions.Service) => Effect.sync(() => void watch(session)),
    "reads tokens": (session: sessions.Service) => Effect.asVoid(session.tokens())
  }
  for (const [how, begin] of Object.entries(beginUse)) {
    it.effect(`D18: a session in use is refreshed ahead as soon as a caller ${how}, before the schedule's next check`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* ahead(Schedule.spaced("5 minutes"), 60_000)
        yield* pass(10_000)
        assert.strictEqual(platform.refreshes(), 0)

        yield* begin(session)
        yield* turns

        assert.strictEqual(platform.refreshes(), 1)
      }))
  }
})

describe("use of a session", () => {
  const used = Effect.gen(function*() {
    const session = yield* followStore(yield* sessions.storeOf(null), { millis: undefined })
    const use = makeSessionUse(session)
    let beginnings = 0
    const stop = use.onUsed(60_000, () => beginnings++)
    return { session, stop, use, beginnings: () => beginnings }
  })

  it.effect("D18: after a read of its tokens, a session is in use for the policy's idleAfter, and listeners are notified only when an idle session comes into use", () =>
    Effect.gen(function*() {
      const { beginnings, use } = yield* used

      assert.isFalse(use.isUsed(0, 60_000))
      for (const now of [0, 1, 30_000]) use.recordUse(now)
      assert.strictEqual(beginnings(), 1)
      assert.deepStrictEqual([use.isUsed(89_999, 60_000), use.isUsed(90_000, 60_000)], [true, false])

      use.recordUse(90_000)
      assert.strictEqual(beginnings(), 2)
    }))

  it.effect("D18: a session comes into use with its first subscriber, and listeners are notified of this use until they are removed", () =>
    Effect.gen(function*() {
      const { beginnings, session, stop, use } = yield* used

      const watchers = [session.subscribe(() => {}), session.subscribe(() => {})]
      assert.deepStrictEqual([beginnings(), use.isUsed(0, 60_000)], [1, true])
      for (const leave of watchers) leave()
      assert.isFalse(use.isUsed(0, 60_000))

      stop()
      session.subscribe(() => {})
      use.recordUse(0)
      assert.strictEqual(beginnings(), 1)
    }))
})

describe("a hidden page", () => {
  it.effect("D18: a hidden page doesn't refresh ahead, and refreshes immediately when it is shown again", () =>
    Effect.gen(function*() {
      const { hide, show, visibility } = page()
      const { platform, session } = yield* Effect.provideService(ahead(), Visibility, visibility)
      watch(session)
      hide()
      yield* pass(60 * 60_000, 60_000)
      assert.strictEqual(platform.refreshes(), 0)

      show()
      yield* turns

      assert.strictEqual(platform.refreshes(), 1)
    }))
})

describe("a native shell", () => {
  it.effect("D18: a native shell counts as visible if it doesn't report visibility", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* Effect.provideService(ahead(), Visibility, { onReturn: () => () => {} })
      watch(session)

      yield* pass(10 * 60_000)

      assert.strictEqual(platform.refreshes(), 1)
    }))
})

describe("a session that can't be refreshed", () => {
  it.effect("D18: a session without a refresh token is not refreshed ahead and sends no request", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const { accessToken } = platform.signIn()
      const session = yield* sessions.open(platform, yield* sessions.storeOf({ accessToken, refreshToken: undefined }))
      const states = sessions.statesOf(session)
      const running = yield* start(session.refreshAhead(everyMinute))

      yield* pass(20 * 60_000)

      assert.isUndefined(running.pollUnsafe())
      assert.isEmpty(platform.requests)
      assert.isEmpty(states)
    }))
})

describe("refreshing ahead during an outage", () => {
  for (const every of ["1 second", "10 minutes"] as const) {
    it.effect(`D18: refreshing ahead every ${every} during an outage keeps the session, sends one refresh per cool-down and recovers afterwards`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* ahead(Schedule.spaced(every)).pipe(
          Effect.provide(layer({ coolDown: Schedule.spaced("7 seconds") }))
        )
        watch(session)
        const states = sessions.statesOf(session)
        platform.meet(lost)
        yield* pass(10 * 60_000, 1000)
        const before = platform.refreshes()
        yield* pass(60_000, 1000)
        const refreshes = platform.refreshes() - before
        assert.isTrue(refreshes === 8 || refreshes === 9, `${refreshes} times`)

        platform.meet(undefined)
        yield* pass(8000, 1000)
        const after = platform.refreshes()

        assert.isTrue(Option.isSome(yield* session.tokens()))
        assert.strictEqual(platform.refreshes(), after)
        assert.notInclude(states, "SignedOut")
      }).pipe(Effect.orDie))
  }

  it.effect("D5: a session that refreshes ahead ends once when the platform rejects the refresh token, and sends no more requests", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* ahead()
      watch(session)
      const states = sessions.statesOf(session)
      platform.revoke(tokens)

      yield* pass(60 * 60_000, 60_000)

      assert.deepStrictEqual(states, ["SignedOut"])
      assert.strictEqual(platform.refreshes(), 1)
    }))
})

describe("the schedule of refreshing ahead", () => {
  it.effect("D18: the schedule of refreshing ahead receives the state of the session, and can end refreshing ahead", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(sessions.tenMinutes)
      watch(session)
      const whileSignedIn = everyMinute.pipe(
        Schedule.setInputType<SessionState>(),
        Schedule.while(({ input }) => input._tag === "SignedIn")
      )
      const running = yield* start(session.refreshAhead(whileSignedIn))
      yield* pass(60_000)
      yield* session.end

      yield* pass(60_000)

      yield* ended(running)
      assert.strictEqual(platform.requests.length, 0)
    }))

  it.effect("D18: a schedule of refreshing ahead without delays checks once a second, and sends only necessary refreshes", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* ahead(Schedule.forever)
      watch(session)
      platform.lifeMillis(0)

      yield* pass(580_000, 10_000)
      const before = platform.refreshes()
      yield* pass(10_000, 1000)

      assert.isAtMost(before, 1)
      assert.isAtMost(platform.refreshes() - before, 10)
    }))

  const delays = { "60 days": 2 ** 31 - 1, "61 seconds": 61_000, "1 second": 1000, "1 millis": 1000, "0 millis": 1000 }
  for (const [delay, expected] of Object.entries(delays)) {
    it.effect(`D18: refreshing ahead checks again after ${expected} ms for a delay of ${delay}, within the limits of timers and of one check per second`, () =>
      Effect.gen(function*() {
        const { session } = yield* sessions.signedIn(sessions.tenMinutes)
        let checks = 0
        const counting = Schedule.forever.pipe(
          Schedule.modifyDelay(() => Effect.sync(() => (checks++, delay as Duration.Input)))
        )
        yield* start(session.refreshAhead(counting))

        yield* TestClock.adjust(expected - 1)
        assert.strictEqual(checks, 1)
        yield* TestClock.adjust(1)
        assert.strictEqual(checks, 2)
      }))
  }

  it.effect("D15: a session that refreshes ahead leaves no listener or timer behind when its layer is closed", () =>
    Effect.gen(function*() {
      const { listeners, visibility } = page()
      const found = yield* Effect.provideService(sessions.signedIn(sessions.tenMinutes), Visibility, visibility)
      const before = listeners.size
      watch(found.session)
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(layerRefreshAhead(everyMinute), scope).pipe(
        Effect.provideService(Session, found.session)
      )
      yield* pass(5 * 60_000)
      assert.strictEqual(listeners.size, before + 1)

      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(listeners.size, before)
      yield* pass(60 * 60_000, 60_000)

      assert.strictEqual(found.platform.refreshes(), 0)
    }))
})
