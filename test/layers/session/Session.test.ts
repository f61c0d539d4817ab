import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Access from "../../../layers/access/access.ts"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import { defaults, RetryPolicy } from "../../../layers/call/RetryPolicy.ts"
import { type NewTokens, Session, type UsableTokens } from "../../../layers/session/Session.ts"
import { type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { project } from "../../support/project.ts"
import { after, json, knownError, lost, plain, silence, tooMany } from "../../support/scriptedTransport.ts"
import { type TokenPlatform, tokenPlatform } from "../../support/tokenPlatform.ts"

type Store = TokenStore["Service"]
type Service = Session["Service"]

/** The day these tests are played on. */
const today = 1_750_000_000_000
const tenMinutes = 600_000

const started = Effect.andThen(TestClock.setTime(today), tokenPlatform)

const turns = Effect.forEach(Array(20), () => Effect.yieldNow, { discard: true })

const storeOf = (tokens: StoredTokens | null) =>
  Effect.map(
    Layer.build(tokens === null ? Layer.fresh(TokenStore.layerMemory) : TokenStore.layerExplicit(tokens)),
    Context.get(TokenStore)
  )

/** A session over a store, for as long as the scope is open. */
const open = (platform: TokenPlatform, store: Store) =>
  Layer.build(Layer.fresh(
    Session.layer.pipe(
      Layer.provide([platform.layer, project, Layer.succeed(TokenStore, store)])
    )
  )).pipe(Effect.map(Context.get(Session)), Effect.tap(turns), Effect.orDie)

/** Somebody signed in with a token that has this much life left. */
const signedIn = (remaining: number, claims?: object) =>
  Effect.gen(function*() {
    const platform = yield* started
    const tokens = platform.signIn(claims)
    const store = yield* storeOf(tokens)
    const session = yield* open(platform, store)
    yield* TestClock.setTime(today + tenMinutes - remaining)
    return { platform, session, store, tokens }
  })

/** A session built so tries once and asks nobody else: failures come at once. */
const hasty = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  self.pipe(
    Effect.provideService(RetryPolicy, { ...defaults, attempts: 1 }),
    Effect.provideService(Diagnostics, [])
  )

const textOf = (tokens: Option.Option<UsableTokens>): string | undefined =>
  Option.isNone(tokens) ? undefined : Redacted.value(tokens.value.accessToken)

const accessOf = (tokens: StoredTokens | null) =>
  tokens?.accessToken === undefined ? undefined : Redacted.value(tokens.accessToken)

const reasonOf = <A>(self: Effect.Effect<A, CallError>): Effect.Effect<string, A> =>
  Effect.map(Effect.flip(self), ({ reason }) => reason._tag)

const start = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.tap(Effect.forkChild(self, { startImmediately: true }), turns)

/** What became of a fiber that ought to be through. */
const ended = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
  fiber.pollUnsafe() ?? Effect.die(new Error("it still waits"))

/** Every state from now on, as it comes. */
const statesOf = (session: Service) => {
  const seen: Array<string> = []
  session.subscribe(() => seen.push(session.state()._tag))
  return seen
}

const claimsIn = (session: Service) => {
  const state = session.state()
  return state._tag === "SignedOut" ? undefined : Option.getOrUndefined(state.claims)
}

describe("a program without a token store", () => {
  it.effect("keeps nobody's session: what would be everybody's in a server is refused with a typed error", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const session = yield* Layer.build(Layer.fresh(
        Session.layer.pipe(Layer.provide([platform.layer, project, TokenStore.layerNone]))
      )).pipe(Effect.map(Context.get(Session)), Effect.orDie)

      const { reason } = yield* Effect.flip(session.keep(platform.signIn()))

      assert.strictEqual(reason._tag, "InvalidConfiguration")
      assert.strictEqual(session.state()._tag, "SignedOut")
      assert.isTrue(Option.isNone(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 0)
    }))
})

