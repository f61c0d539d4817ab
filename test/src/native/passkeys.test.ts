/** Passkeys of a device: a scripted module, real requests to the emulator. */
import { assert, describe, it } from "@effect/vitest"
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON
} from "@simplewebauthn/browser"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { Passkeys } from "../../../layers/browser/Passkeys.ts"
import type { Seed } from "../../../src/emulator/index.ts"
import { createClient, layerNative, layerPasskeys, type PasskeyModule } from "../../../src/native/index.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { authenticator } from "../emulator/support/authenticator.ts"
import { scriptedDevice } from "./scriptedDevice.ts"

const site = "https://app.example.com"
const ada = { email: "ada@example.com", password: "correct horse" }

const seed: Seed = {
  users: [ada],
  config: { passkeyEnabled: true, domains: [{ domain: site, handlerPath: "/handler" }] }
}

/** A module with one passkey. `origin`: the origin that the operating system writes into its responses. */
const scriptedModule = async (origin = site): Promise<PasskeyModule> => {
  const device = await authenticator()
  return {
    isSupported: () => true,
    create: async ({ challenge, rp }: PublicKeyCredentialCreationOptionsJSON) => {
      assert.strictEqual(rp.id, "app.example.com")
      return device.create(challenge, origin)
    },
    get: async ({ challenge, rpId }: PublicKeyCredentialRequestOptionsJSON) => {
      assert.strictEqual(rpId, "app.example.com")
      return device.get(challenge, origin)
    }
  }
}

overBothTransports(({ start }) => {
  describe("passkeys of a native app", () => {
    it("a passkey of the device can be registered, and then signs the user in", async () => {
      await using started = await start(seed)
      const { openAuthSession } = scriptedDevice()
      const native = layerNative({ scheme: "myapp", site, openAuthSession, passkeys: await scriptedModule() })
      const client = createClient({ ...started.options, tokenStore: "memory", native })
      await client.signIn.withPassword(ada)

      await client.passkeys.register()
      await client.signOut()
      await client.passkeys.signIn()

      assert.strictEqual((await client.currentUser.get({ or: "throw" })).primaryEmail, ada.email)
      await client.dispose()
    })

    it("the platform rejects a passkey of an Android app, because the app's origin isn't a trusted domain", async () => {
      await using started = await start(seed)
      const { openAuthSession } = scriptedDevice()
      const passkeys = await scriptedModule("android:apk-key-hash:pNiP5iKyQ8JwgGOaKA1zGPUPJIS-0H1xKCQcfIoGLck")
      const native = layerNative({ scheme: "myapp", site, openAuthSession, passkeys })
      const client = createClient({ ...started.options, tokenStore: "memory", native })
      await client.signIn.withPassword(ada)

      const result = await client.passkeys.register().settled()

      assert.strictEqual(!result.ok && result.error._tag, "PasskeyRegistrationFailed")
      await client.dispose()
    })
  })
})

const passkeysOver = (module: Partial<PasskeyModule>) =>
  Effect.map(
    Layer.build(
      layerPasskeys({
        isSupported: () => true,
        create: () => Promise.reject(new Error()),
        get: () => Promise.reject(new Error()),
        ...module
      }, { hostname: "app.example.com" })
    ),
    Context.get(Passkeys)
  )

/** Values that modules throw, and the resulting errors of the flows. */
const failures: ReadonlyArray<readonly [thrown: unknown, error: string]> = [
  [{ error: "UserCancelled", message: "The user cancelled." }, "PasskeyCancelled Declined"],
  [Object.assign(new Error("cancelled"), { code: "ERR_USER_CANCELLED" }), "PasskeyCancelled Declined"],
  [Object.assign(new Error("denied"), { name: "NotAllowedError" }), "PasskeyCancelled Declined"],
  [{ error: "NoCredentials", message: "None." }, "PasskeyCancelled Declined"],
  [{ error: "TimedOut", message: "Too late." }, "PasskeyCancelled TimedOut"],
  [{ error: "Interrupted", message: "Again." }, "PasskeyCancelled Aborted"],
  [{ error: "NotSupported", message: "Old." }, "PasskeyNotPossible Unsupported"],
  [{ error: "NotConfigured", message: "No provider." }, "PasskeyNotPossible Unsupported"],
  [{ error: "BadConfiguration", message: "No domain." }, "PasskeyWebAuthnError BadConfiguration"],
  [Object.assign(new Error("known"), { name: "InvalidStateError" }), "PasskeyWebAuthnError InvalidStateError"],
  [{ error: "not_supported" }, "PasskeyNotPossible Unsupported"],
  [{ code: "NOT_CONFIGURED" }, "PasskeyNotPossible Unsupported"],
  [{ name: "TimeOut" }, "PasskeyCancelled TimedOut"],
  [{ code: "time_out" }, "PasskeyCancelled TimedOut"],
  [{ code: "TIMED_OUT" }, "PasskeyCancelled TimedOut"],
  [{ code: "no_credential" }, "PasskeyCancelled Declined"],
  [{ code: "not_allowed" }, "PasskeyCancelled Declined"],
  [{ code: "B", name: "A" }, "PasskeyWebAuthnError B"],
  [{ error: 7, code: "", name: "A" }, "PasskeyWebAuthnError A"],
  [{ error: "", message: "cancelled, not supported" }, "PasskeyWebAuthnError UnknownError"],
  [new Error("any"), "PasskeyWebAuthnError UnknownError"],
  ["nothing useful", "PasskeyWebAuthnError UnknownError"],
  [undefined, "PasskeyWebAuthnError UnknownError"]
]

