import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import { ended, start, turns } from "../../support/fibers.ts"
import { lost } from "../../support/scriptedTransport.ts"
import * as sessions from "./sessions.ts"

describe("a token that is over, in a session that cannot get another one", () => {
  for (const remaining of [0, -1, -sessions.tenMinutes]) {
    for (const isMeasured of [false, true]) {
      const what = isMeasured
        ? "ends the session by a clock that is known"
        : "is for the platform to judge where none is"
      it.effect(`F1 with ${remaining} ms of life left ${what}`, () =>
        Effect.gen(function*() {
          const platform = yield* sessions.started
          const { accessToken } = platform.signIn()
          const tokens = { accessToken, refreshToken: undefined, ...(isMeasured && { clockSkewMillis: 0 }) }
          const session = yield* sessions.open(platform, yield* sessions.storeOf(tokens))
          yield* TestClock.adjust(sessions.tenMinutes - remaining)

          const found = sessions.textOf(yield* session.tokens())

          assert.strictEqual(found, isMeasured ? undefined : Redacted.value(accessToken))
          assert.strictEqual(session.state()._tag, isMeasured ? "SignedOut" : "SignedIn")
        }))
    }
  }
})

describe("tokens for a request that makes sense signed out", () => {
  it.effect("are none where nobody is signed in", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const session = yield* sessions.open(platform, yield* sessions.storeOf(null))

      assert.isTrue(Option.isNone(yield* session.tokensIfAny))
    }))

  for (const [remaining, areThey] of [[20_000, "those"], [1, "those"], [0, "none"], [-1, "none"]] as const) {
    it.effect(`of an account with ${remaining} ms of life left are ${areThey} that are held, without a refresh`, () =>
      Effect.gen(function*() {
        const { platform, session, tokens } = yield* sessions.signedIn(remaining)

        const found = sessions.textOf(yield* session.tokensIfAny)

        assert.strictEqual(found, areThey === "those" ? Redacted.value(tokens.accessToken) : undefined)
        assert.strictEqual(platform.refreshes(), 0)
      }))
  }

  const perhapsAnonymous = { "is anonymous": { role: "anon" }, "has claims that nobody can read": { sub: undefined } }
  for (const [who, claims] of Object.entries(perhapsAnonymous)) {
    it.effect(`of a user who ${who} are refreshed, for it may be that user who signs up`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* sessions.signedIn(0, claims)

        const found = Option.getOrThrow(yield* session.tokensIfAny)

        assert.isTrue(platform.accepts(found.accessToken))
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("of an anonymous user are waited for 5 s, and are none then", () =>
    Effect.gen(function*() {
      for (const [takes, isFound] of [[4999, true], [5001, false]] as const) {
        const { platform, session } = yield* sessions.signedIn(0, { role: "anon" })
        platform.takes(takes)
        const asking = yield* start(session.tokensIfAny)

        yield* TestClock.adjust("5 seconds")

        assert.strictEqual(Option.isSome(yield* ended(asking)), isFound)
      }
    }))

  it.effect("of an anonymous user are none while the platform is away: who is signed in remains known", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.hasty(sessions.signedIn(0, { role: "anon" }))
      platform.meet(lost)

      assert.isTrue(Option.isNone(yield* session.tokensIfAny))
      assert.strictEqual(session.state()._tag, "SignedIn")
    }))

  const odd = Redacted.make("undefined")
  for (const name of ["accessToken", "refreshToken"] as const) {
    it.effect(`are none where the ${name} went through String(undefined), and nothing is sent`, () =>
      Effect.gen(function*() {
        const platform = yield* sessions.started
        const tokens = { ...platform.signIn({ role: "anon" }), [name]: odd }
        const session = yield* sessions.open(platform, yield* sessions.storeOf(tokens))

        assert.isTrue(Option.isNone(yield* session.tokensIfAny))
        assert.isEmpty(platform.requests)
      }))
  }

  it.effect("are those of a session that has no refresh token", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const { accessToken } = platform.signIn({ role: "anon" })
      const session = yield* sessions.open(platform, yield* sessions.storeOf({ accessToken, refreshToken: undefined }))

      assert.strictEqual(sessions.textOf(yield* session.tokensIfAny), Redacted.value(accessToken))
    }))

  it.effect("D18 are a use of the session, which is refreshed ahead from then on", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(sessions.tenMinutes)
      yield* start(session.refreshAhead(Schedule.spaced("1 minute")))

      yield* session.tokensIfAny
      yield* TestClock.adjust("9 minutes")
      yield* turns

      assert.strictEqual(platform.refreshes(), 1)
    }))
})
