import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import { type Gate, RateLimitGate } from "../../../layers/call/RateLimitGate.ts"
import { make, RetryPolicy } from "../../../layers/call/RetryPolicy.ts"
import { make as makePolicy, SessionPolicy } from "../../../layers/session/SessionPolicy.ts"
import { TokenStoreFailed } from "../../../layers/session/TokenStore.ts"
import { knownError, lost, plain, silence, tooMany } from "../../support/platform/scriptedTransport.ts"
import { ended, start, turns } from "../../support/suite/fibers.ts"
import * as sessions from "./sessions.ts"

describe("when a token is refreshed", () => {
  const edges = [[19_999, 1], [20_000, 0], [20_001, 0]] as const
  for (const [remaining, refreshes] of edges) {
    it.effect(`D8: a session ${refreshes === 0 ? "keeps" : "refreshes"} a token with a remaining lifetime of ${remaining} ms`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* sessions.signedIn(remaining)

        yield* session.tokens()

        assert.strictEqual(platform.refreshes(), refreshes)
      }))

    it.effect(`D8: a session ${refreshes === 0 ? "keeps" : "refreshes"} a refreshed token with a remaining lifetime of ${remaining} ms`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* sessions.signedIn(0)
        yield* session.tokens()

        yield* TestClock.adjust(sessions.tenMinutes - remaining)
        yield* session.tokens()

        assert.strictEqual(platform.refreshes(), 1 + refreshes)
      }))
  }

  it.effect("a session refreshes a token earlier or later if the caller demands a longer or shorter lifetime", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(30_000)

      yield* session.tokens("30 seconds")
      yield* session.tokens(0)
      assert.strictEqual(platform.refreshes(), 0)

      yield* session.tokens("30001 millis")
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("an expired token is never returned, even if the caller demands no lifetime", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)

      yield* session.tokens(0)

      assert.strictEqual(platform.refreshes(), 1)
    }))

  const refused: ReadonlyArray<Duration.Input> = [60_000, "1 minute", "1 hour", Infinity, NaN, -1, "soon" as never]
  for (const demand of refused) {
    it.effect(`D9: a demanded token lifetime of ${String(demand)} is rejected before anything is sent`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* sessions.signedIn(0)

        const error = yield* Effect.flip(session.tokens(demand))

        assert.strictEqual(`${error.endpoint} ${error.reason._tag}`, "session.tokens InvalidInput")
        assert.include(error.message, "atLeast: Expected 0 to 59,999 milliseconds")
        assert.strictEqual(platform.requests.length, 0)
      }))
  }

  it.effect("D9: a demanded token lifetime of 59,999 ms is accepted", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(59_998)

      assert.isTrue(Option.isSome(yield* session.tokens(59_999)))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  for (const life of [10_000, 1000, 0, -5000]) {
    for (const [what, claims] of Object.entries({ "with": {}, "without": { iat: undefined } })) {
      it.effect(`D10: each call sends one refresh if new tokens arrive with ${life} ms left and ${what} an issue time`, () =>
        Effect.gen(function*() {
          const { platform, session } = yield* sessions.signedIn(0)
          platform.lifeMillis(life)
          platform.claims(claims)

          for (let call = 1; call <= 5; call++) {
            assert.isTrue(Option.isSome(yield* session.tokens()))
            assert.strictEqual(platform.refreshes(), call)
          }
        }))
    }
  }

  for (const [speed, slow, life] of [["fast", 0, 45_000], ["slow", 28_000, 17_000]] as const) {
    it.effect(`D10: a session refreshes once more if the new token expired in transit, and uses the result of a ${speed} second refresh`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* sessions.signedIn(0)
        platform.lifeMillis(45_000)
        platform.takes(28_000)
        const caller = yield* start(session.tokens())
        platform.takes(slow)

        yield* TestClock.adjust(28_000)
        yield* TestClock.adjust(slow)

        const { accessToken } = Option.getOrThrow(yield* ended(caller))
        assert.strictEqual(platform.refreshes(), 2)
        yield* TestClock.adjust(life - 1)
        assert.isTrue(platform.accepts(accessToken))
      }))
  }

  const unreadable = {
    "is not a JWT": { sub: undefined },
    "has no expiry": { exp: undefined },
    "has a huge expiry": { exp: 1e300 },
    "has a text as expiry": { exp: "tomorrow" },
    "has no issue time": { iat: undefined },
    "has a text as issue time": { iat: "today" },
    "has another malformed claim": { email_verified: "perhaps" },
    "expires at a fraction of a second": { exp: sessions.today / 1000 + 1200.5 }
  }
  for (const [what, claims] of Object.entries(unreadable)) {
    it.effect(`D11: a token that ${what} is used, without an immediate refresh`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* sessions.signedIn(0)
        platform.claims(claims)

        const first = yield* session.tokens()
        const second = yield* session.tokens()

        assert.isTrue(Option.isSome(first))
        assert.strictEqual(sessions.textOf(second), sessions.textOf(first))
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("D11: a token that expired before 1970 is refreshed", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const tokens = platform.signIn({ exp: -5 })
      const session = yield* sessions.open(platform, yield* sessions.storeOf(tokens))

      yield* session.tokens()

      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a refresh is sent as the protocol specifies, with the publishable key and no platform headers", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* sessions.signedIn(0)

      yield* session.tokens()

      const { body, headers, method, url } = platform.requests[0]!
      assert.strictEqual(`${method} ${url}`, "POST https://api.test/api/v1/auth/oauth/token")
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(body)), {
        grant_type: "refresh_token",
        refresh_token: Redacted.value(tokens.refreshToken),
        client_id: "11111111-2222-4333-8444-555555555555",
        client_secret: "pck_publishable"
      })
      assert.isEmpty(Object.keys(headers).filter((name) => name.startsWith("x-")))
    }))
})

