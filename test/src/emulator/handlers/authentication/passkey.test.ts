import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Passkey from "../../../../../schemas/endpoints/passkey.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { authenticator } from "../../support/authenticator.ts"
import { asServer, send, signUp } from "../../support/support.ts"

const origin = "http://localhost:3000"

const tagOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

const challengeIn = (options: unknown) => (options as { readonly challenge: string }).challenge

/** Registers a passkey for the signed-in user. */
const registered = Effect.gen(function*() {
  const device = yield* Effect.promise(() => authenticator())
  const { code, optionsJson } = yield* Passkey.initiateRegistration()
  const credential = yield* Effect.promise(() => device.create(challengeIn(optionsJson), origin))
  const { userHandle } = yield* Passkey.register({ credential, code })
  return { device, userHandle }
})

type Device = Awaited<ReturnType<typeof authenticator>>

/** Signs in with a passkey on a page. */
const signIn = (device: Device, page = origin) =>
  Effect.gen(function*() {
    const { code, optionsJson } = yield* Passkey.initiateAuthentication()
    const authenticationResponse = yield* Effect.promise(() => device.get(challengeIn(optionsJson), page))
    return yield* Passkey.signIn({ authenticationResponse, code })
  })

const configure = (config: { readonly passkeyEnabled: boolean }) =>
  Effect.map(Emulator, ({ project, store }) => {
    const stored = store.projects.get(project.projectId)!
    stored.config = { ...stored.config, ...config }
  })