describe("when a token is refreshed", () => {
  const edges = [[19_999, 1], [20_000, 0], [20_001, 0]] as const
  for (const [remaining, refreshes] of edges) {
    it.effect(`D8 with ${remaining} ms of life left there ${refreshes === 0 ? "is none" : "is one"}`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* signedIn(remaining)

        yield* session.tokens()

        assert.strictEqual(platform.refreshes(), refreshes)
      }))

    it.effect(`D8 the same of a token that a refresh brought, with ${remaining} ms left`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* signedIn(0)
        yield* session.tokens()

        yield* TestClock.adjust(tenMinutes - remaining)
        yield* session.tokens()

        assert.strictEqual(platform.refreshes(), 1 + refreshes)
      }))
  }

  it.effect("a demand for more or less life moves the edge", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(30_000)

      yield* session.tokens("30 seconds")
      yield* session.tokens(0)
      assert.strictEqual(platform.refreshes(), 0)

      yield* session.tokens("30001 millis")
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a demand for no life at all still gets no token that is over", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0)

      yield* session.tokens(0)

      assert.strictEqual(platform.refreshes(), 1)
    }))

  const refused: ReadonlyArray<Duration.Input> = [60_000, "1 minute", "1 hour", Infinity, NaN, -1, "soon" as never]
  for (const demand of refused) {
    it.effect(`D9 a demand for ${String(demand)} is refused before anything is sent`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* signedIn(0)

        const error = yield* Effect.flip(session.tokens(demand))

        assert.strictEqual(error.reason._tag, "InvalidInput")
        assert.include(error.message, "atLeast: Expected 0 to 59,999 milliseconds")
        assert.strictEqual(platform.requests.length, 0)
      }))
  }

  it.effect("D9 a demand for 59,999 ms is met", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(59_998)

      assert.isTrue(Option.isSome(yield* session.tokens(59_999)))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  for (const life of [10_000, 1000, 0, -5000]) {
    it.effect(`D10 tokens that arrive with ${life} ms of life cost one refresh per call, no loop`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* signedIn(0)
        platform.lifeMillis(life)

        for (let call = 1; call <= 5; call++) {
          assert.isTrue(Option.isSome(yield* session.tokens()))
          assert.strictEqual(platform.refreshes(), call)
        }
      }))
  }

  const unreadable = {
    "is no JWT": { sub: undefined },
    "tells no expiry": { exp: undefined },
    "has a huge expiry": { exp: 1e300 },
    "has an expiry of text": { exp: "tomorrow" },
    "tells no issue": { iat: undefined },
    "has an issue of text": { iat: "today" },
    "has odd claims besides": { email_verified: "perhaps" },
    "expires at a fraction of a second": { exp: today / 1000 + 1200.5 }
  }
  for (const [what, claims] of Object.entries(unreadable)) {
    it.effect(`D11 a token that ${what} is used, and not asked for again at once`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* signedIn(0)
        platform.claims(claims)

        const first = yield* session.tokens()
        const second = yield* session.tokens()

        assert.isTrue(Option.isSome(first))
        assert.strictEqual(textOf(second), textOf(first))
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("D11 a token that expired before the epoch is refreshed like any other", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const tokens = platform.signIn({ exp: -5 })
      const session = yield* open(platform, yield* storeOf(tokens))

      yield* session.tokens()

      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("asks as the protocol says, with the project's publishable key and none of the platform's headers", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* signedIn(0)

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

describe("one refresh for everyone", () => {
  it.effect("D1 1,000 callers who find the token expired refresh it once, and all get the new one", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0)
      platform.takes(300)

      const callers = yield* start(
        Effect.forEach(Array(1000), () => session.tokens(), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(300)

      const found = yield* ended(callers)
      assert.strictEqual(platform.refreshes(), 1)
      assert.strictEqual(new Set(found.map(textOf)).size, 1)
      assert.isTrue(platform.accepts(Option.getOrThrow(found[0]!).accessToken))
    }))

  it.effect("D2 it goes on for the others when the caller who started it leaves", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0)
      platform.takes(1000)
      const first = yield* start(session.tokens())
      const others = yield* start(Effect.forEach(Array(999), () => session.tokens(), { concurrency: "unbounded" }))

      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("1 second")

      assert.isTrue((yield* ended(others)).every(Option.isSome))
      assert.strictEqual(platform.refreshes(), 1)
      assert.strictEqual(platform.aborted(), 0)
    }))

  it.effect("D2 its result is kept when the platform rejects the old token meanwhile", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* signedIn(10_000)
      platform.takes(1000)
      const caller = yield* start(session.tokens())

      assert.isTrue(yield* session.rejected(tokens.accessToken))
      yield* TestClock.adjust("1 second")

      assert.isTrue(Option.isSome(yield* ended(caller)))
      assert.isTrue(platform.accepts(Option.getOrThrow(yield* session.tokens()).accessToken))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("where programs take turns, more life than the token has left is refreshed for all the same", () =>
    Effect.gen(function*() {
      const { platform, store } = yield* signedIn(30_000)
      const session = yield* open(platform, { ...store, inTurn: (self) => self })

      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 0)
      yield* session.tokens("45 seconds")
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("D6 whose turn comes when the session is over asks for nothing", () =>
    Effect.gen(function*() {
      const { platform, store } = yield* signedIn(0)
      const turn = yield* Deferred.make<void>()
      const session = yield* open(platform, { ...store, inTurn: (self) => Effect.andThen(Deferred.await(turn), self) })
      const caller = yield* start(session.tokens())

      yield* session.end
      yield* Deferred.succeed(turn, undefined)
      yield* turns

      assert.isTrue(Option.isNone(yield* ended(caller)))
      assert.strictEqual(platform.refreshes(), 0)
    }))

  it.effect("D2 its result is kept even when every caller leaves", () =>
    Effect.gen(function*() {
      const { platform, session, store } = yield* signedIn(0)
      platform.takes(1000)
      const only = yield* start(session.tokens())

      yield* Fiber.interrupt(only)
      yield* TestClock.adjust("1 second")

      assert.strictEqual(textOf(yield* session.tokens()), accessOf(yield* store.get))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("the refresh goes by the settings that the session was built with, whoever asks first", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0).pipe(
        Effect.provideService(RetryPolicy, { ...defaults, attempts: 2 }),
        Effect.provideService(Diagnostics, [])
      )
      platform.meet(lost)
      const impatient = yield* start(reasonOf(
        Effect.provideService(session.tokens(), RetryPolicy, { ...defaults, attempts: 1 })
      ))
      const another = yield* start(reasonOf(session.tokens()))

      yield* TestClock.adjust("3 seconds")

      assert.deepStrictEqual([yield* ended(impatient), yield* ended(another)], ["ConnectionFailed", "ConnectionFailed"])
      assert.strictEqual(platform.requests.length, 2)
    }))

  it.effect("D3 one that fails is not remembered: the next one after the cool-down brings a token", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* hasty(signedIn(0))
      platform.meet(lost)
      assert.strictEqual(yield* reasonOf(session.tokens()), "ConnectionFailed")
      platform.meet(undefined)

      yield* TestClock.adjust(4999)
      assert.strictEqual(yield* reasonOf(session.tokens()), "ConnectionFailed")
      assert.strictEqual(platform.refreshes(), 1)

      yield* TestClock.adjust(1)
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 2)
    }))

  const troubles = {
    "a lost connection": [lost, "ConnectionFailed"],
    "silence": [silence, "TimedOut"],
    "a 429": [tooMany(), "RateLimited"],
    "a 502 of a proxy": [plain(502, "<html>Bad gateway</html>"), "HttpFailure"],
    "a captive portal": [plain(200, "<html>Log in</html>"), "DecodeError"],
    "a refused key": [knownError("INVALID_OAUTH_CLIENT_ID_OR_SECRET", 400), "InvalidOAuthClientIdOrSecret"],
    "an error nobody knows": [knownError("BRAND_NEW", 400), "UnexpectedKnownError"]
  } as const
  for (const [what, [fault, reason]] of Object.entries(troubles)) {
    it.effect(`D3 ${what} is told and signs nobody out`, () =>
      Effect.gen(function*() {
        const { platform, session, store } = yield* hasty(signedIn(0))
        const states = statesOf(session)
        platform.meet(fault)

        const call = yield* start(reasonOf(session.tokens()))
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* ended(call), reason)

        platform.meet(undefined)
        yield* TestClock.adjust("5 seconds")
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
    it.effect(`D3 ${code} ends the session, which asks no more`, () =>
      Effect.gen(function*() {
        const { platform, session, store } = yield* hasty(signedIn(0))
        platform.meet(knownError(code, 401))

        assert.strictEqual(yield* reasonOf(session.tokens()), reason)
        assert.isTrue(Option.isNone(yield* session.tokens()))

        assert.strictEqual(platform.refreshes(), 1)
        assert.isNull(yield* store.get)
      }))
  }

  it.effect("D3 a connection that is lost four times is not even noticed", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0)
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

  it.effect("D4 100 calls during an outage of 20 s ask once per cool-down", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* hasty(signedIn(0))
      platform.meet(lost)

      for (let call = 0; call < 100; call++) {
        assert.strictEqual(yield* reasonOf(session.tokens()), "ConnectionFailed")
        yield* TestClock.adjust(200)
      }

      assert.strictEqual(platform.refreshes(), 4)
    }))

  it.effect("D4 the cool-down of one session does not hold up another", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* hasty(signedIn(0))
      platform.meet(lost)
      yield* reasonOf(session.tokens())
      platform.meet(undefined)
      platform.lifeMillis(0)

      yield* session.keep(platform.signIn())

      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("D4 a token with some life left is used while the platform cannot be reached", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* hasty(signedIn(10_000))
      platform.meet(lost)

      for (let call = 0; call < 100; call++) {
        assert.strictEqual(textOf(yield* session.tokens()), Redacted.value(tokens.accessToken))
        yield* TestClock.adjust(99)
      }
      yield* TestClock.adjust(100)

      assert.strictEqual(yield* reasonOf(session.tokens()), "ConnectionFailed")
      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("D4 a token whose life ends during the attempts is not handed out", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(1000)
      platform.meet(lost)

      const call = yield* start(reasonOf(session.tokens()))
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(yield* ended(call), "ConnectionFailed")
    }))
})