describe("shared refresh", () => {
  it.effect("D1: 1,000 concurrent callers share one refresh, and all get the new token", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)
      platform.takes(300)

      const callers = yield* start(
        Effect.forEach(Array(1000), () => session.tokens(), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(300)

      const found = yield* ended(callers)
      assert.strictEqual(platform.refreshes(), 1)
      assert.strictEqual(new Set(found.map(sessions.textOf)).size, 1)
      assert.isTrue(platform.accepts(Option.getOrThrow(found[0]!).accessToken))
    }))

  it.effect("D2: a refresh continues for the other callers when the caller that started it is interrupted", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)
      platform.takes(1000)
      const first = yield* start(session.tokens())
      const others = yield* start(Effect.forEach(Array(999), () => session.tokens(), { concurrency: "unbounded" }))

      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("1 second")

      assert.isTrue((yield* ended(others)).every(Option.isSome))
      assert.strictEqual(platform.refreshes(), 1)
      assert.strictEqual(platform.aborted(), 0)
    }))

  for (const [what, claims] of Object.entries({ "with": {}, "without": { iat: undefined } })) {
    it.effect(`D2: a refresh keeps its result when the platform rejects the old token in the meantime, for tokens ${what} an issue time`, () =>
      Effect.gen(function*() {
        const { platform, session, tokens } = yield* sessions.signedIn(10_000, claims)
        platform.takes(1000)
        const caller = yield* start(session.tokens())

        assert.isTrue(yield* session.rejected(tokens.accessToken))
        yield* TestClock.adjust("1 second")

        assert.isTrue(Option.isSome(yield* ended(caller)))
        assert.isTrue(platform.accepts(Option.getOrThrow(yield* session.tokens()).accessToken))
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  const elsewhere = { "that is older": {}, "without an issue time": { iat: undefined } }
  for (const [what, claims] of Object.entries(elsewhere)) {
    it.effect(`D2: a refresh replaces a token ${what}, which another program stored in the meantime`, () =>
      Effect.gen(function*() {
        const { platform, session, store, tokens } = yield* sessions.signedIn(0)
        platform.claims(claims)
        const older = platform.refresh(tokens)
        platform.claims({})
        platform.takes(1000)
        yield* TestClock.adjust("5 seconds")
        const caller = yield* start(session.tokens())
        yield* session.keep(older)

        yield* TestClock.adjust("1 second")

        const found = sessions.textOf(yield* ended(caller))
        assert.notStrictEqual(found, Redacted.value(older.accessToken))
        assert.strictEqual(sessions.accessOf(yield* store.get), found)
      }))
  }

  it.effect("D2: a refresh whose result has no issue time uses the token that another program has stored in the meantime", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* sessions.signedIn(0)
      const another = platform.refresh(tokens)
      platform.claims({ iat: undefined })
      platform.takes(1000)
      const caller = yield* start(session.tokens())
      yield* session.keep(another)

      yield* TestClock.adjust("1 second")

      assert.strictEqual(sessions.textOf(yield* ended(caller)), Redacted.value(another.accessToken))
    }))

  it.effect("D2: a refresh keeps its result even if every caller is interrupted", () =>
    Effect.gen(function*() {
      const { platform, session, store } = yield* sessions.signedIn(0)
      platform.takes(1000)
      const caller = yield* start(session.tokens())

      yield* Fiber.interrupt(caller)
      yield* TestClock.adjust("1 second")

      assert.strictEqual(sessions.textOf(yield* session.tokens()), sessions.accessOf(yield* store.get))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a shared refresh uses the policies that the session was built with, not those of the first caller", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0).pipe(
        Effect.provideService(RetryPolicy, make({ attempts: 2 })),
        Effect.provideService(Diagnostics, [])
      )
      platform.meet(lost)
      const singleAttempt = yield* start(sessions.reasonOf(
        Effect.provideService(session.tokens(), RetryPolicy, make({ attempts: 1 }))
      ))
      const another = yield* start(sessions.reasonOf(session.tokens()))

      yield* TestClock.adjust("3 seconds")

      assert.deepStrictEqual([yield* ended(singleAttempt), yield* ended(another)], [
        "ConnectionFailed",
        "ConnectionFailed"
      ])
      assert.strictEqual(platform.requests.length, 2)
    }))

  it.effect("D3: a session refreshes again when the cool-down after a failed refresh has ended", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.singleAttempt(sessions.signedIn(0))
      platform.meet(lost)
      assert.strictEqual(yield* sessions.reasonOf(session.tokens()), "ConnectionFailed")
      platform.meet(undefined)

      yield* TestClock.adjust(3999)
      assert.strictEqual(yield* sessions.reasonOf(session.tokens()), "ConnectionFailed")
      assert.strictEqual(platform.refreshes(), 1)

      yield* TestClock.adjust(2001)
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 2)
    }))

  const failures = {
    "a lost connection": [lost, "ConnectionFailed"],
    "silence": [silence, "TimedOut"],
    "a 429": [tooMany(), "RateLimited"],
    "a 502 of a proxy": [plain(502, "<html>Bad gateway</html>"), "HttpFailure"],
    "a captive portal": [plain(200, "<html>Log in</html>"), "DecodeError"],
    "a rejected key": [knownError("INVALID_OAUTH_CLIENT_ID_OR_SECRET", 400), "InvalidOAuthClientIdOrSecret"],
    "an unknown error code": [knownError("BRAND_NEW", 400), "UnexpectedKnownError"]
  } as const
  for (const [what, [fault, reason]] of Object.entries(failures)) {
    it.effect(`D3: a refresh that encounters ${what} fails with an error and keeps the session`, () =>
      Effect.gen(function*() {
        const { platform, session, store } = yield* sessions.singleAttempt(sessions.signedIn(0))
        const states = sessions.statesOf(session)
        platform.meet(fault)

        const call = yield* start(sessions.reasonOf(session.tokens()))
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* ended(call), reason)

        platform.meet(undefined)
        yield* TestClock.adjust("6 seconds")
        assert.isTrue(Option.isSome(yield* session.tokens()))
        assert.notInclude(states, "SignedOut")
        assert.isNotNull(yield* store.get)
      }))
  }

  const rejections = {
    REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: "RefreshTokenNotFoundOrExpired",
    PROVIDER_REJECTED: "ProviderRejected"
  }
  for (const [code, reason] of Object.entries(rejections)) {
    it.effect(`D3: the error ${code} ends the session, which sends no more requests`, () =>
      Effect.gen(function*() {
        const { platform, session, store } = yield* sessions.singleAttempt(sessions.signedIn(0))
        platform.meet(knownError(code, 401))

        assert.strictEqual(yield* sessions.reasonOf(session.tokens()), reason)
        assert.isTrue(Option.isNone(yield* session.tokens()))

        assert.strictEqual(platform.refreshes(), 1)
        assert.isNull(yield* store.get)
      }))
  }

  it.effect("D3: a refresh recovers from four lost connections without an error", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)
      let failures = 0
      platform.meet((request) => {
        if (++failures === 4) platform.meet(undefined)
        return lost(request)
      })

      const call = yield* start(session.tokens())
      yield* TestClock.adjust("1 minute")

      assert.isTrue(Option.isSome(yield* ended(call)))
      assert.strictEqual(platform.refreshes(), 5)
    }))

  it.effect("D4: 100 calls during an outage of 20 s send one refresh per cool-down, of 5 s and then 10 s", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.singleAttempt(sessions.signedIn(0))
      platform.meet(lost)

      for (let call = 0; call < 100; call++) {
        assert.strictEqual(yield* sessions.reasonOf(session.tokens()), "ConnectionFailed")
        yield* TestClock.adjust(200)
      }

      assert.strictEqual(platform.refreshes(), 3)
    }))

  it.effect("D4: the cool-down of one session doesn't delay another session", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.singleAttempt(sessions.signedIn(0))
      platform.meet(lost)
      yield* sessions.reasonOf(session.tokens())
      platform.meet(undefined)
      platform.lifeMillis(0)

      yield* session.keep(platform.signIn())

      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("D4: an unexpired token is used while the platform is unreachable", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* sessions.singleAttempt(sessions.signedIn(10_000))
      platform.meet(lost)

      for (let call = 0; call < 100; call++) {
        assert.strictEqual(sessions.textOf(yield* session.tokens()), Redacted.value(tokens.accessToken))
        yield* TestClock.adjust(99)
      }
      yield* TestClock.adjust(100)

      assert.strictEqual(yield* sessions.reasonOf(session.tokens()), "ConnectionFailed")
      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("D4: a call fails if the token expires during the attempts to refresh it", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(1000)
      platform.meet(lost)

      const call = yield* start(sessions.reasonOf(session.tokens()))
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(yield* ended(call), "ConnectionFailed")
    }))
})