overBothTransports(({ emulated }) => {
  describe("passkeys", () => {
    it.effect("a user can sign in with a passkey", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { device, userHandle } = yield* registered

        const tokens = yield* signIn(device)

        assert.deepInclude(tokens, { userId, isNewUser: false })
        assert.strictEqual(userHandle, device.id)
        assert.isTrue((yield* Users.getMe()).passkeyAuthEnabled)
      }).pipe(Effect.provide(emulated())))

    it.effect("the emulator creates the same passkey options as the platform", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { optionsJson } = yield* Passkey.initiateRegistration()
        const requested = yield* Passkey.initiateAuthentication()

        assert.deepInclude(optionsJson as object, {
          rp: { id: "THIS_VALUE_WILL_BE_REPLACED.example.com", name: "My app" },
          user: { id: btoa(userId).replace(/=+$/, ""), name: "ann@example.com", displayName: "ann@example.com" },
          pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
          timeout: 60_000,
          attestation: "none",
          excludeCredentials: [],
          authenticatorSelection: { residentKey: "required", userVerification: "preferred", requireResidentKey: true },
          extensions: { credProps: true }
        })
        assert.deepInclude(requested.optionsJson as object, {
          rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com",
          allowCredentials: [],
          timeout: 60_000,
          userVerification: "preferred"
        })
      }).pipe(Effect.provide(emulated())))

    it.effect("a new passkey replaces the previous one", () =>
      Effect.gen(function*() {
        yield* signUp()
        const first = yield* registered
        const second = yield* registered

        assert.strictEqual(yield* tagOf(signIn(first.device)), "PasskeyAuthenticationFailed")
        assert.isFalse((yield* signIn(second.device)).isNewUser)
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-in with a passkey that was turned off is rejected", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { device } = yield* registered
        yield* Users.updateMe({ passkeyAuthEnabled: false })

        assert.strictEqual(yield* tagOf(signIn(device)), "PasskeyAuthenticationFailed")
      }).pipe(Effect.provide(emulated())))

    it.effect("MULTI_FACTOR_AUTHENTICATION_REQUIRED: passkey.signIn of a user with MFA fails", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { device } = yield* registered
        yield* asServer(Users.update({ userId, totpSecretBase64: Redacted.make(btoa("12345678901234567890")) }))

        assert.strictEqual(yield* tagOf(signIn(device)), "MultiFactorAuthenticationRequired")
      }).pipe(Effect.provide(emulated())))

    it.effect("PASSKEY_AUTHENTICATION_FAILED: passkey.signIn fails with an unknown passkey, with a forged signature, and from another page", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { device } = yield* registered
        const stranger = yield* Effect.promise(() => authenticator())
        const forger = {
          ...stranger,
          get: (challenge: string, page: string) => stranger.get(challenge, page, device.id)
        }

        const tags = yield* Effect.all([
          tagOf(signIn(stranger)),
          tagOf(signIn(forger)),
          tagOf(signIn(device, "https://evil.example.com"))
        ])

        assert.deepStrictEqual(new Set(tags), new Set(["PasskeyAuthenticationFailed"]))
      }).pipe(Effect.provide(emulated())))

    it.effect("PASSKEY_AUTHENTICATION_FAILED: passkey.signIn with the response to another challenge fails", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { device } = yield* registered
        const other = { ...device, get: (_: string, page: string) => device.get("AAAA", page) }

        assert.strictEqual(yield* tagOf(signIn(other)), "PasskeyAuthenticationFailed")
      }).pipe(Effect.provide(emulated())))

    it.effect("PASSKEY_REGISTRATION_FAILED: passkey.register fails from an untrusted page, or with a malformed credential", () =>
      Effect.gen(function*() {
        yield* signUp()
        const device = yield* Effect.promise(() => authenticator())
        const first = yield* Passkey.initiateRegistration()
        const second = yield* Passkey.initiateRegistration()
        const credential = yield* Effect.promise(() =>
          device.create(challengeIn(first.optionsJson), "https://evil.example.com")
        )

        const elsewhere = yield* tagOf(Passkey.register({ credential, code: first.code }))
        const nonsense = yield* tagOf(Passkey.register({ credential: {}, code: second.code }))

        assert.deepStrictEqual([elsewhere, nonsense], ["PasskeyRegistrationFailed", "PasskeyRegistrationFailed"])
      }).pipe(Effect.provide(emulated())))

    it.effect("VERIFICATION_CODE_EXPIRED: passkey.register and .signIn fail after 65 seconds", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { device } = yield* registered
        const registration = yield* Passkey.initiateRegistration()
        const authentication = yield* Passkey.initiateAuthentication()
        yield* TestClock.adjust("65001 millis")
        const credential = yield* Effect.promise(() => device.create(challengeIn(registration.optionsJson), origin))
        const authenticationResponse = yield* Effect.promise(() =>
          device.get(challengeIn(authentication.optionsJson), origin)
        )

        const tags = yield* Effect.all([
          tagOf(Passkey.register({ credential, code: registration.code })),
          tagOf(Passkey.signIn({ authenticationResponse, code: authentication.code }))
        ])

        assert.deepStrictEqual(new Set(tags), new Set(["VerificationCodeExpired"]))
      }).pipe(Effect.provide(emulated())))

    it.effect("VERIFICATION_CODE_NOT_FOUND, VERIFICATION_CODE_ALREADY_USED: passkey.register and .signIn fail with a code for the other operation or a used code", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { code: registrationCode } = yield* Passkey.initiateRegistration()
        const { code: signInCode } = yield* Passkey.initiateAuthentication()
        const register = (code: Redacted.Redacted) => tagOf(Passkey.register({ credential: {}, code }))
        const enter = (code: Redacted.Redacted) => tagOf(Passkey.signIn({ authenticationResponse: {}, code }))

        const swapped = [yield* register(signInCode), yield* enter(registrationCode)]
        yield* register(registrationCode)
        yield* enter(signInCode)
        const again = [yield* register(registrationCode), yield* enter(signInCode)]

        assert.deepStrictEqual(swapped, ["VerificationCodeNotFound", "VerificationCodeNotFound"])
        assert.deepStrictEqual(again, ["VerificationCodeAlreadyUsed", "VerificationCodeAlreadyUsed"])
      }).pipe(Effect.provide(emulated())))

    it.effect("VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: passkey.register and .signIn fail with a code that has no attempts left", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        yield* signUp()
        const { code: registrationCode } = yield* Passkey.initiateRegistration()
        const { code: signInCode } = yield* Passkey.initiateAuthentication()
        for (const code of emulator.store.projects.get(emulator.project.projectId)!.codes.values()) code.attempts = 20

        const tags = [
          yield* tagOf(Passkey.register({ credential: {}, code: registrationCode })),
          yield* tagOf(Passkey.signIn({ authenticationResponse: {}, code: signInCode }))
        ]

        assert.deepStrictEqual(new Set(tags), new Set(["VerificationCodeMaxAttemptsReached"]))
      }).pipe(Effect.provide(emulated())))

    it.effect("PASSKEY_AUTHENTICATION_NOT_ENABLED: all four passkey calls fail if passkeys are disabled, although codes are used up first", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { code: registrationCode } = yield* Passkey.initiateRegistration()
        const { code: signInCode } = yield* Passkey.initiateAuthentication()
        yield* configure({ passkeyEnabled: false })
        const register = Passkey.register({ credential: {}, code: registrationCode })

        const tags = yield* Effect.all([
          tagOf(Passkey.initiateRegistration()),
          tagOf(register),
          tagOf(Passkey.initiateAuthentication()),
          tagOf(Passkey.signIn({ authenticationResponse: {}, code: signInCode }))
        ])

        assert.deepStrictEqual(new Set(tags), new Set(["PasskeyAuthenticationNotEnabled"]))
        assert.strictEqual(yield* tagOf(register), "VerificationCodeAlreadyUsed")
      }).pipe(Effect.provide(emulated())))

    it.effect("starting a passkey registration requires a session", () =>
      Effect.gen(function*() {
        const path = "/api/v1/auth/passkey/initiate-passkey-registration"

        const { json } = yield* send("POST", path, { level: "client", json: {} })

        assert.strictEqual(json.code, "SCHEMA_ERROR")
      }).pipe(Effect.provide(emulated())))
  })
})
