import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ContactChannels from "../../../../../schemas/endpoints/contactChannels.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import type { HttpFailure } from "../../../../../schemas/errors/CallError.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { ann, asServer, callbackUrl, lastMail, send, signUp } from "../../support/support.ts"

const reasonOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

const add = (value: string, usedForAuth = false) =>
  ContactChannels.create({ userId: "me", type: "email", value, usedForAuth })

const own = Effect.map(ContactChannels.list({ userId: "me" }), ({ items }) => items)

overBothTransports(({ emulated }) => {
  describe("contact channels", () => {
    it.effect("the emulator adds contact channels with their address trimmed, in lower case and unverified", () =>
      Effect.gen(function*() {
        yield* signUp()

        const channel = yield* add("Work@Example.com")

        assert.deepInclude(channel, { value: "work@example.com", isVerified: false, isPrimary: false })
        assert.strictEqual(yield* reasonOf(add("work@example.com")), "HttpFailure")
      }).pipe(Effect.provide(emulated())))

    it.effect("several users can have the same contact channel, but only one of them can sign in with it", () =>
      Effect.gen(function*() {
        yield* signUp({ ...ann, email: "bob@example.com" })
        yield* signUp()

        assert.strictEqual(
          yield* reasonOf(add("bob@example.com", true)),
          "ContactChannelAlreadyUsedForAuthBySomeoneElse"
        )
        yield* add("bob@example.com")
      }).pipe(Effect.provide(emulated())))

    it.effect("a user has at most one primary contact channel", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id: contactChannelId } = yield* add("work@example.com")

        yield* ContactChannels.update({ userId: "me", contactChannelId, isPrimary: true })
        assert.deepStrictEqual((yield* own).map(({ isPrimary }) => isPrimary), [false, true])
        yield* ContactChannels.update({ userId: "me", contactChannelId, isPrimary: false })

        assert.isNull((yield* Users.getMe()).primaryEmail)
      }).pipe(Effect.provide(emulated())))

    it.effect("changing a contact channel's address resets its verification, unless a back end sets it", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { id: contactChannelId } = (yield* own)[0]!
        yield* ContactChannels.verify({ code: (yield* lastMail(ann.email)).code })

        const changed = yield* ContactChannels.update({
          userId: "me",
          contactChannelId,
          type: "email",
          value: "Ann.2@Example.com"
        })
        const vouched = yield* asServer(
          ContactChannels.updateAny({ userId, contactChannelId, value: ann.email, isVerified: true })
        )

        assert.deepInclude(changed, { value: "ann.2@example.com", isVerified: false })
        assert.deepInclude(vouched, { value: ann.email, isVerified: true })
      }).pipe(Effect.provide(emulated())))

    it.effect("a user can't mark a contact channel as verified", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id } = (yield* own)[0]!

        const { json } = yield* send("PATCH", `/api/v1/contact-channels/me/${id}`, {
          level: "client",
          json: { is_verified: true }
        })

        assert.strictEqual(json.code, "SCHEMA_ERROR")
      }).pipe(Effect.provide(emulated())))

    it.effect("clients can access only their own user's contact channels, and back ends can access those of every user", () =>
      Effect.gen(function*() {
        const bob = yield* signUp({ ...ann, email: "bob@example.com" })
        yield* signUp()

        assert.strictEqual(yield* reasonOf(ContactChannels.list({ userId: bob.userId })), "HttpFailure")
        assert.strictEqual(yield* reasonOf(ContactChannels.list()), "HttpFailure")
        assert.strictEqual((yield* asServer(ContactChannels.list())).items.length, 2)
        assert.strictEqual((yield* asServer(ContactChannels.list({ userId: bob.userId }))).items.length, 1)
      }).pipe(Effect.provide(emulated())))

    it.effect("reading a deleted contact channel fails with 404, and writing it with 400", () =>
      Effect.gen(function*() {
        yield* signUp()
        const channel = { userId: "me", contactChannelId: (yield* add("work@example.com")).id }
        yield* ContactChannels.delete(channel)
        const statusOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          Effect.map(Effect.flip(effect), (error) => (error as { readonly reason: HttpFailure }).reason.status)

        assert.strictEqual(yield* statusOf(ContactChannels.get(channel)), 404)
        assert.strictEqual(yield* statusOf(ContactChannels.update(channel)), 400)
        assert.strictEqual(yield* statusOf(ContactChannels.delete(channel)), 400)
        assert.strictEqual(yield* statusOf(ContactChannels.sendVerificationCode({ ...channel, callbackUrl })), 404)
      }).pipe(Effect.provide(emulated())))
  })

  describe("address verification", () => {
    it.effect("a verification code verifies an email address once, without a session", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { code } = yield* lastMail(ann.email)

        yield* ContactChannels.checkCode({ code })
        yield* ContactChannels.verify({ code })

        assert.isTrue((yield* Users.getMe()).primaryEmailVerified)
        assert.strictEqual(yield* reasonOf(ContactChannels.verify({ code })), "VerificationCodeAlreadyUsed")
      }).pipe(Effect.provide(emulated())))

    it.effect("verifying an address fails and uses up the code if the address has changed", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { code } = yield* lastMail(ann.email)
        yield* asServer(Users.update({ userId, primaryEmail: "ann.2@example.com" }))

        assert.strictEqual(yield* reasonOf(ContactChannels.verify({ code })), "HttpFailure")
        assert.strictEqual(yield* reasonOf(ContactChannels.verify({ code })), "VerificationCodeAlreadyUsed")
      }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

    it.effect("a user can request verification codes repeatedly until the address is verified", () =>
      Effect.gen(function*() {
        yield* signUp()
        const channel = { userId: "me", contactChannelId: (yield* own)[0]!.id }

        assert.strictEqual(
          yield* reasonOf(
            ContactChannels.sendVerificationCode({ ...channel, callbackUrl: "https://elsewhere.example.com" })
          ),
          "RedirectUrlNotWhitelisted"
        )
        yield* ContactChannels.sendVerificationCode({ ...channel, callbackUrl })
        yield* ContactChannels.verify({ code: (yield* lastMail(ann.email)).code })

        assert.strictEqual(
          yield* reasonOf(ContactChannels.sendVerificationCode({ ...channel, callbackUrl })),
          "EmailAlreadyVerified"
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("the verification code for the primary address is sent to no other address", () =>
      Effect.gen(function*() {
        yield* signUp()

        yield* ContactChannels.sendPrimaryVerificationCode({ email: ann.email, callbackUrl })

        assert.strictEqual(
          yield* reasonOf(ContactChannels.sendPrimaryVerificationCode({ email: "b@example.com", callbackUrl })),
          "EmailIsNotPrimaryEmail"
        )
      }).pipe(Effect.provide(emulated())))
  })
})