describe("the end of a session", () => {
  it.effect("D5 a rejected refresh token ends it for good: one sign-out, told to every caller who waits", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* signedIn(0)
      const states = statesOf(session)
      platform.revoke(tokens)
      platform.meet(after("1 second", knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)))
      const callers = yield* start(
        Effect.forEach(Array(100), () => reasonOf(session.tokens()), { concurrency: "unbounded" })
      )

      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual(new Set(yield* ended(callers)), new Set(["RefreshTokenNotFoundOrExpired"]))
      assert.deepStrictEqual(states, ["SignedOut"])
      assert.isNull(yield* store.get)
      for (let call = 0; call < 10; call++) assert.isTrue(Option.isNone(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("D5 another program that writes the ended session again revives it in no program", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* signedIn(0)
      platform.revoke(tokens)
      yield* reasonOf(session.tokens())
      const states = statesOf(session)

      yield* store.compareAndSet(null, tokens)
      yield* turns

      assert.isEmpty(states)
      assert.isNull(yield* store.get)
      assert.strictEqual(platform.refreshes(), 1)
    }))

  const client = (platform: TokenPlatform, session: Service) =>
    Access.layerClient.pipe(Layer.provide([platform.layer, project, Layer.succeed(Session, session)]), Layer.orDie)

  it.effect("D5 a sign-in that finds the old session over goes through without tokens", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* signedIn(0)
      const next = platform.signIn()
      platform.revoke(tokens)
      platform.others(json({
        access_token: Redacted.value(next.accessToken),
        refresh_token: Redacted.value(next.refreshToken),
        user_id: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"
      }))

      yield* Password.signIn({ email: "a@b.test", password: Redacted.make("correct horse") }).pipe(
        Effect.provide(client(platform, session))
      )

      const sent = platform.requests.at(-1)!
      assert.isTrue(sent.url.endsWith("/auth/password/sign-in"))
      assert.notProperty(sent.headers, "x-stack-access-token")
      assert.notProperty(sent.headers, "x-stack-refresh-token")
    }))

  it.effect("D5 a call that needs a user tells that the session is over, and sends nothing", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* signedIn(0)
      platform.revoke(tokens)

      const error = yield* Effect.flip(Sessions.list({ userId: "me" })).pipe(Effect.provide(client(platform, session)))

      assert.strictEqual(error._tag === "CallError" && error.reason._tag, "RefreshTokenNotFoundOrExpired")
      assert.deepStrictEqual(platform.requests.map(({ url }) => url), ["https://api.test/api/v1/auth/oauth/token"])
    }))

  it.effect("D6 a sign-out while a refresh is under way discards its tokens: nobody is signed in", () =>
    Effect.gen(function*() {
      const { platform, session, store } = yield* signedIn(0)
      platform.takes(1000)
      const caller = yield* start(session.tokens())
      const states = statesOf(session)

      yield* session.end
      yield* TestClock.adjust("1 second")

      assert.isTrue(Option.isNone(yield* ended(caller)))
      assert.deepStrictEqual(states, ["SignedOut"])
      assert.isNull(yield* store.get)
    }))

  it.effect("D6 a refresh that fails after the sign-out leaves its caller signed out, not with an error", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* hasty(signedIn(0))
      platform.meet(after("1 second", lost))
      const caller = yield* start(session.tokens())

      yield* session.end
      yield* TestClock.adjust("1 second")

      assert.isTrue(Option.isNone(yield* ended(caller)))
    }))

  const lateAnswers = {
    "a token": undefined,
    "a rejection": after("1 second", knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)),
    "a lost connection": after("1 second", lost)
  }
  for (const [what, answer] of Object.entries(lateAnswers)) {
    it.effect(`D7 ${what} that comes after another user signed in changes nothing for that user`, () =>
      Effect.gen(function*() {
        const { platform, session, store } = yield* hasty(signedIn(0))
        platform.takes(1000)
        platform.meet(answer)
        const caller = yield* start(session.tokens())
        const other = platform.signIn({ sub: "the other user" })

        yield* session.keep(other)
        yield* TestClock.adjust("1 second")

        const expected = Redacted.value(other.accessToken)
        assert.strictEqual(textOf(yield* ended(caller)), expected)
        assert.strictEqual(textOf(yield* session.tokens()), expected)
        assert.strictEqual(accessOf(yield* store.get), expected)
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("D7 another user who signed in with a token that is over gets a new one, whatever became of the old one", () =>
    Effect.gen(function*() {
      for (const answer of Object.values(lateAnswers)) {
        const { platform, session } = yield* hasty(signedIn(0))
        platform.takes(1000)
        platform.meet(answer)
        const caller = yield* start(session.tokens())
        platform.lifeMillis(0)
        yield* session.keep(platform.signIn({ sub: "the other user" }))
        platform.lifeMillis(tenMinutes)
        platform.meet(undefined)

        yield* TestClock.adjust("2 seconds")

        assert.isTrue(platform.accepts(Option.getOrThrow(yield* ended(caller)).accessToken))
        assert.strictEqual(claimsIn(session)?.sub, "the other user")
      }
    }))

  it.effect("D7 a token that came from elsewhere meanwhile counts, unless it is over", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* signedIn(0)
      platform.takes(1000)
      platform.lifeMillis(-1000)
      const over = platform.refresh(tokens)
      platform.lifeMillis(tenMinutes)
      const caller = yield* start(session.tokens())
      yield* session.keep(over)

      yield* TestClock.adjust("2 seconds")

      assert.isTrue(platform.accepts(Option.getOrThrow(yield* ended(caller)).accessToken))
    }))

  it.effect("D7 back to the first user while the first refresh is under way: still one for that session", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* signedIn(0)
      platform.takes(1000)
      const first = yield* start(session.tokens())
      yield* session.keep(platform.signIn())

      yield* session.keep(tokens)
      const again = yield* start(session.tokens())
      yield* TestClock.adjust("1 second")

      assert.strictEqual(textOf(yield* ended(again)), textOf(yield* ended(first)))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a session without refresh token is used until it expires, then it is over", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const { accessToken } = platform.signIn()
      const store = yield* storeOf({ accessToken, refreshToken: undefined, clockSkewMillis: 0 })
      const session = yield* open(platform, store)

      yield* TestClock.adjust(tenMinutes - 1)
      assert.strictEqual(textOf(yield* session.tokens()), Redacted.value(accessToken))

      yield* TestClock.adjust(1)
      assert.isTrue(Option.isNone(yield* session.tokens()))
      assert.isNull(yield* store.get)
      assert.strictEqual(platform.refreshes(), 0)
    }))
})