describe("refresh lock", () => {
  it.effect("a token is refreshed if its remaining lifetime is shorter than the caller demands", () =>
    Effect.gen(function*() {
      const { platform, store } = yield* sessions.signedIn(30_000)
      const session = yield* sessions.open(platform, { ...store, withRefreshLock: (self) => self })

      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 0)
      yield* session.tokens("45 seconds")
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("D6: no refresh is sent if the session ended while the program waited for the refresh lock", () =>
    Effect.gen(function*() {
      const { platform, store } = yield* sessions.signedIn(0)
      const turn = yield* Deferred.make<void>()
      const session = yield* sessions.open(platform, {
        ...store,
        withRefreshLock: (self) => Effect.andThen(Deferred.await(turn), self)
      })
      const caller = yield* start(session.tokens())

      yield* session.end
      yield* Deferred.succeed(turn, undefined)
      yield* turns

      assert.isTrue(Option.isNone(yield* ended(caller)))
      assert.strictEqual(platform.refreshes(), 0)
    }))

  for (const [life, refreshes] of [[20_000, 0], [19_999, 1]] as const) {
    it.effect(`E4: a session is refreshed ${refreshes} times if another program stored a token with ${life} ms left during the wait for the lock`, () =>
      Effect.gen(function*() {
        const { platform, store, tokens } = yield* sessions.signedIn(0)
        const turn = yield* Deferred.make<void>()
        const session = yield* sessions.open(platform, {
          ...store,
          withRefreshLock: (self) => Effect.andThen(Deferred.await(turn), self)
        })
        const caller = yield* start(session.tokens())
        platform.lifeMillis(life)
        yield* store.compareAndSet(tokens, platform.refresh(tokens))

        yield* Deferred.succeed(turn, undefined)
        yield* turns

        assert.isTrue(platform.accepts(Option.getOrThrow(yield* ended(caller)).accessToken))
        assert.strictEqual(platform.refreshes(), refreshes)
      }))
  }

  it.effect("D7: after a sign-in during the wait for the refresh lock, the new user's session is refreshed with its own token", () =>
    Effect.gen(function*() {
      const { platform, store, tokens } = yield* sessions.signedIn(0)
      const turn = yield* Deferred.make<void>()
      const session = yield* sessions.open(platform, {
        ...store,
        withRefreshLock: (self) => Effect.andThen(Deferred.await(turn), self)
      })
      const caller = yield* start(session.tokens())
      platform.lifeMillis(0)
      const other = platform.signIn({ sub: "another user" })
      yield* session.keep(other)
      platform.lifeMillis(sessions.tenMinutes)

      yield* Deferred.succeed(turn, undefined)
      yield* turns

      assert.isTrue(platform.accepts(Option.getOrThrow(yield* ended(caller)).accessToken))
      assert.strictEqual(sessions.claimsIn(session)?.sub, "another user")
      assert.notInclude(platform.requests.map(({ body }) => body).join(), Redacted.value(tokens.refreshToken))
    }))

  const unlockable = Effect.fail(new TokenStoreFailed({ operation: "read", problem: "locks are broken" }))
  for (const [remaining, refreshes] of [[1, 0], [0, 1]] as const) {
    it.effect(`a token with ${remaining} ms left is refreshed ${refreshes} times if the refresh lock fails`, () =>
      Effect.gen(function*() {
        const { platform, store } = yield* sessions.signedIn(remaining)
        let lockings = 0
        const withRefreshLock = () => {
          lockings++
          return unlockable
        }
        const session = yield* sessions.open(platform, { ...store, withRefreshLock })

        assert.isTrue(platform.accepts(Option.getOrThrow(yield* session.tokens()).accessToken))
        assert.deepStrictEqual([lockings, platform.refreshes()], [1, refreshes])
      }))
  }

  it.effect("D4: the pauses between refreshes keep growing, even if the refresh lock failed between two refreshes", () =>
    Effect.gen(function*() {
      const { platform, store } = yield* sessions.signedIn(15_000)
      let isBroken = false
      const session = yield* sessions.singleAttempt(sessions.open(platform, {
        ...store,
        withRefreshLock: (self) => isBroken ? unlockable : self
      })).pipe(Effect.provideService(SessionPolicy, makePolicy({ coolDown: Schedule.exponential("1 second") })))
      platform.meet(lost)
      yield* session.tokens()
      yield* TestClock.adjust("1 second")
      isBroken = true
      yield* session.tokens()
      isBroken = false
      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 2)

      yield* TestClock.adjust(1999)
      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 2)
      yield* TestClock.adjust(1)
      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 3)
    }))
})

