import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Session } from "../../../../../layers/session/Session.ts"
import * as Password from "../../../../../schemas/endpoints/password.ts"
import * as Sessions from "../../../../../schemas/endpoints/sessions.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { ann, asServer, callbackUrl, lastMail, signIn, signUp } from "../../support/support.ts"

const newPassword = Redacted.make("battery staple")

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const reasonOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

overBothTransports(({ emulated }) => {
  describe("sign-up with a password", () => {
    it.effect("password sign-up creates an account with an unverified primary address that is used for sign-in", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()

        const user = yield* asServer(Users.get({ userId }))

        assert.strictEqual(user.primaryEmail, ann.email)
        assert.isFalse(user.primaryEmailVerified)
        assert.isTrue(user.primaryEmailAuthEnabled)
        assert.isTrue(user.hasPassword)
        assert.strictEqual((yield* Users.getMe()).id, userId)
      }).pipe(Effect.provide(emulated())))

    it.effect("password sign-up sends an email with a link that verifies the address", () =>
      Effect.gen(function*() {
        yield* signUp()

        const { kind, link } = yield* lastMail(ann.email)

        assert.strictEqual(kind, "emailVerification")
        assert.match(link!, /^http:\/\/localhost:3000\/handler\?code=[0-9a-z]{45}$/)
      }).pipe(Effect.provide(emulated())))

    it.effect("password sign-up rejects an address that is already used for sign-in, in upper or lower case", () =>
      Effect.gen(function*() {
        yield* signUp()

        const error = yield* Effect.flip(signUp({ ...ann, email: "ANN@example.com" }))

        assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
        // the error contains the address in its stored form
        assert.strictEqual(error._tag === "UserWithEmailAlreadyExists" ? error.details.email : "", ann.email)
      }).pipe(Effect.provide(emulated())))

    it.effect("two concurrent sign-ups with the same address create one account", () =>
      Effect.gen(function*() {
        const input = { ...ann, verificationCallbackUrl: callbackUrl }
        const results = yield* Effect.all([Effect.exit(Password.signUp(input)), Effect.exit(Password.signUp(input))], {
          concurrency: "unbounded"
        })

        assert.deepStrictEqual(results.map(({ _tag }) => _tag).sort(), ["Failure", "Success"])
      }).pipe(Effect.provide(emulated())))

    it.effect("password sign-up checks the setting, the callback URL, whether sign-up is allowed, the password's length and the address, in this order", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const project = emulator.store.projects.get(emulator.project.projectId)!
        yield* signUp()
        const config = project.config
        const bad = {
          email: ann.email,
          password: Redacted.make("short"),
          verificationCallbackUrl: "https://elsewhere.example.com"
        }

        project.config = { ...config, credentialEnabled: false, signUpEnabled: false }
        assert.strictEqual(yield* tagOf(Password.signUp(bad)), "PasswordAuthenticationNotEnabled")
        project.config = { ...config, signUpEnabled: false }
        assert.strictEqual(yield* tagOf(Password.signUp(bad)), "RedirectUrlNotWhitelisted")
        const trusted = { ...bad, verificationCallbackUrl: callbackUrl }
        assert.strictEqual(yield* tagOf(Password.signUp(trusted)), "SignUpNotEnabled")
        project.config = config
        assert.strictEqual(yield* tagOf(Password.signUp(trusted)), "PasswordTooShort")
        assert.strictEqual(
          yield* tagOf(Password.signUp({ ...trusted, password: newPassword })),
          "UserWithEmailAlreadyExists"
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("password sign-up rejects a password that bcrypt would truncate", () =>
      Effect.gen(function*() {
        const long = signUp({ ...ann, password: Redacted.make("ä".repeat(36)) })

        assert.strictEqual(yield* reasonOf(long), "HttpFailure")
        yield* signUp({ ...ann, password: Redacted.make("ä".repeat(35)) })
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-up creates and selects a personal team if the project is configured to", () =>
      Effect.gen(function*() {
        yield* signUp()

        const { selectedTeam } = yield* Users.getMe()

        assert.strictEqual(selectedTeam?.displayName, "ann@example.com's Team")
      }).pipe(Effect.provide(emulated({ config: { createTeamOnSignUp: true } }))))
  })

  describe("sign-in with a password", () => {
    it.effect("password sign-in fails with the same error for a wrong password and an unknown address", () =>
      Effect.gen(function*() {
        yield* signUp()

        const wrong = yield* Effect.flip(Password.signIn({ ...ann, password: newPassword }))
        const unknown = yield* Effect.flip(Password.signIn({ ...ann, email: "nobody@example.com" }))

        assert.strictEqual(wrong._tag, "EmailPasswordMismatch")
        assert.deepStrictEqual(wrong, unknown)
      }).pipe(Effect.provide(emulated())))

    it.effect("seeded users can sign in with a password", () =>
      Effect.gen(function*() {
        yield* signIn()

        const me = yield* Users.getMe()

        assert.deepStrictEqual([me.displayName, me.primaryEmailVerified], ["Ann", true])
      }).pipe(
        Effect.provide(emulated({ users: [{ email: ann.email, password: "correct horse", displayName: "Ann" }] }))
      ))
  })

  describe("password reset", () => {
    const sendCode = Effect.andThen(
      Password.sendResetCode({ email: ann.email, callbackUrl }),
      Effect.map(lastMail(ann.email), ({ code }) => code)
    )

    it.effect("a password reset sets a new password and ends all sessions", () =>
      Effect.gen(function*() {
        yield* signUp()
        const code = yield* sendCode

        yield* Password.reset({ code, password: newPassword })

        assert.strictEqual(yield* tagOf(Password.signIn(ann)), "EmailPasswordMismatch")
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual(yield* reasonOf((yield* Session).tokens()), "RefreshTokenNotFoundOrExpired")
        yield* signIn({ ...ann, password: newPassword })
      }).pipe(Effect.provide(emulated())))

    it.effect("a password-reset request for an unknown address gets the usual response, but sends nothing and doesn't check the callback URL", () =>
      Effect.gen(function*() {
        yield* signUp()
        const known = yield* Password.sendResetCode({ email: ann.email, callbackUrl })
        const unknown = yield* Password.sendResetCode({
          email: "nobody@example.com",
          callbackUrl: "https://elsewhere.example.com"
        })

        assert.deepStrictEqual(known, unknown)
        assert.strictEqual((yield* Emulator).outbox.byAddress("nobody@example.com").length, 0)
      }).pipe(Effect.provide(emulated())))

    it.effect("a password-reset request for an unknown address is delayed by at least 2 seconds of the emulator's clock, if configured", () =>
      Effect.gen(function*() {
        const { clock } = yield* Emulator
        yield* signUp()
        const known = yield* Password.sendResetCode({ email: ann.email, callbackUrl })
        const start = clock.now().getTime()
        const requested = yield* Effect.forkChild(Password.sendResetCode({ email: "nobody@example.com", callbackUrl }))

        while (requested.pollUnsafe() === undefined) {
          yield* TestClock.adjust("100 millis")
          yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
        }

        assert.deepStrictEqual(yield* Fiber.join(requested), known)
        assert.isAtLeast(clock.now().getTime() - start, 2000)
      }).pipe(Effect.provide(emulated({ hideUnknownAddresses: true }))))

    it.effect("a password reset uses up the code before it checks the password", () =>
      Effect.gen(function*() {
        yield* signUp()
        const code = yield* sendCode

        assert.strictEqual(yield* tagOf(Password.reset({ code, password: Redacted.make("short") })), "PasswordTooShort")
        assert.strictEqual(
          yield* tagOf(Password.reset({ code, password: newPassword })),
          "VerificationCodeAlreadyUsed"
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("a password-reset code can be checked up to 20 times without being used up", () =>
      Effect.gen(function*() {
        yield* signUp()
        const code = yield* sendCode

        for (let time = 0; time < 20; time++) yield* Password.checkResetCode({ code })

        assert.strictEqual(yield* tagOf(Password.checkResetCode({ code })), "VerificationCodeMaxAttemptsReached")
        assert.strictEqual(
          yield* tagOf(Password.reset({ code, password: newPassword })),
          "VerificationCodeMaxAttemptsReached"
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("a password-reset code is valid for 7 days, in upper and lower case", () =>
      Effect.gen(function*() {
        yield* signUp()
        const code = yield* sendCode
        const upper = Redacted.make(Redacted.value(code).toUpperCase())

        yield* TestClock.adjust("7 days")
        yield* Password.checkResetCode({ code: upper })
        yield* TestClock.adjust("1 millis")

        assert.strictEqual(yield* tagOf(Password.checkResetCode({ code })), "VerificationCodeExpired")
      }).pipe(Effect.provide(emulated())))

    it.effect("a password reset rejects a code of another kind", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { code } = yield* lastMail(ann.email)

        assert.strictEqual(yield* tagOf(Password.checkResetCode({ code })), "VerificationCodeNotFound")
      }).pipe(Effect.provide(emulated())))
  })

  describe("password change", () => {
    it.effect("a password change keeps the current session and ends all other sessions", () =>
      Effect.gen(function*() {
        const first = yield* signUp()
        const second = yield* signIn()

        yield* Password.update({ oldPassword: ann.password, newPassword })

        const { sessionsByRefreshToken } = (yield* Emulator).store.projects.get((yield* Emulator).project.projectId)!
        assert.isFalse(sessionsByRefreshToken.has(Redacted.value(first.refreshToken)))
        assert.isTrue(sessionsByRefreshToken.has(Redacted.value(second.refreshToken)))
      }).pipe(Effect.provide(emulated())))

    it.effect("a password change rejects a wrong old password", () =>
      Effect.gen(function*() {
        yield* signUp()

        assert.strictEqual(
          yield* tagOf(Password.update({ oldPassword: newPassword, newPassword })),
          "PasswordConfirmationMismatch"
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("a password can be set only if the user has none", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* asServer(Users.update({ userId, password: null }))
        yield* (yield* Session).keep(yield* openSession(userId))

        assert.strictEqual(
          yield* tagOf(Password.update({ oldPassword: newPassword, newPassword })),
          "UserDoesNotHavePassword"
        )
        yield* Password.set({ password: newPassword })
        assert.strictEqual(yield* reasonOf(Password.set({ password: newPassword })), "HttpFailure")
      }).pipe(Effect.provide(emulated())))

    it.effect("a password change fails with a schema error if signed out", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* reasonOf(Password.set({ password: newPassword })), "SchemaError")
      }).pipe(Effect.provide(emulated())))
  })

  const openSession = (userId: string) => asServer(Sessions.create({ userId }))
})
