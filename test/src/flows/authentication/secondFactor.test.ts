/** Completing a sign-in with MFA. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { MfaAttempt } from "../../../../layers/session/MfaAttempt.ts"
import { Session } from "../../../../layers/session/Session.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { digitsAt } from "../../../../src/emulator/model/accounts/totp.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asServer, signUp } from "../../emulator/support/support.ts"

const secret = btoa("12345678901234567890")

/** Simulates a tab's storage of the MFA attempt. */
const tab = () => {
  let code: Option.Option<Redacted.Redacted> = Option.none()
  const attempt: MfaAttempt = {
    keep: (next) => Effect.sync(() => void (code = Option.some(next))),
    peek: Effect.sync(() => code),
    clear: Effect.sync(() => void (code = Option.none()))
  }
  return { attempt, waits: () => Option.isSome(code) }
}

/** Signs out after a sign-in that requires MFA. */
const mfaRequired = Effect.gen(function*() {
  const { attempt, waits } = tab()
  const { userId } = yield* signUp()
  yield* asServer(Users.update({ userId, totpSecretBase64: Redacted.make(secret) }))
  yield* signOut()
  const error = yield* Effect.flip(Effect.provideService(signIn.withPassword(ann), MfaAttempt, attempt))
  assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
  const withTotp = (totp: string, attemptCode?: Redacted.Redacted) =>
    Effect.provideService(signIn.withTotp({ totp, attemptCode }), MfaAttempt, attempt)
  return { userId, waits, withTotp, attempt }
})

const finished = Emulator.useSync(({ requests }) =>
  requests.list().filter(({ path }) => path.endsWith("/auth/mfa/sign-in")).length
)

const now = TestClock.testClockWith((clock) => Effect.succeed(clock.currentTimeMillisUnsafe()))

const digits = Effect.map(now, (now) => digitsAt(secret, now))