describe("rate limit of refreshes", () => {
  it.effect("refreshes of a request's session and refreshes of the program's own session are rate limited separately", () =>
    Effect.gen(function*() {
      const seen: Array<string | undefined> = []
      const gate: Gate = {
        acquire: ({ partition }) =>
          Effect.sync(() => {
            seen.push(partition?.name)
            return { rateLimited: () => Effect.succeed(true), succeeded: Effect.void }
          })
      }

      for (const fromRequest of [undefined, false, true]) {
        const { platform, store } = yield* sessions.signedIn(0)
        const session = yield* sessions.open(platform, { ...store, ...(fromRequest !== undefined && { fromRequest }) })
          .pipe(Effect.provideService(RateLimitGate, gate))
        yield* session.tokens()
      }

      assert.deepStrictEqual(seen, ["refresh", "refresh", "refresh from request"])
    }))
})

describe("a request for a new access token", () => {
  it.effect("renewNext drops the access token without sending a request, and the next use of the session refreshes it", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(sessions.tenMinutes, { sub: "u" })
      const states = sessions.statesOf(session)

      yield* session.renewNext

      assert.isEmpty(states)
      assert.strictEqual(sessions.claimsIn(session)?.sub, "u")
      assert.strictEqual(platform.refreshes(), 0)
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("renewNext keeps the access token if the session can't be refreshed", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const { accessToken } = platform.signIn()
      const session = yield* sessions.open(platform, yield* sessions.storeOf({ accessToken, refreshToken: undefined }))

      yield* session.renewNext

      assert.strictEqual(sessions.textOf(yield* session.tokens()), Redacted.value(accessToken))
    }))
})