describe("an access token that is to be renewed", () => {
  it.effect("is forgotten without a request, and fetched when it is needed", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(tenMinutes, { sub: "u" })
      const states = statesOf(session)

      yield* session.renewNext

      assert.isEmpty(states)
      assert.strictEqual(claimsIn(session)?.sub, "u")
      assert.strictEqual(platform.refreshes(), 0)
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("is kept where no other can be had", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const { accessToken } = platform.signIn()
      const session = yield* open(platform, yield* storeOf({ accessToken, refreshToken: undefined }))

      yield* session.renewNext

      assert.strictEqual(textOf(yield* session.tokens()), Redacted.value(accessToken))
    }))
})

describe("a rejected access token", () => {
  it.effect("is replaced; who is signed in remains known meanwhile", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* signedIn(tenMinutes, { sub: "u" })
      const states = statesOf(session)

      assert.isTrue(yield* session.rejected(tokens.accessToken))

      assert.isEmpty(states)
      assert.strictEqual(claimsIn(session)?.sub, "u")
      assert.isUndefined(accessOf(yield* store.get))
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("that was replaced already takes nothing away from the new one", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* signedIn(0)
      const fresh = yield* session.tokens()

      assert.isTrue(yield* session.rejected(tokens.accessToken))

      assert.strictEqual(textOf(yield* session.tokens()), textOf(fresh))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("rejected by 100 callers at once is refreshed once", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* signedIn(tenMinutes)

      yield* Effect.forEach(
        Array(100),
        () => Effect.andThen(session.rejected(tokens.accessToken), session.tokens()),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("ends a session that cannot be refreshed, and nothing happens when nobody is signed in", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const { accessToken } = platform.signIn()
      const session = yield* open(platform, yield* storeOf({ accessToken, refreshToken: undefined }))

      assert.isFalse(yield* session.rejected(accessToken))
      assert.strictEqual(session.state()._tag, "SignedOut")
      assert.isFalse(yield* session.rejected(accessToken))
    }))
})

describe("keeping a session", () => {
  const odd = {
    "text \"undefined\"": Redacted.make("undefined"),
    "text \"null\"": Redacted.make("null"),
    "empty text": Redacted.make(""),
    "nothing": undefined
  }
  for (const [what, token] of Object.entries(odd)) {
    for (const name of ["accessToken", "refreshToken"] as const) {
      it.effect(`${name}: ${what} is refused, and the session before stays`, () =>
        Effect.gen(function*() {
          const { session, tokens } = yield* signedIn(tenMinutes)

          const reason = yield* reasonOf(session.keep({ ...tokens, [name]: token } as NewTokens))

          assert.strictEqual(reason, "InvalidInput")
          assert.strictEqual(textOf(yield* session.tokens()), Redacted.value(tokens.accessToken))
        }))
    }
  }

  it.effect("D17 an anonymous user who signs up goes on in one session, with no sign-out between", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* signedIn(0, { sub: "u", role: "anon" })
      platform.takes(1000)
      const states = statesOf(session)
      const caller = yield* start(session.tokens())
      platform.upgrade(tokens)
      const upgraded = platform.refresh(tokens)

      yield* session.keep(upgraded)
      yield* TestClock.adjust("1 second")

      assert.isTrue(Option.isSome(yield* ended(caller)))
      assert.isFalse(claimsIn(session)!.isAnonymous)
      assert.strictEqual(claimsIn(session)!.sub, "u")
      assert.notInclude(states, "SignedOut")
      assert.strictEqual(Redacted.value((yield* store.get)!.refreshToken!), Redacted.value(tokens.refreshToken))
    }))

  it.effect("D17 the same when the platform opens a new session for the upgraded user", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* signedIn(tenMinutes, { sub: "u", role: "anon" })
      const states = statesOf(session)
      const upgraded = platform.signIn({ sub: "u" })

      yield* session.keep(upgraded)
      yield* session.rejected(tokens.accessToken)
      yield* turns

      assert.deepStrictEqual(states, ["SignedIn"])
      assert.strictEqual(accessOf(yield* store.get), Redacted.value(upgraded.accessToken))
    }))
})

