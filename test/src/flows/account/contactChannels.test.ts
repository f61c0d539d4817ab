import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as contactChannels from "../../../../src/flows/account/contactChannels.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as emailVerification from "../../../../src/flows/authentication/emailVerification.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asServer, callbackUrl, lastMail, signUp } from "../../emulator/support/support.ts"

const work = "ann@work.example"

overBothTransports(({ emulated }) => {
  describe("contactChannels", () => {
    it.effect("the contact channel of the sign-up is listed first", () =>
      Effect.gen(function*() {
        yield* signUp()

        const channels = yield* contactChannels.list()

        assert.deepStrictEqual(
          channels.map(({ isPrimary, usedForAuth, value }) => ({ isPrimary, usedForAuth, value })),
          [
            { isPrimary: true, usedForAuth: true, value: ann.email }
          ]
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("a new contact channel isn't used for sign-in until the user enables it", () =>
      Effect.gen(function*() {
        yield* signUp()

        const added = yield* contactChannels.add({ value: " Ann@Work.example " })
        const used = yield* contactChannels.setUsedForAuth({ contactChannelId: added.id, usedForAuth: true })

        assert.deepStrictEqual([added.value, added.isVerified, added.isPrimary, added.usedForAuth], [
          work,
          false,
          false,
          false
        ])
        assert.isTrue(used.usedForAuth)
      }).pipe(Effect.provide(emulated())))

    it.effect("the link of a requested email verifies the contact channel", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id: contactChannelId } = yield* contactChannels.add({ value: work })

        yield* emailVerification.send({ contactChannelId, callbackUrl })
        yield* emailVerification.verify({ code: (yield* lastMail(work)).code })

        const verified = (yield* contactChannels.list()).filter(({ isVerified }) => isVerified)
        assert.deepStrictEqual(verified.map(({ value }) => value), [work])
      }).pipe(Effect.provide(emulated())))

    it.effect("a new primary address replaces the previous one", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id } = yield* contactChannels.add({ value: work })

        yield* contactChannels.makePrimary({ contactChannelId: id })

        const primaries = (yield* contactChannels.list()).filter(({ isPrimary }) => isPrimary)
        assert.deepStrictEqual(primaries.map(({ value }) => value), [work])
        assert.strictEqual((yield* currentUser.get({ or: "throw" })).primaryEmail, work)
      }).pipe(Effect.provide(emulated())))

    it.effect("changing the primary address sends a verification email", () =>
      Effect.gen(function*() {
        yield* signUp()

        const changed = yield* contactChannels.changePrimary({ value: work, callbackUrl })

        assert.deepInclude(changed, { value: work, isPrimary: true, isVerified: false })
        assert.strictEqual((yield* contactChannels.list()).length, 1)
        yield* emailVerification.verify({ code: (yield* lastMail(work)).code })
        assert.isTrue((yield* currentUser.get({ or: "throw" })).primaryEmailVerified)
      }).pipe(Effect.provide(emulated())))

    it.effect("an existing address can be made primary, without an email if the address is verified", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id: contactChannelId } = yield* contactChannels.add({ value: work })
        yield* emailVerification.send({ contactChannelId, callbackUrl })
        yield* emailVerification.verify({ code: (yield* lastMail(work)).code })
        const mails = yield* Emulator.useSync(({ outbox }) => outbox.list().length)

        const changed = yield* contactChannels.changePrimary({ value: " ANN@work.example", callbackUrl })

        assert.deepInclude(changed, { id: contactChannelId, isPrimary: true, isVerified: true })
        assert.strictEqual(yield* Emulator.useSync(({ outbox }) => outbox.list().length), mails)
        assert.strictEqual((yield* contactChannels.list()).length, 2)
      }).pipe(Effect.provide(emulated())))

    it.effect("changing an email address validates and normalizes the new address", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id: contactChannelId } = yield* contactChannels.add({ value: work })

        const changed = yield* contactChannels.changeValue({ contactChannelId, value: " ANN@new.example " })
        const refused = yield* Effect.flip(contactChannels.changeValue({ contactChannelId, value: "no address" }))

        assert.strictEqual(changed.value, "ann@new.example")
        assert.strictEqual(refused._tag, "CallError")
      }).pipe(Effect.provide(emulated())))

    it.effect("a contact channel can be removed", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id } = yield* contactChannels.add({ value: work })

        yield* contactChannels.remove({ contactChannelId: id })

        assert.strictEqual((yield* contactChannels.list()).length, 1)
      }).pipe(Effect.provide(emulated())))
  })

  describe("contactChannels.sendVerificationMail", () => {
    it.effect("the verification email is sent to the primary address by default, and its link verifies the address", () =>
      Effect.gen(function*() {
        yield* signUp()

        yield* contactChannels.sendVerificationMail({ callbackUrl })
        yield* emailVerification.verify({ code: (yield* lastMail(ann.email)).code })

        assert.isTrue((yield* currentUser.get({ or: "throw" })).primaryEmailVerified)
      }).pipe(Effect.provide(emulated())))

    it.effect("sending a verification email fails if there is no primary address", () =>
      Effect.gen(function*() {
        yield* signUp()
        const [channel] = yield* contactChannels.list()
        yield* contactChannels.remove({ contactChannelId: channel!.id })

        const error = yield* Effect.flip(contactChannels.sendVerificationMail({ callbackUrl }))

        assert.strictEqual(error._tag, "NoPrimaryEmail")
        assert.strictEqual(error.message, "User does not have a primary email")
      }).pipe(Effect.provide(emulated())))

    it.effect("a back end can send the verification email for any user", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()

        yield* asServer(contactChannels.sendVerificationMail({ userId, callbackUrl }))

        assert.strictEqual((yield* lastMail(ann.email)).kind, "emailVerification")
      }).pipe(Effect.provide(emulated())))
  })
})
