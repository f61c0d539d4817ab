/** The platform determines how long a password may be. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type { ClientAccess } from "../../../../schemas/access.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { PasswordTooLong } from "../../../../schemas/errors/index.ts"
import { failureOf, settled } from "../../../support/contract/calls.ts"
import { json, knownError, scriptedTransport } from "../../../support/platform/scriptedTransport.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asServer, callbackUrl, lastMail, signIn, signUp } from "../../emulator/support/support.ts"

const ofLength = (length: number) => Redacted.make("x".repeat(length))

const tokens = { access_token: "e30.e30.c2ln", refresh_token: "r".repeat(45), user_id: "u1" }

overBothTransports(({ emulated }) => {
  describe("a password that is too long for the platform", () => {
    it.effect("a password that is too long fails with PasswordTooLong and the maximum, for every password option", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* Password.sendResetCode({ email: ann.email, callbackUrl })
        const { code } = yield* lastMail(ann.email)
        const password = ofLength(71)
        const given: ReadonlyArray<Effect.Effect<unknown, unknown, any>> = [
          Password.signIn({ email: ann.email, password }),
          Password.signUp({ email: "bob@example.com", password, verificationCallbackUrl: callbackUrl }),
          Password.reset({ code, password }),
          Password.update({ oldPassword: ann.password, newPassword: password }),
          Password.update({ oldPassword: password, newPassword: ann.password }),
          Password.set({ password }),
          asServer(Users.create({ password })),
          asServer(Users.update({ userId, password }))
        ]

        for (const [n, call] of given.entries()) {
          const error = yield* Effect.flip(call)

          assert.instanceOf(error, PasswordTooLong, `${n}`)
          assert.deepStrictEqual(error.details, { maxLength: 70 })
        }
        yield* signIn()
      }).pipe(Effect.provide(emulated())))

    it.effect("a password of the maximum length is accepted", () =>
      Effect.gen(function*() {
        const person = { email: "bob@example.com", password: ofLength(70) }

        yield* signUp(person)

        yield* signIn(person)
      }).pipe(Effect.provide(emulated())))
  })
})

describe("a platform with other limits", () => {
  for (const length of [1, 100, 1000]) {
    it.effect(`on a platform with other limits, a password of ${length} characters is accepted, including at sign-in`, () =>
      Effect.gen(function*() {
        const { layer, requests } = scriptedTransport(json(tokens))
        const password = ofLength(length)

        const given: ReadonlyArray<Effect.Effect<unknown, unknown, ClientAccess>> = [
          Password.signIn({ email: ann.email, password }),
          Password.signUp({ email: ann.email, password, verificationCallbackUrl: callbackUrl })
        ]
        for (const call of given) {
          assert.isTrue(Exit.isSuccess(yield* settled(call, layer)))
          assert.include(String(requests.at(-1)!.body), Redacted.value(password))
        }
      }))
  }

  it.effect("PasswordTooLong reports the platform's own maximum", () =>
    Effect.gen(function*() {
      const { layer } = scriptedTransport(knownError("PASSWORD_TOO_LONG", 400, { maxLength: 128 }))

      const error = failureOf(yield* settled(Password.signIn({ email: ann.email, password: ofLength(129) }), layer))

      assert.instanceOf(error, PasswordTooLong)
      assert.deepStrictEqual(error.details, { maxLength: 128 })
      assert.strictEqual(error.message, "Choose a password with at most 128 characters.")
    }))
})
