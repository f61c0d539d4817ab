import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Session } from "../../../../layers/session/Session.ts"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as sessions from "../../../../src/flows/account/sessions.ts"
import { accessToken } from "../../../../src/flows/authentication/authHeaders.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asServer, emulated as inProcess, signIn, signUp } from "../../emulator/support/support.ts"

const requested = Emulator.useSync(({ requests }) => requests.list().length)

overBothTransports(({ emulated }) => {
  describe("sessions.isImpersonated", () => {
    it.effect("sessions.isImpersonated is false in a user's own session, after a single request", () =>
      Effect.gen(function*() {
        yield* signUp()
        const before = yield* requested

        assert.isFalse(yield* sessions.isImpersonated())
        assert.strictEqual(yield* requested, before + 1)
      }).pipe(Effect.provide(emulated())))

    it.effect("sessions.isImpersonated is true in a session that a back end created to act as the user", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const tokens = yield* asServer(Sessions.create({ userId, isImpersonation: true }))
        yield* Session.use((session) => session.keep(tokens))

        assert.isTrue(yield* sessions.isImpersonated())
      }).pipe(Effect.provide(emulated())))

    it.effect("sessions.isImpersonated is false in a session that was ended elsewhere", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { users } = yield* Emulator
        yield* Effect.promise(() => Promise.resolve(users.signOut({ user: ann.email })))

        assert.isFalse(yield* sessions.isImpersonated())
      }).pipe(Effect.provide(emulated())))
  })
})

overBothTransports(({ emulated }) => {
  describe("sessions.requireRecent", () => {
    it.effect("fresh-4: sessions.requireRecent accepts a sign-in up to the limit, even after refreshes, and fails with ConfirmationNeeded after that", () =>
      Effect.gen(function*() {
        const { clock } = yield* Emulator
        yield* signUp()
        clock.advance("14 minutes")
        yield* sessions.requireRecent()
        clock.advance("2 minutes")
        const error = yield* Effect.flip(sessions.requireRecent())
        yield* sessions.requireRecent({ within: "1 hour" })
        yield* signIn()
        yield* sessions.requireRecent()

        assert.deepInclude(error, { _tag: "ConfirmationNeeded", maxAgeMillis: 900_000 })
      }).pipe(Effect.provide(emulated())))

    it.effect("fresh-4: sessions.requireRecent measures by the platform's clock, so that a wrong clock neither lets a user through nor requires confirmation forever", () =>
      Effect.gen(function*() {
        const { clock } = yield* Emulator
        yield* signUp()
        const wrong = (millis: number) => <A, E, R>(self: Effect.Effect<A, E, R>) =>
          Effect.flatMap(Clock.Clock, (own) =>
            Effect.provideService(self, Clock.Clock, {
              ...own,
              currentTimeMillisUnsafe: () => own.currentTimeMillisUnsafe() + millis,
              currentTimeMillis: Effect.map(own.currentTimeMillis, (now) => now + millis)
            }))

        yield* sessions.requireRecent().pipe(wrong(7_200_000))
        clock.advance("1 hour")
        const error = yield* sessions.requireRecent().pipe(wrong(-7_200_000), Effect.flip)

        assert.strictEqual(error._tag, "ConfirmationNeeded")
      }).pipe(Effect.provide(emulated())))

    it.effect("fresh-4: sessions.requireRecent fails with ConfirmationNeeded in an impersonation, and with InvalidInput for an invalid time", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        for (const within of [0, NaN, -1, "nonsense" as never, Infinity]) {
          const error = yield* Effect.flip(sessions.requireRecent({ within }))
          assert.strictEqual(error._tag === "CallError" ? error.reason._tag : error._tag, "InvalidInput")
        }
        const tokens = yield* asServer(Sessions.create({ userId, isImpersonation: true }))
        yield* Session.use((session) => session.keep(tokens))

        assert.strictEqual((yield* Effect.flip(sessions.requireRecent()))._tag, "ConfirmationNeeded")
      }).pipe(Effect.provide(emulated())))
  })
})

overBothTransports(({ emulated }) => {
  describe("accessToken", () => {
    it.effect("accessToken returns a new token with forceRefresh, and the current one otherwise", () =>
      Effect.gen(function*() {
        const { accessToken: first } = yield* signUp()
        const current = yield* accessToken()
        ;(yield* Emulator).clock.advance("1 minute")
        const renewed = yield* accessToken({ forceRefresh: true })

        assert.strictEqual(current, Redacted.value(first))
        assert.isString(renewed)
        assert.notStrictEqual(renewed, current)
      }).pipe(Effect.provide(emulated())))
  })
})

describe("sessions", () => {
  for (const revision of ["2025-08", "2026-04"] as const) {
    it.effect(`on ${revision}, sessions.isImpersonated recognizes an impersonation`, () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const own = yield* sessions.isImpersonated()
        yield* Session.use((session) =>
          Effect.flatMap(asServer(Sessions.create({ userId, isImpersonation: true })), (tokens) => session.keep(tokens))
        )
        assert.deepStrictEqual([own, yield* sessions.isImpersonated()], [false, true])
      }).pipe(Effect.provide(inProcess({ revision }))))
  }
})
