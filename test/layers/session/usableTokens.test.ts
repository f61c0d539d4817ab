import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import { lost } from "../../support/platform/scriptedTransport.ts"
import { ended, start, turns } from "../../support/suite/fibers.ts"
import * as sessions from "./sessions.ts"

describe("an expired token in a session without a refresh token", () => {
  for (const remaining of [0, -1, -sessions.tenMinutes]) {
    for (const isMeasured of [false, true]) {
      const what = isMeasured
        ? "ends the session if the clock skew is known"
        : "is still used if the clock skew is unknown, because only the platform can judge it"
      it.effect(`F1: without a refresh token, an access token with ${remaining} ms left ${what}`, () =>
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

describe("tokens for a request that works with or without a session", () => {
  it.effect("a request with an optional session has no tokens when signed out", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const session = yield* sessions.open(platform, yield* sessions.storeOf(null))

      assert.isTrue(Option.isNone(yield* session.tokensIfAny))
    }))

  for (
    const [remaining, outcome] of [[20_000, "the stored tokens"], [1, "the stored tokens"], [0, "no tokens"], [
      -1,
      "no tokens"
    ]] as const
  ) {
    it.effect(`a request with an optional session uses ${outcome} with ${remaining} ms left, without a refresh`, () =>
      Effect.gen(function*() {
        const { platform, session, tokens } = yield* sessions.signedIn(remaining)

        const found = sessions.textOf(yield* session.tokensIfAny)

        assert.strictEqual(found, outcome === "the stored tokens" ? Redacted.value(tokens.accessToken) : undefined)
        assert.strictEqual(platform.refreshes(), 0)
      }))
  }

  const perhapsAnonymous = { "is anonymous": { role: "anon" }, "has unreadable claims": { sub: undefined } }
  for (const [who, claims] of Object.entries(perhapsAnonymous)) {
    it.effect(`tokens for an optional session are refreshed if the user ${who}, because that user may be signing up`, () =>
      Effect.gen(function*() {
        const { platform, session } = yield* sessions.signedIn(0, claims)

        const found = Option.getOrThrow(yield* session.tokensIfAny)

        assert.isTrue(platform.accepts(found.accessToken))
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("a request with an optional session omits an anonymous user's tokens if their refresh takes longer than 5 s", () =>
    Effect.gen(function*() {
      for (const [takes, isFound] of [[4999, true], [5001, false]] as const) {
        const { platform, session } = yield* sessions.signedIn(0, { role: "anon" })
        platform.takes(takes)
        const caller = yield* start(session.tokensIfAny)

        yield* TestClock.adjust("5 seconds")

        assert.strictEqual(Option.isSome(yield* ended(caller)), isFound)
      }
    }))

  it.effect("a request with an optional session omits an anonymous user's tokens during an outage, and the session continues", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.singleAttempt(sessions.signedIn(0, { role: "anon" }))
      platform.meet(lost)

      assert.isTrue(Option.isNone(yield* session.tokensIfAny))
      assert.strictEqual(session.state()._tag, "SignedIn")
    }))

  const odd = Redacted.make("undefined")
  for (const name of ["accessToken", "refreshToken"] as const) {
    it.effect(`a request with an optional session omits the tokens if the ${name} is the text "undefined", and no refresh is sent`, () =>
      Effect.gen(function*() {
        const platform = yield* sessions.started
        const tokens = { ...platform.signIn({ role: "anon" }), [name]: odd }
        const session = yield* sessions.open(platform, yield* sessions.storeOf(tokens))

        assert.isTrue(Option.isNone(yield* session.tokensIfAny))
        assert.isEmpty(platform.requests)
      }))
  }

  it.effect("a request with an optional session uses the access token of a session without a refresh token", () =>
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const { accessToken } = platform.signIn({ role: "anon" })
      const session = yield* sessions.open(platform, yield* sessions.storeOf({ accessToken, refreshToken: undefined }))

      assert.strictEqual(sessions.textOf(yield* session.tokensIfAny), Redacted.value(accessToken))
    }))

  it.effect("D18: reading tokens for an optional session counts as a use, after which the session is refreshed ahead", () =>
    Effect.gen(function*() {
      const { platform, session } = yield* sessions.signedIn(sessions.tenMinutes)
      yield* start(session.refreshAhead(Schedule.spaced("1 minute")))

      yield* session.tokensIfAny
      yield* TestClock.adjust("9 minutes")
      yield* turns

      assert.strictEqual(platform.refreshes(), 1)
    }))
})