describe("layerPasskeys", () => {
  it.effect("Y6: every failure of a passkey module becomes a typed error", () =>
    Effect.gen(function*() {
      for (const [thrown, expected] of failures) {
        const passkeys = yield* passkeysOver({
          create: () => Promise.reject(thrown),
          get: () => Promise.reject(thrown)
        })
        const errors = [
          yield* Effect.flip(passkeys.create({} as never)),
          yield* Effect.flip(passkeys.get({} as never, { autofill: false }))
        ]
        assert.deepStrictEqual(
          errors.map((error) =>
            `${error._tag} ${error._tag === "PasskeyWebAuthnError" ? error.details.code : error.reason}`
          ),
          [expected, expected]
        )
      }
    }))

  it.effect("Y6: the message of a passkey module is kept up to 1000 characters, but no other value is kept", () =>
    Effect.gen(function*() {
      const messages: Array<unknown> = []
      for (const message of ["short", "x".repeat(1001), 7, undefined]) {
        const passkeys = yield* passkeysOver({ get: () => Promise.reject({ name: "A", message }) })
        const error = yield* Effect.flip(passkeys.get({} as never, { autofill: false }))
        messages.push(error._tag === "PasskeyWebAuthnError" ? error.details.message : error._tag)
      }

      assert.deepStrictEqual(messages, ["short", "x".repeat(1000), undefined, undefined])
    }))

  it.effect("Y6: without the platform's timeout, a passkey prompt that never ends fails after 61 seconds", () =>
    Effect.gen(function*() {
      const passkeys = yield* passkeysOver({ create: () => new Promise(() => {}) })
      const fiber = yield* Effect.forkChild(Effect.flip(passkeys.create({} as never)), { startImmediately: true })

      yield* TestClock.adjust(60_999)
      const before = fiber.pollUnsafe()
      yield* TestClock.adjust(1)

      assert.isUndefined(before)
      assert.deepInclude(yield* Fiber.join(fiber), { step: "register", reason: "TimedOut" })
    }))

  it.effect("Y6: a passkey module that resolves without a passkey counts as a cancelled prompt", () =>
    Effect.gen(function*() {
      const passkeys = yield* passkeysOver({ create: async () => null, get: async () => undefined })

      const errors = [
        yield* Effect.flip(passkeys.create({} as never)),
        yield* Effect.flip(passkeys.get({} as never, { autofill: false }))
      ]

      assert.deepStrictEqual(
        errors.map((error) => error._tag === "PasskeyCancelled" && [error.step, error.reason]),
        [["register", "Declined"], ["signIn", "Declined"]]
      )
    }))

  it.effect("Y6: a passkey prompt that never ends fails one second after the platform's timeout", () =>
    Effect.gen(function*() {
      const passkeys = yield* passkeysOver({ get: () => new Promise(() => {}) })
      const fiber = yield* Effect.forkChild(
        Effect.flip(passkeys.get({ timeout: 5000 } as never, { autofill: false })),
        { startImmediately: true }
      )

      yield* TestClock.adjust(5999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      const error = yield* Fiber.join(fiber)

      assert.strictEqual(error._tag === "PasskeyCancelled" && error.reason, "TimedOut")
    }))

  it.effect("a device without passkeys shows no passkey button, and passkey flows fail before a prompt", () =>
    Effect.gen(function*() {
      for (const isSupported of [() => false, async () => false, () => Promise.reject(new Error("no module"))]) {
        const passkeys = yield* passkeysOver({ isSupported })

        const error = yield* Effect.flip(passkeys.ready("signIn"))

        assert.strictEqual(error.reason, "Unsupported")
        assert.isFalse((yield* passkeys.support).button)
      }
      const error = yield* Effect.flip((yield* passkeysOver({})).ready("autofill"))
      assert.strictEqual(error.reason, "AutofillUnsupported")
    }))
})

describe("the site of passkeys", () => {
  for (const given of [undefined, "app.example.com", "https://"]) {
    it.effect(`layerNative with passkeys fails with InvalidConfiguration if the site is ${given ?? "missing"}`, () =>
      Effect.gen(function*() {
        const module = yield* Effect.promise(() => scriptedModule())
        const options = { scheme: "notes", openAuthSession: async () => ({ type: "cancel" }), site: given }

        const error = yield* Effect.flip(Effect.scoped(Layer.build(layerNative({ ...options, passkeys: module }))))

        assert.deepInclude(error, { _tag: "InvalidConfiguration", setting: "site" })
        if (given !== undefined) return
        assert.strictEqual(
          error.message,
          "site is missing or malformed, and passkeys need its domain. Write it like \"https://app.example.com\"."
        )
      }))
  }
})
