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
import { Visibility, type VisibilityService } from "../../../layers/browser/Visibility.ts"
import { followStore } from "../../../layers/session/currentSession.ts"
import { makeMutex } from "../../../layers/session/mutex.ts"
import { makeSessionUse } from "../../../layers/session/refreshAhead.ts"
import { Session, type SessionState } from "../../../layers/session/Session.ts"
import { layer } from "../../../layers/session/SessionPolicy.ts"
import { ended, start, turns } from "../../support/fibers.ts"
import { limit, runs } from "../../support/properties.ts"
import { lost } from "../../support/scriptedTransport.ts"
import * as sessions from "./sessions.ts"

const everyMinute = Schedule.spaced("1 minute")

/** Lets time pass in steps, and what it wakes come to rest. */
const pass = (millis: number, step = 10_000) =>
  Effect.gen(function*() {
    for (let left = millis; left > 0; left -= step) {
      yield* TestClock.adjust(Math.min(left, step))
      yield* turns
    }
  })

/** Somebody signed in, whose token is refreshed ahead as long as the scope is open. */
const ahead = (schedule: Schedule.Schedule<unknown, SessionState> = everyMinute, remaining = sessions.tenMinutes) =>
  Effect.gen(function*() {
    const found = yield* sessions.hasty(sessions.signedIn(remaining))
    yield* Layer.build(Session.layerRefreshAhead(schedule)).pipe(Effect.provideService(Session, found.session))
    yield* turns
    return found
  })

