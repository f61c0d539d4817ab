/** Sign-up, sign-in, sessions and sign-out. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createRemoteJWKSet, jwtVerify } from "jose"
import { strict as assert } from "node:assert"
import { Project } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as Anonymous from "../../../schemas/endpoints/anonymous.ts"
import * as Otp from "../../../schemas/endpoints/otp.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import {
  asServer,
  cleanUp,
  LivePlatform,
  needs,
  newCredentials,
  refusalOf,
  signUp,
  withOtherSession
} from "./LivePlatform.ts"
import type { Scenarios } from "./scenarios.ts"

export const signInScenarios: Scenarios = {
  "a password sign-up creates a user with an unverified address": Effect.gen(function*() {
    const { email, userId } = yield* signUp

    const user = yield* Users.getMe()

    assert.equal(user.id, userId)
    assert.equal(user.primaryEmail, email)
    assert.equal(user.primaryEmailVerified, false)
    assert.equal(user.hasPassword, true)
    assert.equal(user.isAnonymous, false)
  }),

  "a password sign-in creates a second session of the same user": Effect.gen(function*() {
    const { email, password, userId } = yield* signUp

    const again = yield* Password.signIn({ email, password })

    assert.equal(again.userId, userId)
    assert.equal((yield* Sessions.list({ userId: "me" })).items.length, 2)
  }),

  "a wrong password and an unknown address have the same error": Effect.gen(function*() {
    const { email } = yield* signUp
    const password = Redacted.make("not the password")

    assert.equal(yield* refusalOf(Password.signIn({ email, password })), "EmailPasswordMismatch")
    assert.equal(
      yield* refusalOf(Password.signIn({ email: (yield* newCredentials).email, password })),
      "EmailPasswordMismatch"
    )
  }),

  "an address can sign up only once": Effect.gen(function*() {
    const { email, password } = yield* signUp
    const { callbackUrl } = yield* LivePlatform

    const again = Password.signUp({ email, password, verificationCallbackUrl: callbackUrl })

    assert.equal(yield* refusalOf(again), "UserWithEmailAlreadyExists")
  }),

  "a password has at least 8 characters": Effect.gen(function*() {
    const { callbackUrl, config } = yield* LivePlatform
    yield* needs(config.credentialEnabled && config.signUpEnabled, "password sign-up is disabled")
    const { email } = yield* newCredentials
    const short = Redacted.make("1234567")

    assert.equal(
      yield* refusalOf(Password.signUp({ email, password: short, verificationCallbackUrl: callbackUrl })),
      "PasswordTooShort"
    )
  }),

  "a password change ends other sessions and keeps the current one": Effect.gen(function*() {
    const { email, password } = yield* signUp
    const other = yield* Password.signIn({ email, password })

    yield* Password.update({ oldPassword: password, newPassword: Redacted.make("another long password") })

    assert.equal((yield* Sessions.list({ userId: "me" })).items.length, 1)
    yield* withOtherSession(Effect.gen(function*() {
      yield* (yield* Session).keep(other)
      assert.equal(yield* refusalOf(Sessions.refresh()), "RefreshTokenNotFoundOrExpired")
    }))
  }),

  "a refresh returns a token of the same session, which the project's public keys verify": Effect.gen(function*() {
    const { userId } = yield* signUp
    const { apiUrl, id } = yield* Project

    const { accessToken } = yield* Sessions.refresh()

    const keys = createRemoteJWKSet(new URL(`${apiUrl}/projects/${id}/.well-known/jwks.json`))
    const { payload, protectedHeader } = yield* Effect.promise(() =>
      jwtVerify(Redacted.value(accessToken), keys, { audience: id })
    )
    assert.equal(protectedHeader.alg, "ES256")
    assert.equal(payload.sub, userId)
    const [current] = (yield* Sessions.list({ userId: "me" })).items.filter(({ isCurrentSession }) => isCurrentSession)
    assert.equal(payload["refresh_token_id"] ?? payload["refreshTokenId"], current?.id)
  }),

  "a session no longer exists after sign-out": Effect.gen(function*() {
    const { accessToken, refreshToken, userId } = yield* signUp

    yield* Sessions.deleteCurrent()

    yield* withOtherSession(Effect.gen(function*() {
      yield* (yield* Session).keep({ accessToken, refreshToken })
      assert.equal(yield* refusalOf(Sessions.refresh()), "RefreshTokenNotFoundOrExpired")
    }))
    assert.equal((yield* asServer(Sessions.list({ userId }))).items.length, 0)
  }),

  "a back end creates sessions and ends them": Effect.gen(function*() {
    const { userId } = yield* signUp
    const tokens = yield* asServer(Sessions.create({ userId, expiresInMillis: 60_000 }))

    const { items: sessions } = yield* asServer(Sessions.list({ userId }))
    assert.equal(sessions.length, 2)

    yield* withOtherSession(Effect.gen(function*() {
      yield* (yield* Session).keep(tokens)
      assert.equal((yield* Users.getMe()).id, userId)
    }))
    for (const { id } of sessions) yield* asServer(Sessions.delete({ id, userId }))
    assert.equal(yield* refusalOf(Sessions.refresh()), "RefreshTokenNotFoundOrExpired")
  }),

  "an anonymous user keeps the id at sign-up": Effect.gen(function*() {
    const { callbackUrl, config } = yield* LivePlatform
    yield* needs(config.credentialEnabled && config.signUpEnabled, "password sign-up is disabled")
    const anonymous = yield* Anonymous.signUp()
    yield* cleanUp(anonymous.userId)
    yield* (yield* Session).keep(anonymous)
    assert.equal((yield* Users.getMe()).isAnonymous, true)

    const { userId } = yield* Password.signUp({ ...yield* newCredentials, verificationCallbackUrl: callbackUrl })

    assert.equal(userId, anonymous.userId)
    assert.equal((yield* asServer(Users.get({ userId }))).isAnonymous, false)
  }),

  "an emailed code signs up a new user with a verified address": Effect.gen(function*() {
    const { callbackUrl, config, mailTo } = yield* LivePlatform
    yield* needs(config.magicLinkEnabled && config.signUpEnabled, "sign-up with emailed codes is disabled")
    const { email } = yield* newCredentials
    const { nonce } = yield* Otp.sendSignInCode({ email, callbackUrl })
    const { otp = "" } = yield* mailTo(email)

    const tokens = yield* Otp.signIn({ code: Redacted.make(otp.toLowerCase() + Redacted.value(nonce)) })

    yield* cleanUp(tokens.userId)
    yield* (yield* Session).keep(tokens)
    assert.equal(tokens.isNewUser, true)
    assert.equal((yield* Users.getMe()).primaryEmailVerified, true)
  }),

  "an emailed code resets a password once, and ends every session": Effect.gen(function*() {
    const { callbackUrl, mailTo } = yield* LivePlatform
    const { email } = yield* signUp
    const password = Redacted.make("another long password")
    yield* Password.sendResetCode({ email, callbackUrl })
    const { code } = yield* mailTo(email)

    yield* Password.checkResetCode({ code })
    yield* Password.reset({ code, password })

    assert.equal(yield* refusalOf(Password.reset({ code, password })), "VerificationCodeAlreadyUsed")
    assert.equal(yield* refusalOf(Sessions.refresh()), "RefreshTokenNotFoundOrExpired")
    yield* Password.signIn({ email, password })
  }),

  "a deleted user can't sign in": Effect.gen(function*() {
    const { email, password, userId } = yield* signUp

    yield* asServer(Users.delete({ userId }))

    assert.equal(yield* refusalOf(Password.signIn({ email, password })), "EmailPasswordMismatch")
    assert.equal(yield* refusalOf(asServer(Users.get({ userId }))), "UserNotFound")
  })
}