describe("other programs over the same store", () => {
  it.effect("a sign-in, a refresh and a sign-out there are adopted here", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* signedIn(0)
      const other = yield* open(platform, store)
      const states = statesOf(session)

      const refreshed = yield* other.tokens()
      yield* turns
      assert.strictEqual(textOf(yield* session.tokens()), textOf(refreshed))
      assert.strictEqual(platform.refreshes(), 1)

      yield* other.end
      yield* turns
      assert.isTrue(Option.isNone(yield* session.tokens()))

      yield* other.keep(platform.signIn())
      yield* turns
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.deepStrictEqual(states, ["SignedIn", "SignedOut", "SignedIn"])
      assert.notStrictEqual(textOf(yield* session.tokens()), Redacted.value(tokens.accessToken))
    }))

  it.effect("a token that was rejected there is replaced here, and who is signed in remains known", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* signedIn(tenMinutes, { sub: "u" })
      const other = yield* open(platform, store)

      yield* other.rejected(tokens.accessToken)
      yield* turns

      assert.strictEqual(claimsIn(session)?.sub, "u")
      assert.notStrictEqual(textOf(yield* session.tokens()), Redacted.value(tokens.accessToken))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("D6 D7 a late refresh here overwrites neither a sign-out nor a newer session there", () =>
    Effect.gen(function*() {
      for (const next of ["nobody", "somebody else"] as const) {
        const { platform, session, store } = yield* signedIn(0)
        // nobody is told of changes, as in a tab that sleeps
        const deaf = yield* open(platform, { ...store, changes: Stream.never })
        platform.takes(1000)
        const caller = yield* start(deaf.tokens())
        const other = platform.signIn()

        yield* next === "nobody" ? session.end : session.keep(other)
        yield* TestClock.adjust("1 second")

        const expected = next === "nobody" ? undefined : Redacted.value(other.accessToken)
        assert.strictEqual(textOf(yield* ended(caller)), expected)
        assert.strictEqual(accessOf(yield* store.get), expected)
        assert.strictEqual(textOf(yield* session.tokens()), expected)
      }
    }))

  it.effect("D14 a store that hangs costs each caller its 2 s at most, and the session lives on", () =>
    Effect.gen(function*() {
      const { platform, store } = yield* signedIn(0)
      const session = yield* open(platform, { ...store, compareAndSet: () => Effect.never })
      const callers = yield* start(Effect.forEach(Array(10), () => session.tokens(), { concurrency: "unbounded" }))

      yield* TestClock.adjust("2 seconds")

      assert.isTrue((yield* ended(callers)).every(Option.isSome))
      const keeping = yield* start(session.keep(platform.signIn()))
      yield* TestClock.adjust("2 seconds")
      yield* ended(keeping)
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 1)
    }))
})

describe("listeners", () => {
  it.effect("D13 one that asks for tokens, keeps or ends the session from within never deadlocks", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0)
      const found: Array<Exit.Exit<Option.Option<UsableTokens>, CallError>> = []
      const run = Effect.runForkWith(yield* Effect.context<never>())
      session.subscribe(() => void run(session.tokens()).addObserver((exit) => found.push(exit)))
      const next = platform.signIn()

      yield* session.tokens()
      yield* session.keep(next)
      yield* session.end
      yield* turns

      assert.deepStrictEqual(found.map((exit) => Exit.isSuccess(exit) && Option.isSome(exit.value)), [
        true,
        true,
        false
      ])
    }))

  it.effect("D13 a consumer of the changes that does the same goes through as well", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0)
      const seen: Array<string> = []
      const consumer = yield* start(
        Stream.runForEach(Stream.take(session.changes, 5), (state) => {
          seen.push(state._tag)
          return state._tag === "SignedIn"
            ? Effect.andThen(session.tokens(), session.end)
            : session.keep(platform.signIn())
        })
      )

      yield* TestClock.adjust(0)

      yield* ended(consumer)
      assert.deepStrictEqual(seen, ["SignedIn", "SignedIn", "SignedOut", "SignedIn", "SignedOut"])
    }))
})

