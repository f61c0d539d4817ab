/** One-time codes, anonymous users and MFA. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Session } from "../../../../../layers/session/Session.ts"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as ContactChannels from "../../../../../schemas/endpoints/contactChannels.ts"
import * as Mfa from "../../../../../schemas/endpoints/mfa.ts"
import * as Otp from "../../../../../schemas/endpoints/otp.ts"
import * as Password from "../../../../../schemas/endpoints/password.ts"
import * as Sessions from "../../../../../schemas/endpoints/sessions.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import type { MultiFactorAuthenticationRequired } from "../../../../../schemas/errors/multiFactor.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { digitsAt } from "../../../../../src/emulator/model/accounts/totp.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { ann, asServer, callbackUrl, lastMail, send, signUp } from "../../support/support.ts"

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const reasonOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

/** Sends a sign-in code. Returns the complete code and its two parts. */
const sendCode = (email = ann.email) =>
  Effect.gen(function*() {
    const { nonce } = yield* Otp.sendSignInCode({ email, callbackUrl })
    const { code, otp } = yield* lastMail(email)
    return { code, nonce: Redacted.value(nonce), otp: otp! }
  })

overBothTransports(({ emulated }) => {
  describe("one-time codes", () => {
    it.effect("sign-in with a one-time code creates a verified account, and reports that the account is new", () =>
      Effect.gen(function*() {
        const { code } = yield* sendCode()
        assert.strictEqual((yield* asServer(Users.list())).items.length, 0)

        const tokens = yield* Otp.signIn({ code })

        const user = yield* asServer(Users.get({ userId: tokens.userId }))
        assert.isTrue(tokens.isNewUser)
        assert.deepStrictEqual([user.primaryEmailVerified, user.otpAuthEnabled, user.hasPassword], [true, true, false])
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-in accepts the code's six characters together with the nonce, or the complete code of the link", () =>
      Effect.gen(function*() {
        const { code, nonce, otp } = yield* sendCode()

        const { isNewUser } = yield* Otp.signIn({ code: Redacted.make(otp + nonce) })

        assert.isTrue(isNewUser)
        assert.match(otp, /^[0-9A-Z]{6}$/)
        assert.strictEqual(Redacted.value(code), otp.toLowerCase() + nonce)
        assert.strictEqual(yield* tagOf(Otp.signIn({ code })), "VerificationCodeAlreadyUsed")
      }).pipe(Effect.provide(emulated())))

    it.effect("a one-time code is rejected after 20 wrong guesses of its six characters", () =>
      Effect.gen(function*() {
        const { code, nonce } = yield* sendCode()

        for (let guess = 0; guess < 20; guess++) {
          const wrong = Redacted.make(`zzzz${String(guess).padStart(2, "0")}${nonce}`)
          assert.strictEqual(yield* tagOf(Otp.signIn({ code: wrong })), "VerificationCodeNotFound")
        }

        assert.strictEqual(yield* tagOf(Otp.signIn({ code })), "VerificationCodeMaxAttemptsReached")
      }).pipe(Effect.provide(emulated())))

    it.effect("no one-time code is sent to an account's unverified address", () =>
      Effect.gen(function*() {
        yield* signUp()

        const error = yield* Effect.flip(Otp.sendSignInCode({ email: ann.email, callbackUrl }))

        assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
        assert.deepInclude("details" in error ? error.details : {}, { wouldWorkIfEmailWasVerified: true })
      }).pipe(Effect.provide(emulated())))

    it.effect("sending a code to a verified address enables sign-in with one-time codes", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* ContactChannels.verify({ code: (yield* lastMail(ann.email)).code })

        const { code } = yield* sendCode()

        assert.isTrue((yield* asServer(Users.get({ userId }))).otpAuthEnabled)
        assert.deepInclude(yield* Otp.signIn({ code }), { userId, isNewUser: false })
      }).pipe(Effect.provide(emulated())))

    it.effect("sending a one-time code checks the setting, then whether sign-up is allowed, then the callback URL", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const project = emulator.store.projects.get(emulator.project.projectId)!
        const config = project.config
        const bad = Otp.sendSignInCode({ email: ann.email, callbackUrl: "https://elsewhere.example.com" })

        project.config = { ...config, magicLinkEnabled: false, signUpEnabled: false }
        assert.strictEqual(yield* reasonOf(bad), "HttpFailure")
        project.config = { ...config, signUpEnabled: false }
        assert.strictEqual(yield* tagOf(bad), "SignUpNotEnabled")
        project.config = config
        assert.strictEqual(yield* tagOf(bad), "RedirectUrlNotWhitelisted")
      }).pipe(Effect.provide(emulated())))
  })

  describe("anonymous users", () => {
    it.effect("anonymous users can be created even if sign-up is disabled", () =>
      Effect.gen(function*() {
        yield* (yield* Session).keep(yield* Anonymous.signUp())

        const me = yield* Users.getMe()

        assert.isTrue(me.isAnonymous)
        assert.deepStrictEqual(me.restrictedReason, { type: "anonymous" })
      }).pipe(Effect.provide(emulated({ config: { signUpEnabled: false } }))))

    it.effect("anonymous users are rejected unless the request allows them", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* Anonymous.signUp()
        const token = { "x-stack-access-token": Redacted.value(accessToken) }

        const { json } = yield* send("GET", "/api/v1/users/me", {
          level: "client",
          headers: { ...token, "x-stack-allow-anonymous-user": "false" }
        })

        assert.strictEqual(json.code, "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED")
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-up upgrades an anonymous user, and keeps the user's id, metadata and access token", () =>
      Effect.gen(function*() {
        const anonymous = yield* Anonymous.signUp()
        yield* (yield* Session).keep(anonymous)
        yield* Users.updateMe({ clientMetadata: { basket: 3 } })

        const { userId } = yield* signUp()

        const me = yield* Users.getMe()
        assert.strictEqual(userId, anonymous.userId)
        assert.isFalse(me.isAnonymous)
        assert.deepStrictEqual(me.clientMetadata, { basket: 3 })
        const { status } = yield* send("GET", "/api/v1/users/me", {
          level: "client",
          headers: {
            "x-stack-access-token": Redacted.value(anonymous.accessToken),
            "x-stack-allow-anonymous-user": "true"
          }
        })
        assert.strictEqual(status, 200)
      }).pipe(Effect.provide(emulated())))

    /** Returns the number of the user's sessions, and whether the previous session still exists. */
    const afterwards = (before: { readonly refreshToken: Redacted.Redacted }, id: string) =>
      Effect.gen(function*() {
        const { items } = yield* Sessions.list({ userId: "me" })
        const refreshed = yield* send("POST", "/api/v1/auth/sessions/current/refresh", {
          level: "client",
          headers: { "x-stack-refresh-token": Redacted.value(before.refreshToken) }
        })
        const deleted = yield* Effect.exit(Sessions.delete({ id, userId: "me" }))
        return { count: items.length, refreshed: refreshed.json.code ?? refreshed.status, deleted: deleted._tag }
      })

    it.effect("an upgrade with a password ends the anonymous session", () =>
      Effect.gen(function*() {
        const before = yield* Anonymous.signUp()
        yield* (yield* Session).keep(before)
        const { id } = (yield* Sessions.list({ userId: "me" })).items[0]!

        yield* signUp()

        assert.deepStrictEqual(yield* afterwards(before, id), {
          count: 1,
          refreshed: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
          deleted: "Failure"
        })
      }).pipe(Effect.provide(emulated())))

    it.effect("an upgrade with a one-time code keeps the anonymous session", () =>
      Effect.gen(function*() {
        const before = yield* Anonymous.signUp()
        yield* (yield* Session).keep(before)
        const { id } = (yield* Sessions.list({ userId: "me" })).items[0]!
        const { code } = yield* sendCode()

        yield* (yield* Session).keep(yield* Otp.signIn({ code }))

        assert.deepStrictEqual(yield* afterwards(before, id), { count: 2, refreshed: 200, deleted: "Success" })
      }).pipe(Effect.provide(emulated())))

    it.effect("a one-time code upgrades an anonymous user", () =>
      Effect.gen(function*() {
        const anonymous = yield* Anonymous.signUp()
        yield* (yield* Session).keep(anonymous)
        const { code } = yield* sendCode()

        const { isNewUser, userId } = yield* Otp.signIn({ code })

        assert.deepStrictEqual([userId, isNewUser], [anonymous.userId, true])
      }).pipe(Effect.provide(emulated())))

    it.effect("signing in to an existing account leaves the anonymous user unchanged", () =>
      Effect.gen(function*() {
        const account = yield* Password.signUp({ ...ann, verificationCallbackUrl: callbackUrl })
        yield* (yield* Session).keep(yield* Anonymous.signUp())

        const { userId } = yield* Password.signIn(ann)

        assert.strictEqual(userId, account.userId)
        assert.strictEqual((yield* asServer(Users.list({ includeAnonymous: true }))).items.length, 2)
        assert.strictEqual((yield* asServer(Users.list())).items.length, 1)
      }).pipe(Effect.provide(emulated())))

    it.effect("an anonymous user gets an unnamed team, which is named when the user upgrades", () =>
      Effect.gen(function*() {
        yield* (yield* Session).keep(yield* Anonymous.signUp())
        assert.strictEqual((yield* Users.getMe()).selectedTeam?.displayName, "Personal Team")

        yield* signUp()

        assert.strictEqual((yield* Users.getMe()).selectedTeam?.displayName, "ann@example.com's Team")
      }).pipe(Effect.provide(emulated({ config: { createTeamOnSignUp: true } }))))
  })

  describe("a second factor", () => {
    // the secret of RFC 6238, appendix B
    const secret = btoa("12345678901234567890")

    const attempt = Effect.map(
      Effect.flip(Password.signIn(ann)),
      (error) => (error as MultiFactorAuthenticationRequired).details.attemptCode!
    )

    const totp = Effect.map(Emulator, ({ clock }) => Redacted.make(digitsAt(secret, clock.now().getTime())))

    it("the TOTP codes follow RFC 6238", () => {
      assert.strictEqual(digitsAt(secret, 59_000), "287082")
      assert.strictEqual(digitsAt(secret, 1_111_111_109_000), "081804")
      assert.strictEqual(digitsAt(secret, 20_000_000_000_000), "353130")
    })

    it.effect("sign-in of a user with MFA requires a TOTP code", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* Users.updateMe({ totpSecretBase64: Redacted.make(secret) })
        const code = yield* attempt

        const tokens = yield* Mfa.signIn({ code, totp: yield* totp })

        assert.deepInclude(tokens, { userId, isNewUser: false })
        assert.strictEqual(yield* tagOf(Mfa.signIn({ code, totp: yield* totp })), "VerificationCodeAlreadyUsed")
      }).pipe(Effect.provide(emulated())))

    it.effect("an MFA attempt stays valid after a wrong TOTP code, and accepts only the current code", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* Users.updateMe({ totpSecretBase64: Redacted.make(secret) })
        const code = yield* attempt
        const before = yield* totp

        yield* TestClock.adjust("30 seconds")

        assert.strictEqual(yield* tagOf(Mfa.signIn({ code, totp: before })), "InvalidTotpCode")
        yield* Mfa.signIn({ code, totp: yield* totp })
      }).pipe(Effect.provide(emulated())))

    it.effect("an MFA attempt expires after 5 minutes", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* Users.updateMe({ totpSecretBase64: Redacted.make(secret) })
        const code = yield* attempt

        yield* TestClock.adjust("5 minutes")
        yield* TestClock.adjust("1 millis")

        assert.strictEqual(yield* tagOf(Mfa.signIn({ code, totp: yield* totp })), "VerificationCodeExpired")
      }).pipe(Effect.provide(emulated())))

    it.effect("removing the TOTP secret turns MFA off, and creating a user never turns MFA on", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* Users.updateMe({ totpSecretBase64: Redacted.make(secret) })
        yield* Users.updateMe({ totpSecretBase64: null })
        yield* Password.signIn(ann)

        const created = yield* asServer(Users.create({ totpSecretBase64: Redacted.make(secret) }))

        assert.isFalse(created.requiresTotpMfa)
      }).pipe(Effect.provide(emulated())))
  })
})
