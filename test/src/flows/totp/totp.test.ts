import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { UserChanged } from "../../../../schemas/errors/CallError.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as base32 from "../../../../src/flows/totp/base32.ts"
import * as totp from "../../../../src/flows/totp/totp.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, signUp } from "../../emulator/support/support.ts"

/** The secret of RFC 6238, appendix B. */
const secret = base32.encode(new TextEncoder().encode("12345678901234567890"))

/** The last six of the eight digits in the RFC, by second. */
const vectors = [[59, "287082"], [1_111_111_109, "081804"], [1_111_111_111, "050471"], [
  1_234_567_890,
  "005924"
]] as const

overBothTransports(({ emulated }) => {
  describe("totp.matches", () => {
    for (const [second, digits] of vectors) {
      it.effect(`totp.matches accepts the RFC's code at second ${second}`, () =>
        Effect.gen(function*() {
          yield* TestClock.setTime(second * 1000)

          assert.isTrue(yield* totp.matches({ secret, totp: digits }))
        }))
    }

    it.effect("totp.matches accepts only the current, the previous and the next code", () =>
      Effect.gen(function*() {
        const at = (second: number) =>
          Effect.andThen(TestClock.setTime(second * 1000), totp.matches({ secret, totp: "050471" }))

        // the code of the seconds from 1 111 111 110 to 1 111 111 139
        const results = yield* Effect.forEach([1_111_111_079, 1_111_111_080, 1_111_111_169, 1_111_111_170], at)

        assert.deepStrictEqual(results, [false, true, true, false])
      }))

    it.effect("totp.matches accepts a typed secret and code with spaces", () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(59_000)
        const spaced = secret.toLowerCase().replace(/(.{4})/g, "$1 ")

        assert.isTrue(yield* totp.matches({ secret: spaced, totp: " 287 082 " }))
      }))

    for (const invalid of ["", "   ", "not base32!", "018"]) {
      it.effect(`the TOTP secret ${JSON.stringify(invalid)} is rejected with a specific reason`, () =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(totp.matches({ secret: invalid, totp: "287082" }))

          assert.strictEqual(error.reason._tag, "InvalidInput")
          assert.notInclude(error.message, "not base32!")
        }))
    }
  })

  const digitsOf = (typed: Redacted.Redacted) =>
    Effect.gen(function*() {
      const { digitsAt } = yield* Effect.promise(() => import("../../../../src/emulator/model/accounts/totp.ts"))
      const bytes = base32.decode(Redacted.value(typed))!
      return digitsAt(btoa(String.fromCharCode(...bytes)), 0)
    })

  describe("totp enrolment", () => {
    it.effect("D19: MFA is turned on only for the user who started the enrolment", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { secret } = yield* totp.begin()
        const digits = yield* digitsOf(secret)
        yield* signOut()
        yield* signUp({ email: "bob@example.com", password: Redacted.make("battery staple") })

        const refused = yield* Effect.flip(totp.enable({ secret, totp: digits }))
        const bob = yield* currentUser.get({ or: "throw" })

        assert.deepInclude(refused, { _tag: "CallError", reason: new UserChanged() })
        assert.isFalse(bob.requiresTotpMfa)
      }).pipe(Effect.provide(emulated())))

    it.effect("after TOTP enrolment, the next sign-in requires MFA and completes with the app's code", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { secret } = yield* totp.begin()
        const digits = yield* digitsOf(secret)

        const user = yield* totp.enable({ secret, totp: digits })
        yield* signOut()
        const error = yield* Effect.flip(signIn.withPassword(ann))

        assert.isTrue(user.requiresTotpMfa)
        assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
        if (error._tag !== "MultiFactorAuthenticationRequired") return
        yield* signIn.withTotp({ totp: digits, attemptCode: error.details.attemptCode! })
        assert.isNotNull(yield* currentUser.get())
      }).pipe(Effect.provide(emulated())))

    it.effect("TOTP enrolment sends nothing if the code doesn't match the secret", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { secret } = yield* totp.begin()
        const digits = yield* digitsOf(secret)
        const wrong = digits === "000000" ? "000001" : "000000"

        const result = yield* Effect.result(totp.enable({ secret, totp: wrong }))

        assert.isTrue(Result.isFailure(result) && result.failure._tag === "InvalidTotpCode")
        assert.isFalse((yield* currentUser.get({ or: "throw" })).requiresTotpMfa)
      }).pipe(Effect.provide(emulated())))

    it.effect("totp.disable turns MFA off", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { secret } = yield* totp.begin()
        yield* totp.enable({ secret, totp: yield* digitsOf(secret) })

        const user = yield* totp.disable()

        assert.isFalse(user.requiresTotpMfa)
      }).pipe(Effect.provide(emulated())))

    it.effect("the authenticator app shows the project's name and the user's address by default", () =>
      Effect.gen(function*() {
        yield* signUp()

        const byDefault = yield* totp.begin()
        const named = yield* totp.begin({ issuer: "Acme", account: "ann" })

        assert.match(Redacted.value(byDefault.uri), /^otpauth:\/\/totp\/My%20app:ann%40example\.com\?/)
        assert.match(Redacted.value(named.uri), /^otpauth:\/\/totp\/Acme:ann\?/)
      }).pipe(Effect.provide(emulated())))

    it.effect("a TOTP secret is never generated twice, and never printed", () =>
      Effect.gen(function*() {
        const names = { issuer: "Acme", account: "ann" }
        const one = yield* totp.begin(names)
        const other = yield* totp.begin(names)

        assert.notStrictEqual(Redacted.value(one.secret), Redacted.value(other.secret))
        assert.match(Redacted.value(one.secret), /^[A-Z2-7]{32}$/)
        assert.notInclude(JSON.stringify(one) + String(one.uri), Redacted.value(one.secret))
      }).pipe(Effect.provide(emulated())))
  })
})