describe("the end of the layer", () => {
  it.effect("D15 in the middle of a refresh: the request is aborted, and no fiber and no timer stays behind", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const store = yield* storeOf(platform.signIn())
      yield* TestClock.adjust(tenMinutes)
      const fibers = { now: 0 }
      const timers = { now: 0 }
      const clock = yield* Clock.Clock
      const counting = <A, E, R>(self: Effect.Effect<A, E, R>) =>
        self.pipe(
          Effect.provideService(Metric.FiberRuntimeMetrics, {
            recordFiberStart: () => void fibers.now++,
            recordFiberEnd: () => void fibers.now--
          }),
          Effect.provideService(
            Clock.Clock,
            clockLike(clock, () => 0, (sleep) => {
              timers.now++
              return Effect.ensuring(sleep, Effect.sync(() => timers.now--))
            })
          )
        )
      for (const phase of ["the request", "the wait for another attempt", "the write"] as const) {
        platform.meet(phase === "the request" ? silence : phase === "the write" ? undefined : lost)
        const hangs: Store = phase === "the write" ? { ...store, compareAndSet: () => Effect.never } : store
        const scope = yield* Scope.make()
        const session = yield* counting(Effect.provideService(open(platform, hangs), Scope.Scope, scope))
        const caller = yield* start(counting(session.tokens()))
        assert.isAbove(fibers.now, 0, phase)
        assert.isAbove(timers.now, 0, phase)

        const closing = yield* start(Scope.close(scope, Exit.void))
        if (phase === "the write") yield* TestClock.adjust("2 seconds")
        yield* ended(closing)
        yield* turns

        assert.isTrue(Cause.hasInterruptsOnly(Exit.getCause(caller.pollUnsafe()!).pipe(Option.getOrThrow)), phase)
        assert.deepStrictEqual({ fibers: fibers.now, timers: timers.now }, { fibers: 0, timers: 0 }, phase)
      }
      assert.strictEqual(platform.aborted(), 1)
    }))

  it.effect("D15 a call that comes too late is interrupted rather than left waiting", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const store = yield* storeOf(platform.signIn())
      const scope = yield* Scope.make()
      const session = yield* Effect.provideService(open(platform, store), Scope.Scope, scope)
      yield* TestClock.adjust(tenMinutes)

      yield* Scope.close(scope, Exit.void)
      const late = yield* start(session.tokens())

      assert.isTrue(Exit.isFailure(late.pollUnsafe()!))
      assert.strictEqual(platform.refreshes(), 0)
    }))
})

describe("any sequence of events", () => {
  const Event = Schema.Union([
    Schema.Literals(["ask", "reject", "revoke", "sign out", "sign out elsewhere", "outage", "recovery", "upgrade"]),
    Schema.Struct({ signIn: Schema.Literals(["anonymous", "user"]), where: Schema.Literals(["here", "elsewhere"]) }),
    Schema.Struct({ wait: Schema.Literals([1, 999, 4999, 5000, 19_999, 20_000, 580_000, 580_001, tenMinutes]) })
  ])

  /** What somebody who is signed in is expected to have. */
  interface Expected {
    readonly tokens: NewTokens
    readonly anonymous: boolean
    readonly rejected: boolean
    readonly revoked: boolean
  }

  const expiryOf = (tokens: NewTokens): number =>
    JSON.parse(atob(Redacted.value(tokens.accessToken).split(".")[1]!)).exp * 1000

  const keyOf = (tokens: NewTokens) => Redacted.value(tokens.refreshToken)

  it.effect.prop(
    "D16 signed out, anonymous, signed in, stale or over: the session does what the model says",
    { events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 1, maxLength: 60 }) },
    ({ events }) =>
      Effect.gen(function*() {
        const platform = yield* started
        const store = yield* storeOf(null)
        const session = yield* hasty(open(platform, store))
        let model: Expected | undefined
        let failure: { readonly key: string; readonly at: number } | undefined
        let outage = false
        let refreshes = 0

        /** What asking for tokens now comes to, by the model. */
        const expectation = (now: number): "nobody" | "as before" | "new" | "ConnectionFailed" | "over" => {
          if (model === undefined) return "nobody"
          const remaining = model.rejected ? 0 : expiryOf(model.tokens) - now
          if (remaining >= 20_000) return "as before"
          const usedUp = remaining > 0 ? "as before" : "ConnectionFailed"
          if (failure?.key === keyOf(model.tokens) && now - failure.at < 5000) return usedUp
          refreshes++
          if (outage) {
            failure = { key: keyOf(model.tokens), at: now }
            return usedUp
          }
          return model.revoked ? "over" : "new"
        }

        const ask = Effect.gen(function*() {
          const expected = expectation(yield* Clock.currentTimeMillis)
          const found = yield* Effect.result(session.tokens())
          const got = found._tag === "Failure" ? found.failure.reason._tag : textOf(found.success) ?? "nobody"
          switch (expected) {
            case "as before":
              return assert.strictEqual(got, Redacted.value(model!.tokens.accessToken))
            case "over":
              model = undefined
              return assert.strictEqual(got, "RefreshTokenNotFoundOrExpired")
            case "new": {
              const tokens = { ...model!.tokens, accessToken: Redacted.make(got) }
              assert.isTrue(platform.accepts(tokens.accessToken))
              assert.notStrictEqual(got, Redacted.value(model!.tokens.accessToken))
              model = { ...model!, tokens, rejected: false }
              return
            }
            default:
              return assert.strictEqual(got, expected)
          }
        })

        const happen = (event: typeof Event.Type) =>
          Effect.gen(function*() {
            if (typeof event === "object" && "wait" in event) return yield* TestClock.adjust(event.wait)
            if (typeof event === "object") {
              const anonymous = event.signIn === "anonymous"
              const tokens = platform.signIn(anonymous ? { role: "anon" } : {})
              model = { tokens, anonymous, rejected: false, revoked: false }
              return yield* event.where === "here"
                ? session.keep(tokens)
                : Effect.asVoid(store.compareAndSet(yield* store.get, tokens))
            }
            switch (event) {
              case "ask":
                return yield* ask
              case "reject":
                if (model !== undefined) {
                  assert.isTrue(yield* session.rejected(model.tokens.accessToken))
                  model = { ...model, rejected: true }
                }
                return
              case "revoke":
                if (model !== undefined) platform.revoke(model.tokens)
                model &&= { ...model, revoked: true }
                return
              case "upgrade":
                if (model !== undefined && !model.revoked) {
                  platform.upgrade(model.tokens)
                  model = { tokens: platform.refresh(model.tokens), anonymous: false, rejected: false, revoked: false }
                  yield* session.keep(model.tokens)
                }
                return
              case "sign out":
                model = undefined
                return yield* session.end
              case "sign out elsewhere":
                model = undefined
                return yield* store.compareAndSet(yield* store.get, null)
              case "outage":
              case "recovery":
                outage = event === "outage"
                return platform.meet(outage ? lost : undefined)
            }
          })

        for (const event of events) {
          yield* happen(event)
          yield* turns

          const kept = yield* store.get
          assert.strictEqual(platform.refreshes(), refreshes)
          assert.strictEqual(session.state()._tag, model === undefined ? "SignedOut" : "SignedIn")
          assert.strictEqual(claimsIn(session)?.isAnonymous, model?.anonymous)
          assert.strictEqual(accessOf(kept), model?.rejected ? undefined : accessOf(model?.tokens ?? null))
          assert.strictEqual(
            kept === null ? undefined : Redacted.value(kept.refreshToken!),
            model && keyOf(model.tokens)
          )
        }
      }),
    { timeout: 60_000 }
  )
})

