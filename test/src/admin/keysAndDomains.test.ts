import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as internalApiKeys from "../../../src/admin/internalApiKeys.ts"
import * as productionMode from "../../../src/admin/productionMode.ts"
import * as project from "../../../src/admin/project.ts"
import * as projectConfig from "../../../src/admin/projectConfig.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import * as ownedProjects from "../../../src/flows/account/ownedProjects.ts"
import * as userApiKeys from "../../../src/flows/account/userApiKeys.ts"
import * as password from "../../../src/flows/authentication/password.ts"
import * as serverUsers from "../../../src/server/users.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { ann, asAdmin, asOwner, asServer, owner, signUp } from "../emulator/support/support.ts"

const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))

overBothTransports(({ emulated }) => {
  const withKeys = emulated({ config: { allowUserApiKeys: true } })

  describe("API keys of users", () => {
    it.effect("the platform accepts a user's API key as soon as the key is created, and returns the whole key only at that time", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()

        const { value } = yield* userApiKeys.create({ description: "CI", expiresAt: null })
        const found = yield* asServer(serverUsers.byApiKey({ apiKey: value }))
        const [listed] = yield* userApiKeys.list()

        assert.strictEqual(Option.getOrThrow(found).id, userId)
        assert.strictEqual(listed?.value.lastFour, Redacted.value(value).slice(-4))
        assert.isNull(userApiKeys.whyInvalid(listed!, yield* now))
      }).pipe(Effect.provide(withKeys)))

    it.effect("the check of a revoked API key fails with the reason", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id, value } = yield* userApiKeys.create({ description: "CI", expiresAt: null })

        const revoked = yield* userApiKeys.revoke({ id })

        assert.strictEqual(userApiKeys.whyInvalid(revoked, yield* now), "manually-revoked")
        assert.isTrue(Option.isNone(yield* asServer(serverUsers.byApiKey({ apiKey: value }))))
      }).pipe(Effect.provide(withKeys)))

    it.effect("the check of an expired API key fails with the reason", () =>
      Effect.gen(function*() {
        yield* signUp()
        const expiresAt = new Date((yield* now).getTime() + 60_000)
        const { value } = yield* userApiKeys.create({ description: "CI", expiresAt })

        yield* TestClock.adjust("61 seconds")

        const [listed] = yield* userApiKeys.list()
        assert.strictEqual(userApiKeys.whyInvalid(listed!, yield* now), "expired")
        assert.isTrue(Option.isNone(yield* asServer(serverUsers.byApiKey({ apiKey: value }))))
      }).pipe(Effect.provide(withKeys)))

    it.effect("creating an API key fails if the project doesn't allow API keys", () =>
      Effect.gen(function*() {
        yield* signUp()

        const error = yield* Effect.flip(userApiKeys.create({ description: "CI", expiresAt: null }))

        assert.isTrue(error._tag === "CallError" && error.reason._tag === "HttpFailure" && error.reason.status === 400)
      }).pipe(Effect.provide(emulated())))
  })

  describe("admin.internalApiKeys", () => {
    it.effect("an admin client creates the requested project keys, which are valid until they are revoked", () =>
      Effect.gen(function*() {
        const expiresAt = new Date((yield* now).getTime() + 60_000)

        const set = yield* internalApiKeys.create({ description: "Deploy", expiresAt, hasSecretServerKey: true })
        const revoked = yield* internalApiKeys.revoke({ id: set.id })

        assert.match(Redacted.value(set.secretServerKey!), /^ssk_/)
        assert.isUndefined(set.publishableClientKey)
        assert.strictEqual(internalApiKeys.whyInvalid(revoked, yield* now), "manually-revoked")
        assert.isTrue((yield* internalApiKeys.list()).some(({ id }) => id === set.id))
      }).pipe(asAdmin, Effect.provide(emulated())))
  })

  describe("ownedProjects", () => {
    it.effect("an owner's client lists the projects of the owner's teams", () =>
      Effect.gen(function*() {
        const { internal, project } = yield* Emulator

        const owned = yield* asOwner(ownedProjects.list())

        assert.deepStrictEqual(owned.map(({ id }) => id).sort(), [internal.projectId, project.projectId].sort())
      }).pipe(Effect.provide(emulated({ owners: [owner] }))))
  })

  describe("admin.project", () => {
    it.effect("the platform accepts callback URLs on a domain only while the domain is trusted", () =>
      Effect.gen(function*() {
        const domain = "https://app.example.com"
        const reset = Effect.result(password.sendResetCode({ email: ann.email, callbackUrl: `${domain}/reset` }))

        const before = yield* reset
        yield* asAdmin(project.addTrustedDomain({ domain }))
        const trusted = yield* reset
        yield* asAdmin(project.removeTrustedDomain({ domain }))
        const after = yield* reset

        assert.deepStrictEqual([before._tag, trusted._tag, after._tag], ["Failure", "Success", "Failure"])
      }).pipe(Effect.provide(emulated({ users: [{ email: ann.email }] }))))

    it.effect("updating a project returns the changed project", () =>
      Effect.gen(function*() {
        const answered = yield* project.update({
          displayName: "Engines",
          logoFullUrl: "https://app.example.com/logo.png"
        })

        const { displayName, logoFullUrl } = yield* project.get()

        assert.deepStrictEqual([displayName, logoFullUrl], ["Engines", "https://app.example.com/logo.png"])
        assert.strictEqual(answered.displayName, displayName)
      }).pipe(asAdmin, Effect.provide(emulated())))

    it.effect("an admin client can change individual configuration keys of the project without affecting other keys", () =>
      Effect.gen(function*() {
        yield* projectConfig.update({ "auth.password.allowSignIn": false })

        const { auth } = Redacted.value(yield* projectConfig.get())

        assert.nestedPropertyVal(auth, "password.allowSignIn", false)
        assert.isFalse((yield* project.get()).config.credentialEnabled)
      }).pipe(asAdmin, Effect.provide(emulated())))

    it.effect("production mode reports no problems once all its requirements are met", () =>
      Effect.gen(function*() {
        yield* project.addTrustedDomain({ domain: "http://app.example.com" })
        const before = yield* productionMode.problems()

        yield* project.update({ config: { allowLocalhost: false } })
        yield* project.removeTrustedDomain({ domain: "http://app.example.com" })
        yield* project.addTrustedDomain({ domain: "https://app.example.com" })

        assert.deepStrictEqual(before.map(({ message }) => message.slice(0, 25)), [
          "Localhost is not allowed ",
          "Trusted domains should be"
        ])
        assert.deepStrictEqual(yield* productionMode.problems(), [])
      }).pipe(asAdmin, Effect.provide(emulated())))
  })
})