overBothTransports(({ emulated }) => {
  describe("signIn.withTotp", () => {
    it.effect("signIn.withTotp completes the sign-in with the stored MFA attempt and clears it", () =>
      Effect.gen(function*() {
        const { userId, waits, withTotp } = yield* mfaRequired
        const before = waits()

        const outcome = yield* withTotp(yield* digits)

        assert.deepStrictEqual(outcome, { userId, isNewUser: false, restrictedReason: null })
        assert.deepStrictEqual([before, waits()], [true, false])
        assert.strictEqual((yield* Session).state()._tag, "SignedIn")
      }).pipe(Effect.provide(emulated())))

    it.effect("signIn.withTotp completes the sign-in in the same client, without a browser and without the attempt code", () =>
      Effect.gen(function*() {
        const { userId } = yield* mfaRequired
        yield* Effect.flip(signIn.withPassword(ann))

        const outcome = yield* signIn.withTotp({ totp: yield* digits })
        const again = yield* Effect.flip(signIn.withTotp({ totp: yield* digits }))

        assert.deepStrictEqual(outcome, { userId, isNewUser: false, restrictedReason: null })
        assert.strictEqual(again._tag, "MfaAttemptMissing")
      }).pipe(Effect.provide(emulated())))

    it.effect("a sign-in of a user without MFA clears the stored MFA attempt", () =>
      Effect.gen(function*() {
        yield* mfaRequired
        yield* Effect.flip(signIn.withPassword(ann))
        yield* asServer(Users.create({
          primaryEmail: "bob@example.com",
          primaryEmailAuthEnabled: true,
          password: Redacted.make("battery staple")
        }))
        yield* signIn.withPassword({ email: "bob@example.com", password: "battery staple" })

        const error = yield* Effect.flip(signIn.withTotp({ totp: yield* digits }))

        assert.strictEqual(error._tag, "MfaAttemptMissing")
      }).pipe(Effect.provide(emulated())))

    it.effect("signIn.withTotp completes the sign-in with a given attempt code if none is stored, as on a server", () =>
      Effect.gen(function*() {
        const { attempt, userId } = yield* mfaRequired
        const attemptCode = Option.getOrThrow(yield* attempt.peek)

        const outcome = yield* signIn.withTotp({ totp: yield* digits, attemptCode })

        assert.deepStrictEqual(outcome, { userId, isNewUser: false, restrictedReason: null })
      }).pipe(Effect.provide(emulated())))

    it.effect("K8: a wrong TOTP code keeps the MFA attempt", () =>
      Effect.gen(function*() {
        const { waits, withTotp } = yield* mfaRequired
        const right = yield* digits

        const error = yield* Effect.flip(withTotp(right === "000000" ? "000001" : "000000"))

        assert.strictEqual(error._tag, "InvalidTotpCode")
        assert.isTrue(waits())
        yield* withTotp(right)
      }).pipe(Effect.provide(emulated())))

    it.effect("K8: a malformed TOTP code is rejected without a request, and without using up an attempt", () =>
      Effect.gen(function*() {
        const { waits, withTotp } = yield* mfaRequired

        for (const malformed of ["", "12345", "1234567", "abcdef", "12345a", "12.456", "++1234", "1".repeat(100_000)]) {
          assert.strictEqual((yield* Effect.flip(withTotp(malformed)))._tag, "InvalidTotpCode", malformed.slice(0, 20))
        }

        assert.strictEqual(yield* finished, 0)
        assert.isTrue(waits())
      }).pipe(Effect.provide(emulated())))

    for (
      const [format, paste] of [
        ["a space in the middle", (a: string, b: string) => `${a} ${b}`],
        ["a dash", (a: string, b: string) => `${a}-${b}`],
        ["a long dash", (a: string, b: string) => `${a}–${b}`],
        ["line breaks and tabs", (a: string, b: string) => `\r\n\t${a}${b}\n`],
        ["hard and thin spaces", (a: string, b: string) => `\u00a0${a}\u202f${b}`],
        ["invisible characters", (a: string, b: string) => `\u200b${a}\ufeff${b}\u200e`],
        [
          "full-width digits",
          (a: string, b: string) =>
            [...a + b].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join("")
        ]
      ] as const
    ) {
      it.effect(`K8: a pasted TOTP code with ${format} is accepted`, () =>
        Effect.gen(function*() {
          const { userId, withTotp } = yield* mfaRequired
          const code = yield* digits

          const outcome = yield* withTotp(paste(code.slice(0, 3), code.slice(3)))

          assert.deepStrictEqual(outcome, { userId, isNewUser: false, restrictedReason: null })
        }).pipe(Effect.provide(emulated())))
    }

    it.effect("K8: the previous and the next TOTP code are rejected, and then the current one is still accepted", () =>
      Effect.gen(function*() {
        const { withTotp } = yield* mfaRequired
        yield* TestClock.adjust("1 minute")
        const moment = yield* now

        for (const step of [-30_000, 30_000]) {
          assert.strictEqual((yield* Effect.flip(withTotp(digitsAt(secret, moment + step))))._tag, "InvalidTotpCode")
        }

        yield* withTotp(yield* digits)
      }).pipe(Effect.provide(emulated())))

    it.effect("K8: an MFA attempt that was already completed is rejected", () =>
      Effect.gen(function*() {
        const { attempt, withTotp } = yield* mfaRequired
        const attemptCode = Option.getOrThrow(yield* attempt.peek)
        yield* withTotp(yield* digits)

        const error = yield* Effect.flip(withTotp(yield* digits, attemptCode))

        assert.strictEqual(error._tag, "VerificationCodeAlreadyUsed")
      }).pipe(Effect.provide(emulated())))

    it.effect("an MFA attempt that expired after 5 minutes is reported and cleared, and a second try reports a missing attempt", () =>
      Effect.gen(function*() {
        const { waits, withTotp } = yield* mfaRequired
        yield* TestClock.adjust("5 minutes")
        yield* TestClock.adjust("1 millis")

        const late = yield* Effect.flip(withTotp(yield* digits))
        const before = yield* finished
        const none = yield* Effect.flip(withTotp(yield* digits))

        assert.deepStrictEqual([late._tag, none._tag], ["VerificationCodeExpired", "MfaAttemptMissing"])
        assert.isFalse(waits())
        assert.strictEqual(yield* finished, before)
      }).pipe(Effect.provide(emulated())))

    it.effect("a lost connection keeps the MFA attempt", () =>
      Effect.gen(function*() {
        const { waits, withTotp } = yield* mfaRequired
        const { faults } = yield* Emulator
        const removeFault = faults.add({ endpoint: "mfa.signIn", respond: "drop" })

        const error = yield* Effect.flip(withTotp(yield* digits))
        removeFault()

        assert.strictEqual(error._tag, "CallError")
        assert.isTrue(waits())
        yield* withTotp(yield* digits)
      }).pipe(Effect.provide(emulated())))
  })
})