/** A clock that tells another time, and may look at who sleeps. */
const clockLike = (
  clock: Clock.Clock,
  offset: () => number,
  watch: (sleep: Effect.Effect<void>) => Effect.Effect<void> = (sleep) => sleep
): Clock.Clock => {
  const millis = () => clock.currentTimeMillisUnsafe() + offset()
  const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(Math.round(offset() * 1e6))
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => Effect.suspend(() => watch(clock.sleep(duration)))
  }
}

describe("wrong clocks", () => {
  const hour = 3_600_000
  const year = 365.25 * 24 * hour

  /** What a call does: send the token, and try once more with another when the platform rejects it. */
  const call = (platform: TokenPlatform, session: Service) =>
    Effect.gen(function*() {
      for (let attempt = 0; attempt < 2; attempt++) {
        const { accessToken } = Option.getOrThrow(yield* session.tokens())
        if (platform.accepts(accessToken)) return
        yield* session.rejected(accessToken)
      }
      return yield* Effect.die(new Error("rejected twice"))
    })

  /** Half an hour of calls every 7 s, from a sign-in or a session that a store held for a while. */
  const halfAnHour = (options: {
    readonly offset: () => number
    readonly life: number
    readonly latency: number
    readonly stored: number | undefined
  }) =>
    Effect.gen(function*() {
      const platform = yield* started
      platform.lifeMillis(options.life)
      platform.takes(options.latency)
      const tokens = platform.signIn()
      const clock = clockLike(yield* Clock.Clock, options.offset)
      const store = yield* storeOf(options.stored === undefined ? null : tokens)
      yield* TestClock.adjust(options.stored ?? 0)
      const session = yield* Effect.provideService(open(platform, store), Clock.Clock, clock)
      if (options.stored === undefined) yield* Effect.provideService(session.keep(tokens), Clock.Clock, clock)
      const states = statesOf(session)

      for (let elapsed = 0; elapsed < hour / 2; elapsed += 7000) {
        const calling = yield* Effect.forkChild(Effect.provideService(call(platform, session), Clock.Clock, clock))
        yield* TestClock.adjust(7000)
        yield* ended(calling)
      }

      assert.notInclude(states, "SignedOut")
      return platform.refreshes()
    }).pipe(Effect.scoped)

  /**
   * One refresh for every life that begins. Of a life, the last 20 s go unused, and what a wrong clock cannot know: how
   * long the answer took, and the second that issue times are cut to. The first token may be as good as over.
   */
  const mostRefreshes = (life: number, latency: number) => 1 + Math.ceil(hour / 2 / (life - 20_000 - latency - 1000))

  const known = [5000, 90_000, hour, 24 * hour, 10 * year].flatMap((offset) => [offset, -offset])
  for (const offset of [0, ...known]) {
    it.effect(`F1 a clock that is ${offset / 1000} s ahead: signed in all the time, one refresh per lifetime`, () =>
      Effect.gen(function*() {
        for (const stored of [undefined, 0, 300_000]) {
          const refreshes = yield* halfAnHour({ offset: () => offset, life: tenMinutes, latency: 200, stored })

          assert.isAtMost(refreshes, mostRefreshes(tenMinutes, 200))
        }
      }))
  }

  const int = (minimum: number, maximum: number) =>
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

  it.effect.prop(
    "F1 any clock, any lifetime from a minute, any latency up to 5 s: signed in all the time, one refresh per lifetime",
    {
      offset: int(-10 * year, 10 * year),
      life: int(60, 900),
      latency: int(0, 5000),
      stored: Arbitrary.schema(Schema.Union([Schema.Undefined, Schema.Literals([0, 30_000, 5_000_000])]))
    },
    ({ latency, life, offset, stored }) =>
      Effect.gen(function*() {
        const refreshes = yield* halfAnHour({ offset: () => offset, life: life * 1000, latency, stored })

        assert.isAtMost(refreshes, mostRefreshes(life * 1000, latency))
      }),
    { timeout: 60_000 }
  )

  it.effect("F2 a clock that jumps, runs backwards or is corrected: signed in, one refresh more per jump", () =>
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      for (const jumps of [[hour, 0, -hour, 0], [-10 * year, 10 * year], [24 * hour, 23 * hour, -5000]]) {
        const fiveMinutes = () => Math.floor((clock.currentTimeMillisUnsafe() - today) / 300_000)

        const refreshes = yield* halfAnHour({
          offset: () => jumps[fiveMinutes() % jumps.length]!,
          life: tenMinutes,
          latency: 200,
          stored: 0
        })

        assert.isAtMost(refreshes, mostRefreshes(tenMinutes, 200) + 6)
      }
    }))

  it.effect("F1 the time that lost attempts took is not taken off the token", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0)
      const ahead = Effect.provideService(Clock.Clock, clockLike(yield* Clock.Clock, () => hour))
      let failures = 0
      platform.lifeMillis(60_000)
      platform.meet((request) => {
        if (++failures === 4) platform.meet(undefined)
        return lost(request)
      })
      const call = yield* start(ahead(session.tokens()))
      while (call.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")

      yield* ahead(session.tokens("55 seconds"))

      assert.strictEqual(platform.refreshes(), 5)
    }))

  it.effect("F2 once a wrong clock is corrected, the 20 s count exactly again", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(0)
      const clock = yield* Clock.Clock
      const first = yield* Effect.provideService(session.tokens(), Clock.Clock, clockLike(clock, () => hour))
      platform.takes(5000)
      yield* TestClock.adjust(tenMinutes)
      yield* session.rejected(Option.getOrThrow(first).accessToken)
      const call = yield* start(session.tokens())
      yield* TestClock.adjust(5000)
      yield* ended(call)

      yield* TestClock.adjust(tenMinutes - 5000 - 20_000)
      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 2)

      yield* TestClock.adjust(1)
      yield* start(session.tokens())
      assert.strictEqual(platform.refreshes(), 3)
    }))

  it.effect("F2 a clock set back during the cool-down does not stretch it", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* hasty(signedIn(0))
      platform.meet(lost)
      yield* reasonOf(session.tokens())
      platform.meet(undefined)
      const clock = clockLike(yield* Clock.Clock, () => -10 * year)
      yield* TestClock.adjust("5 seconds")

      const later = yield* Effect.provideService(session.tokens(), Clock.Clock, clock)

      // expired by the right clock, alive by this one: handed out; the platform rejects it, and the refresh is not held up
      yield* session.rejected(Option.getOrThrow(later).accessToken)
      const fresh = yield* Effect.provideService(session.tokens(), Clock.Clock, clock)
      assert.isTrue(platform.accepts(Option.getOrThrow(fresh).accessToken))
    }))

  it.effect("F2 a computer that slept for a day refreshes once when it wakes", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* signedIn(tenMinutes)
      yield* session.tokens()

      yield* TestClock.adjust("1 day")
      yield* Effect.forEach(Array(50), () => session.tokens(), { concurrency: "unbounded" })

      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("F1 two programs with a wrong clock over one store do not take turns at refreshing", () =>
    Effect.gen(function*() {
      for (const offset of [24 * hour, -24 * hour]) {
        const platform = yield* started
        const store = yield* storeOf(platform.signIn())
        const clock = clockLike(yield* Clock.Clock, () => offset)
        const wrongly = Effect.provideService(Clock.Clock, clock)
        const one = yield* wrongly(open(platform, store))
        const other = yield* wrongly(open(platform, store))

        for (let round = 0; round < 60; round++) {
          yield* wrongly(call(platform, one))
          yield* turns
          yield* wrongly(call(platform, other))
          yield* turns
          yield* TestClock.adjust("1 minute")
        }

        assert.isAtMost(platform.refreshes(), 2 + 7)
      }
    }))

  it.effect("F3 time zones and the change to summer time change nothing", () =>
    Effect.gen(function*() {
      const before = process.env["TZ"]
      const summerTime = Date.UTC(2025, 2, 9, 7)
      for (const zone of ["America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati"]) {
        process.env["TZ"] = zone
        yield* TestClock.setTime(summerTime - tenMinutes / 2)
        const platform = yield* tokenPlatform
        const session = yield* open(platform, yield* storeOf(platform.signIn()))

        yield* TestClock.adjust(tenMinutes - 20_000)
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
    it.effect(`F4 a Date header of ${JSON.stringify(date)} changes nothing`, () =>
      Effect.gen(function*() {
        const { platform, session, tokens } = yield* signedIn(0)
        const fresh = Redacted.value(platform.refresh(tokens).accessToken)
        platform.meet(
          json({ access_token: fresh, token_type: "Bearer", expires_in: 3599, scope: "legacy" }, { date })
        )

        assert.strictEqual(textOf(yield* session.tokens()), fresh)
        yield* TestClock.adjust(tenMinutes - 20_000)
        yield* session.tokens()
        assert.strictEqual(platform.refreshes(), 1)
        yield* TestClock.adjust(1)
        yield* session.tokens()
        assert.strictEqual(platform.refreshes(), 2)
      }))
  }

  it.effect("F6 a tab in the background sets no timer: nothing is asked until somebody calls, then once", () =>
    Effect.gen(function*() {
      const platform = yield* started
      const store = yield* storeOf(platform.signIn())
      let timers = 0
      const clock = clockLike(yield* Clock.Clock, () => 0, (sleep) => {
        timers++
        return sleep
      })
      const session = yield* Effect.provideService(open(platform, store), Clock.Clock, clock)
      const atStart = timers

      yield* TestClock.adjust("3 hours")
      assert.strictEqual(timers, atStart)
      assert.strictEqual(platform.requests.length, 0)

      yield* session.tokens()
      assert.strictEqual(platform.refreshes(), 1)
    }))
})