/** A page that is seen or not. */
const page = () => {
  const listeners = new Set<() => void>()
  let hidden = false
  const visibility: VisibilityService = {
    isHidden: () => hidden,
    onReturn: (listener) => {
      const mine = () => listener("focus")
      listeners.add(mine)
      return () => void listeners.delete(mine)
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
    "D18 whoever asks finds a token that is good for a while and waits for no refresh, however often the schedule looks",
    { every: Seconds, asks: Schema.Array(Seconds).check(Schema.isMinLength(1), Schema.isMaxLength(20)) },
    ({ asks, every }) =>
      Effect.gen(function*() {
        const { platform, session } = yield* ahead(Schedule.spaced(every * 1000))
        watch(session)
        platform.takes(2000)

        for (const seconds of asks) {
          yield* pass(seconds * 1000, 1000)
          const before = platform.refreshes()
          const asked = yield* start(session.tokens(15_000))

          assert.isTrue(Option.isSome(yield* ended(asked)))
          assert.strictEqual(platform.refreshes(), before)
        }
      }).pipe(Effect.scoped),
    { timeout: limit(60_000), arbitrary: { runs: runs(25) } }
  )

  it.effect("D18 is refreshed once per lifetime, when its token would not last until the next look", () =>
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

  it.effect("D1 whoever asks meanwhile joins its refresh", () =>
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

  it.effect("E4 tabs that all refresh ahead refresh once", () =>
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

describe("a session that nobody uses", () => {
  it.effect("D18 is not refreshed ahead, and is again as soon as somebody asks for tokens", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* ahead()
      yield* pass(60 * 60_000, 60_000)
      assert.strictEqual(platform.refreshes(), 0)

      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 1)
      yield* pass(10 * 60_000)

      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("D18 counts as used for 15 minutes after somebody asked for tokens, or as long as the policy says", () =>
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

  it.effect("D18 counts as used as long as somebody watches it, by a listener or a stream", () =>
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

  it.effect("D18 is asked about by nobody who is signed out, and refreshed ahead once somebody signs in", () =>
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

describe("a session that somebody begins to use", () => {
  const begins = {
    "watches it": (session: sessions.Service) => Effect.sync(() => void watch(session)),
    "asks for tokens": (session: sessions.Service) => Effect.asVoid(session.tokens())
  }
  for (const [how, begin] of Object.entries(begins)) {
    it.effect(`D18 is refreshed ahead from when somebody ${how}, before the schedule looks again`, () =>
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

describe("the use of a session", () => {
  const used = Effect.gen(function*() {
    const session = yield* followStore(yield* sessions.storeOf(null), { millis: undefined })
    const use = makeSessionUse(session)
    let begun = 0
    const stop = use.onUsed(60_000, () => begun++)
    return { session, stop, use, begun: () => begun }
  })

  it.effect("D18 lasts as long as the policy says after tokens were asked for, and begins once", () =>
    Effect.gen(function*() {
      const { begun, use } = yield* used

      assert.isFalse(use.isUsed(0, 60_000))
      for (const now of [0, 1, 30_000]) use.asked(now)
      assert.strictEqual(begun(), 1)
      assert.deepStrictEqual([use.isUsed(89_999, 60_000), use.isUsed(90_000, 60_000)], [true, false])

      use.asked(90_000)
      assert.strictEqual(begun(), 2)
    }))

  it.effect("D18 begins with whoever watches it first, and with nobody once its listener left", () =>
    Effect.gen(function*() {
      const { begun, session, stop, use } = yield* used

      const watchers = [session.subscribe(() => {}), session.subscribe(() => {})]
      assert.deepStrictEqual([begun(), use.isUsed(0, 60_000)], [1, true])
      for (const leave of watchers) leave()
      assert.isFalse(use.isUsed(0, 60_000))

      stop()
      session.subscribe(() => {})
      use.asked(0)
      assert.strictEqual(begun(), 1)
    }))
})

describe("a page that nobody sees", () => {
  it.effect("D18 refreshes nothing ahead, and at once when people come back to it", () =>
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
  it.effect("D18 that says nothing of what people see is taken as seen: the session is refreshed ahead", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* Effect.provideService(ahead(), Visibility, { onReturn: () => () => {} })
      watch(session)

      yield* pass(10 * 60_000)

      assert.strictEqual(platform.refreshes(), 1)
    }))
})

describe("a session that cannot be refreshed", () => {
  it.effect("D18 is left as it is, and is not asked about", () =>
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

describe("refreshing ahead while the platform is away", () => {
  for (const every of ["1 second", "10 minutes"] as const) {
    it.effect(`D18 looking every ${every} signs nobody out, asks once per cool-down, and catches up after it`, () =>
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
        const asked = platform.refreshes() - before
        assert.isTrue(asked === 8 || asked === 9, `${asked} times`)

        platform.meet(undefined)
        yield* pass(8000, 1000)
        const after = platform.refreshes()

        assert.isTrue(Option.isSome(yield* session.tokens()))
        assert.strictEqual(platform.refreshes(), after)
        assert.notInclude(states, "SignedOut")
      }).pipe(Effect.orDie))
  }

  it.effect("D5 a refresh token that the platform rejects ends the session, once, and nothing more is asked", () =>
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
  it.effect("D18 knows the state of the session, and ends it", () =>
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

  it.effect("D18 without delays looks once a second, and asks for nothing that is not needed", () =>
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
    it.effect(`D18 with delays of ${delay} looks again after ${expected} ms: no timer is longer, no look hastier`, () =>
      Effect.gen(function*() {
        const { session } = yield* sessions.signedIn(sessions.tenMinutes)
        let looks = 0
        const counting = Schedule.forever.pipe(
          Schedule.modifyDelay(() => Effect.sync(() => (looks++, delay as Duration.Input)))
        )
        yield* start(session.refreshAhead(counting))

        yield* TestClock.adjust(expected - 1)
        assert.strictEqual(looks, 1)
        yield* TestClock.adjust(1)
        assert.strictEqual(looks, 2)
      }))
  }

  it.effect("D15 leaves nothing behind when the layer closes in the middle of it", () =>
    Effect.gen(function*() {
      const { listeners, visibility } = page()
      const found = yield* Effect.provideService(sessions.signedIn(sessions.tenMinutes), Visibility, visibility)
      const before = listeners.size
      watch(found.session)
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(Session.layerRefreshAhead(everyMinute), scope).pipe(
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
