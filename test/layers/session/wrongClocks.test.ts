import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { json, lost } from "../../support/platform/scriptedTransport.ts"
import { type TokenPlatform, tokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { ended, start, turns } from "../../support/suite/fibers.ts"
import { clockLike } from "./clockLike.ts"
import * as sessions from "./sessions.ts"

describe("wrong clocks", () => {
  const hour = 3_600_000
  const year = 365.25 * 24 * hour

  /** Sends the token. If the platform rejects the token, retries once with a new one. */
  const call = (platform: TokenPlatform, session: sessions.Service) =>
    Effect.gen(function*() {
      for (let attempt = 0; attempt < 2; attempt++) {
        const { accessToken } = Option.getOrThrow(yield* session.tokens())
        if (platform.accepts(accessToken)) return
        yield* session.rejected(accessToken)
      }
      return yield* Effect.die(new Error("rejected twice"))
    })

  /** Simulates half an hour with a call every 7 s. The session is new, or was stored earlier. */
  const halfAnHour = (options: {
    readonly offset: () => number
    readonly life: number
    readonly latency: number
    readonly stored: number | undefined
  }) =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      platform.lifeMillis(options.life)
      platform.takes(options.latency)
      const tokens = platform.signIn()
      const clock = clockLike(yield* Clock.Clock, options.offset)
      const store = yield* sessions.storeOf(options.stored === undefined ? null : tokens)
      yield* TestClock.adjust(options.stored ?? 0)
      const session = yield* Effect.provideService(sessions.open(platform, store), Clock.Clock, clock)
      if (options.stored === undefined) yield* Effect.provideService(session.keep(tokens), Clock.Clock, clock)
      const states = sessions.statesOf(session)

      for (let elapsed = 0; elapsed < hour / 2; elapsed += 7000) {
        const calling = yield* Effect.forkChild(Effect.provideService(call(platform, session), Clock.Clock, clock))
        yield* TestClock.adjust(7000)
        yield* ended(calling)
      }

      assert.notInclude(states, "SignedOut")
      return platform.refreshes()
    }).pipe(Effect.scoped)

  /**
   * Returns the maximum number of refreshes: one per token lifetime. The last 20 s of each lifetime are not used. A
   * wrong clock loses some more time, because it doesn't know how long the response took, and issue times are truncated
   * to seconds. The first token may be about to expire.
   */
  const maximumRefreshes = (life: number, latency: number) => 1 + Math.ceil(hour / 2 / (life - 20_000 - latency - 1000))

  const known = [5000, 90_000, hour, 24 * hour, 10 * year].flatMap((offset) => [offset, -offset])
  for (const offset of [0, ...known]) {
    it.effect(`F1: a session is kept and refreshed once per token lifetime with a clock ${offset / 1000} s ahead`, () =>
      Effect.gen(function*() {
        for (const stored of [undefined, 0, 300_000]) {
          const refreshes = yield* halfAnHour({ offset: () => offset, life: sessions.tenMinutes, latency: 200, stored })

          assert.isAtMost(refreshes, maximumRefreshes(sessions.tenMinutes, 200))
        }
      }))
  }

  const int = (minimum: number, maximum: number) =>
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

  it.effect.prop(
    "F1: a session is kept and refreshed once per token lifetime with any clock, any lifetime from 60 s and latencies up to 5 s",
    {
      offset: int(-10 * year, 10 * year),
      life: int(60, 900),
      latency: int(0, 5000),
      stored: Arbitrary.schema(Schema.Union([Schema.Undefined, Schema.Literals([0, 30_000, 5_000_000])]))
    },
    ({ latency, life, offset, stored }) =>
      Effect.gen(function*() {
        const refreshes = yield* halfAnHour({ offset: () => offset, life: life * 1000, latency, stored })

        assert.isAtMost(refreshes, maximumRefreshes(life * 1000, latency))
      })
  )

  it.effect("F2: a session is kept with a clock that jumps, runs backwards or is corrected, with one more refresh per jump", () =>
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      for (const jumps of [[hour, 0, -hour, 0], [-10 * year, 10 * year], [24 * hour, 23 * hour, -5000]]) {
        const fiveMinutes = () => Math.floor((clock.currentTimeMillisUnsafe() - sessions.today) / 300_000)

        const refreshes = yield* halfAnHour({
          offset: () => jumps[fiveMinutes() % jumps.length]!,
          life: sessions.tenMinutes,
          latency: 200,
          stored: 0
        })

        assert.isAtMost(refreshes, maximumRefreshes(sessions.tenMinutes, 200) + 6)
      }
    }))

  it.effect("F1: time that failed refreshes took isn't deducted from a new token's lifetime", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)
      const ahead = Effect.provideService(Clock.Clock, clockLike(yield* Clock.Clock, () => hour))
      let failures = 0
      platform.lifeMillis(60_000)
      platform.meet((request) => {
        if (++failures === 4) platform.meet(undefined)
        return lost(request)
      })
      const call = yield* start(ahead(session.tokens()))
      for (let second = 0; second < 60 && call.pollUnsafe() === undefined; second++) yield* TestClock.adjust("1 second")
      yield* ended(call)

      yield* ahead(session.tokens("55 seconds"))

      assert.strictEqual(platform.refreshes(), 5)
    }))

  it.effect("F2: once a wrong clock is corrected, the refresh threshold is exactly 20 s again", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)
      const clock = yield* Clock.Clock
      const first = yield* Effect.provideService(session.tokens(), Clock.Clock, clockLike(clock, () => hour))
      platform.takes(5000)
      yield* TestClock.adjust(sessions.tenMinutes)
      yield* session.rejected(Option.getOrThrow(first).accessToken)
      const call = yield* start(session.tokens())
      yield* TestClock.adjust(5000)
      yield* ended(call)

      yield* TestClock.adjust(sessions.tenMinutes - 5000 - 20_000)
      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 2)

      yield* TestClock.adjust(1)
      yield* start(session.tokens())
      assert.strictEqual(platform.refreshes(), 3)
    }))

  it.effect("F2: setting the clock back doesn't prolong the refresh cool-down", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.singleAttempt(sessions.signedIn(0))
      platform.meet(lost)
      yield* sessions.reasonOf(session.tokens())
      platform.meet(undefined)
      const clock = clockLike(yield* Clock.Clock, () => -10 * year)
      yield* TestClock.adjust("5 seconds")

      const later = yield* Effect.provideService(session.tokens(), Clock.Clock, clock)

      // The token has expired, but looks valid by this clock. Therefore the client sends it, the platform rejects it,
      // and the refresh isn't delayed.
      yield* session.rejected(Option.getOrThrow(later).accessToken)
      const fresh = yield* Effect.provideService(session.tokens(), Clock.Clock, clock)
      assert.isTrue(platform.accepts(Option.getOrThrow(fresh).accessToken))
    }))

  it.effect("F2: a session is refreshed once when the computer wakes after a day", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(sessions.tenMinutes)
      yield* session.tokens()

      yield* TestClock.adjust("1 day")
      yield* Effect.forEach(Array(50), () => session.tokens(), { concurrency: "unbounded" })

      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("F1: two programs with a wrong clock over one store don't keep refreshing each other's tokens", () =>
    Effect.gen(function*() {
      for (const offset of [24 * hour, -24 * hour]) {
        const platform = yield* sessions.started
        const store = yield* sessions.storeOf(platform.signIn())
        const clock = clockLike(yield* Clock.Clock, () => offset)
        const withWrongClock = Effect.provideService(Clock.Clock, clock)
        const one = yield* withWrongClock(sessions.open(platform, store))
        const other = yield* withWrongClock(sessions.open(platform, store))

        for (let round = 0; round < 60; round++) {
          yield* withWrongClock(call(platform, one))
          yield* turns
          yield* withWrongClock(call(platform, other))
          yield* turns
          yield* TestClock.adjust("1 minute")
        }

        assert.isAtMost(platform.refreshes(), 2 + 7)
      }
    }))

  it.effect("F3: the session is unaffected by time zones and daylight saving time", () =>
    Effect.gen(function*() {
      const before = process.env["TZ"]
      const summerTime = Date.UTC(2025, 2, 9, 7)
      for (const zone of ["America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati"]) {
        process.env["TZ"] = zone
        yield* TestClock.setTime(summerTime - sessions.tenMinutes / 2)
        const platform = yield* tokenPlatform
        const session = yield* sessions.open(platform, yield* sessions.storeOf(platform.signIn()))

        yield* TestClock.adjust(sessions.tenMinutes - 20_000)
        yield* session.tokens()
        assert.strictEqual(platform.refreshes(), 0)
        yield* TestClock.adjust(1)
        yield* session.tokens()
        assert.strictEqual(platform.refreshes(), 1)
      }
      if (before === undefined) delete process.env["TZ"]
      else process.env["TZ"] = before
    }))

  const dates = ["", "yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"]
  for (const date of dates) {
    it.effect(`F4: the session ignores a Date header of ${JSON.stringify(date)}`, () =>
      Effect.gen(function*() {
        const { platform, session, tokens } = yield* sessions.signedIn(0)
        const fresh = Redacted.value(platform.refresh(tokens).accessToken)
        platform.meet(
          json({ access_token: fresh, token_type: "Bearer", expires_in: 3599, scope: "legacy" }, { date })
        )

        assert.strictEqual(sessions.textOf(yield* session.tokens()), fresh)
        yield* TestClock.adjust(sessions.tenMinutes - 20_000)
        yield* session.tokens()
        assert.strictEqual(platform.refreshes(), 1)
        yield* TestClock.adjust(1)
        yield* session.tokens()
        assert.strictEqual(platform.refreshes(), 2)
      }))
  }

  it.effect("F6: a session in a background tab sets no timer and refreshes once at the next call", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const store = yield* sessions.storeOf(platform.signIn())
      let timers = 0
      const clock = clockLike(yield* Clock.Clock, () => 0, (sleep) => {
        timers++
        return sleep
      })
      const session = yield* Effect.provideService(sessions.open(platform, store), Clock.Clock, clock)
      const atStart = timers

      yield* TestClock.adjust("3 hours")
      assert.strictEqual(timers, atStart)
      assert.strictEqual(platform.requests.length, 0)

      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 1)
    }))
})