describe("a rejected access token", () => {
  it.effect("a rejected access token is replaced while the state of the session stays known", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* sessions.signedIn(sessions.tenMinutes, { sub: "u" })
      const states = sessions.statesOf(session)

      assert.isTrue(yield* session.rejected(tokens.accessToken))

      assert.isEmpty(states)
      assert.strictEqual(sessions.claimsIn(session)?.sub, "u")
      assert.isUndefined(sessions.accessOf(yield* store.get))
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a rejected access token doesn't displace a newer token", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* sessions.signedIn(0)
      const fresh = yield* session.tokens()

      assert.isTrue(yield* session.rejected(tokens.accessToken))

      assert.strictEqual(sessions.textOf(yield* session.tokens()), sessions.textOf(fresh))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a rejected access token is refreshed once when 100 callers report it at the same time", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* sessions.signedIn(sessions.tenMinutes)

      yield* Effect.forEach(
        Array(100),
        () => Effect.andThen(session.rejected(tokens.accessToken), session.tokens()),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a rejected access token ends a session that can't be refreshed, and has no effect when signed out", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const { accessToken } = platform.signIn()
      const session = yield* sessions.open(platform, yield* sessions.storeOf({ accessToken, refreshToken: undefined }))

      assert.isFalse(yield* session.rejected(accessToken))
      assert.strictEqual(session.state()._tag, "SignedOut")
      assert.isFalse(yield* session.rejected(accessToken))
    }))
})
