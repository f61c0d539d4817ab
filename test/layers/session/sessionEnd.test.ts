import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Access from "../../../layers/access/access.ts"
import { Session } from "../../../layers/session/Session.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import { project } from "../../support/contract/project.ts"
import { after, json, knownError, lost } from "../../support/platform/scriptedTransport.ts"
import type { TokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { ended, start, turns } from "../../support/suite/fibers.ts"
import * as sessions from "./sessions.ts"

describe("the end of a session", () => {
  it.effect("D5: a rejected refresh token ends the session for good, with one event and an error for every waiting caller", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* sessions.signedIn(0)
      const states = sessions.statesOf(session)
      platform.revoke(tokens)
      platform.meet(after("1 second", knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)))
      const callers = yield* start(
        Effect.forEach(Array(100), () => sessions.reasonOf(session.tokens()), { concurrency: "unbounded" })
      )

      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual(new Set(yield* ended(callers)), new Set(["RefreshTokenNotFoundOrExpired"]))
      assert.deepStrictEqual(states, ["SignedOut"])
      assert.isNull(yield* store.get)
      for (let call = 0; call < 10; call++) assert.isTrue(Option.isNone(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("D5: an ended session doesn't continue when another program stores it again", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* sessions.signedIn(0)
      platform.revoke(tokens)
      yield* sessions.reasonOf(session.tokens())
      const states = sessions.statesOf(session)

      yield* store.compareAndSet(null, tokens)
      yield* turns

      assert.isEmpty(states)
      assert.isNull(yield* store.get)
      assert.strictEqual(platform.refreshes(), 1)
    }))

  const client = (platform: TokenPlatform, session: sessions.Service) =>
    Access.layerClient().pipe(Layer.provide([platform.layer, project, Layer.succeed(Session, session)]), Layer.orDie)

  it.effect("D5: a sign-in is sent without tokens if the previous session has ended", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* sessions.signedIn(0)
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

  it.effect("D5: a call that needs a user fails without being sent if the session has ended", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* sessions.signedIn(0)
      platform.revoke(tokens)

      const error = yield* Effect.flip(Sessions.list({ userId: "me" })).pipe(Effect.provide(client(platform, session)))

      assert.strictEqual(error._tag === "CallError" && error.reason._tag, "RefreshTokenNotFoundOrExpired")
      assert.deepStrictEqual(platform.requests.map(({ url }) => url), ["https://api.test/api/v1/auth/oauth/token"])
    }))

  it.effect("D6: a sign-out discards the tokens of a refresh under way", () =>
    Effect.gen(function*() {
      const { platform, session, store } = yield* sessions.signedIn(0)
      platform.takes(1000)
      const caller = yield* start(session.tokens())
      const states = sessions.statesOf(session)

      yield* session.end
      yield* TestClock.adjust("1 second")

      assert.isTrue(Option.isNone(yield* ended(caller)))
      assert.deepStrictEqual(states, ["SignedOut"])
      assert.isNull(yield* store.get)
    }))

  it.effect("D6: a refresh that fails after the sign-out returns no tokens to its caller, and no error", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.singleAttempt(sessions.signedIn(0))
      platform.meet(after("1 second", lost))
      const caller = yield* start(session.tokens())

      yield* session.end
      yield* TestClock.adjust("1 second")

      assert.isTrue(Option.isNone(yield* ended(caller)))
    }))

  it.effect("D6: if the platform rejects the refresh token after the sign-out, a waiting caller gets that error", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(0)
      platform.meet(after("1 second", knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)))
      const caller = yield* start(sessions.reasonOf(session.tokens()))
      yield* session.end

      yield* TestClock.adjust("1 second")

      assert.strictEqual(yield* ended(caller), "RefreshTokenNotFoundOrExpired")
    }))

  const lateResponses = {
    "a token": undefined,
    "a rejection": after("1 second", knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)),
    "a lost connection": after("1 second", lost)
  }
  for (const [what, response] of Object.entries(lateResponses)) {
    it.effect(`D7: a late response for the previous user, such as ${what}, doesn't affect a user who has signed in since`, () =>
      Effect.gen(function*() {
        const { platform, session, store } = yield* sessions.singleAttempt(sessions.signedIn(0))
        platform.takes(1000)
        platform.meet(response)
        const caller = yield* start(session.tokens())
        const other = platform.signIn({ sub: "the other user" })

        yield* session.keep(other)
        yield* TestClock.adjust("1 second")

        const expected = Redacted.value(other.accessToken)
        assert.strictEqual(sessions.textOf(yield* ended(caller)), expected)
        assert.strictEqual(sessions.textOf(yield* session.tokens()), expected)
        assert.strictEqual(sessions.accessOf(yield* store.get), expected)
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("D7: another user who signs in with an expired token gets a new token, whatever the old refresh returns", () =>
    Effect.gen(function*() {
      for (const response of Object.values(lateResponses)) {
        const { platform, session } = yield* sessions.singleAttempt(sessions.signedIn(0))
        platform.takes(1000)
        platform.meet(response)
        const caller = yield* start(session.tokens())
        platform.lifeMillis(0)
        yield* session.keep(platform.signIn({ sub: "the other user" }))
        platform.lifeMillis(sessions.tenMinutes)
        platform.meet(undefined)

        yield* TestClock.adjust("2 seconds")

        assert.isTrue(platform.accepts(Option.getOrThrow(yield* ended(caller)).accessToken))
        assert.strictEqual(sessions.claimsIn(session)?.sub, "the other user")
      }
    }))

  for (const [life, counts] of [[10_000, true], [1001, true], [1000, false], [-1000, false]] as const) {
    const what = counts ? "is used even if short-lived" : "is not used"
    it.effect(`D7: a token that another program obtained a second ago, with ${life} ms left, ${what}`, () =>
      Effect.gen(function*() {
        const { platform, session, tokens } = yield* sessions.signedIn(0)
        platform.takes(1000)
        platform.lifeMillis(life)
        const elsewhere = platform.refresh(tokens)
        platform.lifeMillis(sessions.tenMinutes)
        const caller = yield* start(session.tokens())
        yield* session.keep(elsewhere)

        yield* TestClock.adjust("1 second")
        if (!counts) yield* TestClock.adjust("1 second")

        const { accessToken } = Option.getOrThrow(yield* ended(caller))
        assert.isTrue(platform.accepts(accessToken))
        assert.strictEqual(Redacted.value(accessToken) === Redacted.value(elsewhere.accessToken), counts)
        assert.strictEqual(platform.refreshes(), counts ? 1 : 2)
      }))
  }

  it.effect("D7: the first user's refresh is continued, not repeated, if that user signs in again while it is under way", () =>
    Effect.gen(function*() {
      const { platform, session, tokens } = yield* sessions.signedIn(0)
      platform.takes(1000)
      const first = yield* start(session.tokens())
      yield* session.keep(platform.signIn())

      yield* session.keep(tokens)
      const again = yield* start(session.tokens())
      yield* TestClock.adjust("1 second")

      assert.strictEqual(sessions.textOf(yield* ended(again)), sessions.textOf(yield* ended(first)))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("a session without a refresh token is used until it expires and then ends", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const { accessToken } = platform.signIn()
      const store = yield* sessions.storeOf({ accessToken, refreshToken: undefined, clockSkewMillis: 0 })
      const session = yield* sessions.open(platform, store)

      yield* TestClock.adjust(sessions.tenMinutes - 1)
      assert.strictEqual(sessions.textOf(yield* session.tokens()), Redacted.value(accessToken))

      yield* TestClock.adjust(1)
      assert.isTrue(Option.isNone(yield* session.tokens()))
      assert.isNull(yield* store.get)
      assert.strictEqual(platform.refreshes(), 0)
    }))
})

describe("other programs over the same store", () => {
  it.effect("the session adopts sign-ins, refreshes and sign-outs of other programs over the same store", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* sessions.signedIn(0)
      const other = yield* sessions.open(platform, store)
      const states = sessions.statesOf(session)

      const refreshed = yield* other.tokens()
      yield* turns
      assert.strictEqual(sessions.textOf(yield* session.tokens()), sessions.textOf(refreshed))
      assert.strictEqual(platform.refreshes(), 1)

      yield* other.end
      yield* turns
      assert.isTrue(Option.isNone(yield* session.tokens()))

      yield* other.keep(platform.signIn())
      yield* turns
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.deepStrictEqual(states, ["SignedIn", "SignedOut", "SignedIn"])
      assert.notStrictEqual(sessions.textOf(yield* session.tokens()), Redacted.value(tokens.accessToken))
    }))

  it.effect("a session replaces a token that another program reported as rejected, and its state stays known", () =>
    Effect.gen(function*() {
      const { platform, session, store, tokens } = yield* sessions.signedIn(sessions.tenMinutes, { sub: "u" })
      const other = yield* sessions.open(platform, store)

      yield* other.rejected(tokens.accessToken)
      yield* turns

      assert.strictEqual(sessions.claimsIn(session)?.sub, "u")
      assert.notStrictEqual(sessions.textOf(yield* session.tokens()), Redacted.value(tokens.accessToken))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("D6 D7: a late refresh overwrites neither another program's sign-out nor its newer session", () =>
    Effect.gen(function*() {
      for (const next of ["signed out", "another user"] as const) {
        const { platform, session, store } = yield* sessions.signedIn(0)
        // receives no notifications of changes, like a suspended tab
        const unnotified = yield* sessions.open(platform, { ...store, changes: Stream.never })
        platform.takes(1000)
        const caller = yield* start(unnotified.tokens())
        const other = platform.signIn()

        yield* next === "signed out" ? session.end : session.keep(other)
        yield* TestClock.adjust("1 second")

        const expected = next === "signed out" ? undefined : Redacted.value(other.accessToken)
        assert.strictEqual(sessions.textOf(yield* ended(caller)), expected)
        assert.strictEqual(sessions.accessOf(yield* store.get), expected)
        assert.strictEqual(sessions.textOf(yield* session.tokens()), expected)
      }
    }))

  it.effect("D14: a store that hangs delays each caller by at most 2 s, and the session continues", () =>
    Effect.gen(function*() {
      const { platform, store } = yield* sessions.signedIn(0)
      const session = yield* sessions.open(platform, { ...store, compareAndSet: () => Effect.never })
      const callers = yield* start(Effect.forEach(Array(10), () => session.tokens(), { concurrency: "unbounded" }))

      yield* TestClock.adjust("2 seconds")

      assert.isTrue((yield* ended(callers)).every(Option.isSome))
      const storing = yield* start(session.keep(platform.signIn()))
      yield* TestClock.adjust("2 seconds")
      yield* ended(storing)
      assert.isTrue(Option.isSome(yield* session.tokens()))
      assert.strictEqual(platform.refreshes(), 1)
    }))
})
