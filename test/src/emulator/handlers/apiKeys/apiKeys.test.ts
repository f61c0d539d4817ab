import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as CredentialScanning from "../../../../../schemas/endpoints/credentialScanning.ts"
import * as TeamApiKeys from "../../../../../schemas/endpoints/teamApiKeys.ts"
import * as UserApiKeys from "../../../../../schemas/endpoints/userApiKeys.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { ann, asServer, send, signUp } from "../../support/support.ts"

const nowhere = "33333333-3333-4333-8333-333333333333"

const bob = { email: "bob@example.com", password: Redacted.make("battery staple") }

const tagOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

const ofMe = (options: { readonly expiresAt?: Date; readonly isPublic?: boolean } = {}) =>
  UserApiKeys.create({ userId: "me", description: "Laptop", expiresAt: null, ...options })

const check = (apiKey: Redacted.Redacted) => asServer(UserApiKeys.check({ apiKey }))

const revoke = (apiKeyId: string) => UserApiKeys.update({ apiKeyId, revoked: true })

/** Computes CRC-32 bit by bit, with the most significant coefficient first. The emulator uses another algorithm. */
const crc32 = (text: string): string => {
  const reversed = (value: number, bits: number) =>
    Number.parseInt((value >>> 0).toString(2).padStart(bits, "0").split("").reverse().join(""), 2)
  let crc = 0xffffffff
  for (const char of text) {
    crc ^= reversed(char.charCodeAt(0), 8) << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return ((reversed(crc, 32) ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0")
}

overBothTransports(({ emulated }) => {
  const layer = emulated({ config: { allowUserApiKeys: true, allowTeamApiKeys: true, createTeamOnSignUp: true } })

  describe("API keys of users", () => {
    it.effect("the emulator creates an API key that encodes its kind and owner and ends with a checksum", () =>
      Effect.gen(function*() {
        yield* signUp()
        const secret = yield* ofMe()
        const value = Redacted.value(secret.value)
        const open = Redacted.value((yield* ofMe({ isPublic: true })).value)

        assert.match(value, /^sk_[0-9a-hjkmnp-tv-z]{45}[0-9a-f]{32}user1574ck4u7h[0-9a-f]{8}$/)
        assert.match(open, /^pk_[0-9a-hjkmnp-tv-z]{45}[0-9a-f]{32}user3574ck4u7h[0-9a-f]{8}$/)
        assert.include(value, secret.id.replaceAll("-", ""))
        assert.strictEqual(crc32("123456789"), "cbf43926")
        assert.strictEqual(crc32(value.slice(0, -8)), value.slice(-8))
      }).pipe(Effect.provide(layer)))

    it.effect("the emulator returns a whole API key once, and afterwards only its last four characters", () =>
      Effect.gen(function*() {
        yield* signUp()
        const made = yield* ofMe()

        const shown = yield* UserApiKeys.get({ apiKeyId: made.id })

        assert.deepStrictEqual(shown, { ...made, value: { lastFour: Redacted.value(made.value).slice(-4) } })
        assert.isFalse("expiresAt" in shown || "manuallyRevokedAt" in shown)
      }).pipe(Effect.provide(layer)))

    it.effect("API keys are listed newest first, including revoked and expired keys", () =>
      Effect.gen(function*() {
        yield* signUp()
        const first = yield* ofMe()
        const second = yield* ofMe({ expiresAt: new Date(0) })
        yield* revoke(first.id)

        const { isPaginated, items } = yield* UserApiKeys.list({ userId: "me" })

        assert.deepStrictEqual([isPaginated, ...items.map(({ id }) => id)], [false, second.id, first.id])
      }).pipe(Effect.provide(layer)))

    it.effect("revoking an API key again keeps the time of the first revocation", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id } = yield* ofMe()

        const first = yield* revoke(id)
        yield* TestClock.adjust("1 second")

        assert.deepStrictEqual((yield* revoke(id)).manuallyRevokedAt, first.manuallyRevokedAt)
      }).pipe(Effect.provide(layer)))

    it.effect("deleting a user deletes the user's API keys", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { value } = yield* ofMe()
        yield* asServer(Users.delete({ userId }))

        assert.strictEqual(yield* tagOf(check(value)), "ApiKeyNotFound")
      }).pipe(Effect.provide(layer)))

    it.effect("only the user and back ends can access the user's API keys", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { id } = yield* ofMe()
        yield* signUp(bob)

        assert.strictEqual(yield* tagOf(UserApiKeys.list({ userId })), "HttpFailure")
        assert.strictEqual(yield* tagOf(UserApiKeys.get({ apiKeyId: id })), "HttpFailure")
        assert.strictEqual(yield* tagOf(revoke(id)), "HttpFailure")
        assert.strictEqual((yield* asServer(UserApiKeys.list({ userId }))).items[0]!.id, id)
        assert.isDefined((yield* asServer(revoke(id))).manuallyRevokedAt)
      }).pipe(Effect.provide(layer)))

    it.effect("API-key requests fail before any other check if the project doesn't allow API keys", () =>
      Effect.gen(function*() {
        const { status, text } = yield* send(
          "GET",
          "/api/v1/user-api-keys?user_id=c1f6a0de-3a4f-4f0c-9d5b-2f6f3c0e8a11",
          { level: "client" }
        )

        assert.strictEqual(status, 400)
        assert.match(text, /not enabled/)
      }).pipe(Effect.provide(emulated())))

    it.effect("API-key requests for an unknown user get a 500 in plain text", () =>
      Effect.gen(function*() {
        const json = { user_id: nowhere, description: "x", expires_at_millis: null }

        const answer = yield* send("POST", "/api/v1/user-api-keys", { level: "server", json })

        assert.deepStrictEqual([answer.status, answer.json], [500, undefined])
      }).pipe(Effect.provide(layer)))

    it.effect("CANNOT_GET_OWN_USER_WITHOUT_USER: userApiKeys.list, .create, .get and .update of \"me\" fail when signed out", () =>
      Effect.gen(function*() {
        const tags = yield* Effect.all([
          tagOf(UserApiKeys.list({ userId: "me" })),
          tagOf(ofMe()),
          tagOf(UserApiKeys.get({ apiKeyId: nowhere, userId: "me" })),
          tagOf(UserApiKeys.update({ apiKeyId: nowhere, userId: "me" }))
        ])

        assert.deepStrictEqual(new Set(tags), new Set(["CannotGetOwnUserWithoutUser"]))
      }).pipe(Effect.provide(layer)))

    it.effect("USER_AUTHENTICATION_REQUIRED: userApiKeys.list, .create, .get and .update of another user fail when signed out", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp(bob)
        const { id } = yield* asServer(UserApiKeys.create({ userId, description: "CI", expiresAt: null }))
        const status = (method: string, path: string, json?: object) =>
          Effect.map(send(method, `/api/v1/user-api-keys${path}`, { level: "client", json }), ({ json }) => json.code)

        const codes = yield* Effect.all([
          status("GET", `?user_id=${userId}`),
          status("POST", "", { user_id: userId, description: "x", expires_at_millis: null }),
          status("GET", `/${id}`),
          status("PATCH", `/${id}`, { revoked: true })
        ])

        assert.deepStrictEqual(new Set(codes), new Set(["USER_AUTHENTICATION_REQUIRED"]))
      }).pipe(Effect.provide(layer)))

    it.effect("API_KEY_NOT_FOUND: userApiKeys.get, .update and .check of an unknown key fail", () =>
      Effect.gen(function*() {
        yield* signUp()

        assert.strictEqual(yield* tagOf(UserApiKeys.get({ apiKeyId: nowhere })), "ApiKeyNotFound")
        assert.strictEqual(yield* tagOf(revoke(nowhere)), "ApiKeyNotFound")
        assert.strictEqual(yield* tagOf(check(Redacted.make("sk_unknown"))), "ApiKeyNotFound")
      }).pipe(Effect.provide(layer)))

    it.effect("API_KEY_REVOKED, then API_KEY_EXPIRED: userApiKeys.check of a revoked and expired key reports the revocation first", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id, value } = yield* ofMe({ expiresAt: new Date(1000) })
        const good = yield* check(value)
        yield* TestClock.adjust("1 second")
        const expired = yield* tagOf(check(value))
        yield* revoke(id)

        assert.strictEqual(good.id, id)
        assert.deepStrictEqual([expired, yield* tagOf(check(value))], ["ApiKeyExpired", "ApiKeyRevoked"])
      }).pipe(Effect.provide(layer)))

    it.effect("WRONG_API_KEY_TYPE: teamApiKeys.check of a user's key fails, whether the key is revoked or not", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id, value } = yield* ofMe()
        yield* revoke(id)

        const error = yield* Effect.flip(asServer(TeamApiKeys.check({ apiKey: value })))

        assert.deepStrictEqual(error._tag === "WrongApiKeyType" && error.details, {
          expectedType: "team",
          actualType: "user"
        })
      }).pipe(Effect.provide(layer)))
  })

  describe("API keys of teams", () => {
    const withTeam = Effect.gen(function*() {
      yield* signUp()
      const { selectedTeam } = yield* Users.getMe()
      const teamId = selectedTeam!.id
      const create = TeamApiKeys.create({ teamId, description: "Door", expiresAt: null })
      return { teamId, create }
    })

    it.effect("team members with the permission can create, read, change and check the team's API keys", () =>
      Effect.gen(function*() {
        const { create, teamId } = yield* withTeam
        const { id, value } = yield* create

        const { description } = yield* TeamApiKeys.update({ apiKeyId: id, teamId, description: "Back door" })

        assert.strictEqual(description, "Back door")
        assert.strictEqual((yield* TeamApiKeys.get({ apiKeyId: id, teamId })).teamId, teamId)
        assert.strictEqual((yield* TeamApiKeys.list({ teamId })).items.length, 1)
        assert.strictEqual((yield* asServer(TeamApiKeys.check({ apiKey: value }))).id, id)
        assert.match(Redacted.value(value), /team1574ck4u7h/)
      }).pipe(Effect.provide(layer)))

    it.effect("API_KEY_NOT_FOUND: teamApiKeys.list, .create, .get and .update fail without the permission $manage_api_keys", () =>
      Effect.gen(function*() {
        const { create, teamId } = yield* withTeam
        const { id } = yield* create
        yield* signUp(bob)

        const tags = yield* Effect.all([
          tagOf(TeamApiKeys.list({ teamId })),
          tagOf(create),
          tagOf(TeamApiKeys.get({ apiKeyId: id, teamId })),
          tagOf(TeamApiKeys.update({ apiKeyId: id, teamId, revoked: true }))
        ])

        assert.deepStrictEqual(new Set(tags), new Set(["ApiKeyNotFound"]))
      }).pipe(Effect.provide(layer)))

    it.effect("USER_AUTHENTICATION_REQUIRED: teamApiKeys.list fails when signed out", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* tagOf(TeamApiKeys.list({ teamId: nowhere })), "UserAuthenticationRequired")
      }).pipe(Effect.provide(layer)))

    it.effect("API_KEY_REVOKED, API_KEY_EXPIRED: teamApiKeys.check of a revoked key and of an expired key fails", () =>
      Effect.gen(function*() {
        const { create, teamId } = yield* withTeam
        const revoked = yield* create
        yield* TeamApiKeys.update({ apiKeyId: revoked.id, teamId, revoked: true })
        const expired = yield* TeamApiKeys.create({ teamId, description: "Old", expiresAt: new Date(0) })
        const check = (apiKey: Redacted.Redacted) => tagOf(asServer(TeamApiKeys.check({ apiKey })))

        assert.strictEqual(yield* check(revoked.value), "ApiKeyRevoked")
        assert.strictEqual(yield* check(expired.value), "ApiKeyExpired")
      }).pipe(Effect.provide(layer)))

    it.effect("WRONG_API_KEY_TYPE: userApiKeys.check of a team's key fails", () =>
      Effect.gen(function*() {
        const { create } = yield* withTeam
        const { value } = yield* create

        assert.strictEqual(yield* tagOf(check(value)), "WrongApiKeyType")
      }).pipe(Effect.provide(layer)))
  })

  describe("reports of leaked keys", () => {
    const report = (apiKey: Redacted.Redacted) => CredentialScanning.revoke({ apiKey })

    it.effect("a leaked-key report revokes the leaked key and notifies its user", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        yield* signUp()
        const { value } = yield* ofMe()

        yield* report(value)

        assert.strictEqual(yield* tagOf(check(value)), "ApiKeyRevoked")
        const mail = emulator.outbox.byAddress(ann.email).at(-1)!
        assert.strictEqual(mail.kind, "leakedApiKey")
        assert.notInclude(mail.text, Redacted.value(value))
      }).pipe(Effect.provide(layer)))

    it.effect("repeated reports of a leaked key send only one email to each member who manages the team's keys", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        yield* signUp()
        const teamId = (yield* Users.getMe()).selectedTeam!.id
        const { value } = yield* TeamApiKeys.create({ teamId, description: "Door", expiresAt: null })

        yield* report(value)
        yield* report(value)

        const mails = emulator.outbox.list().filter(({ kind }) => kind === "leakedApiKey")
        assert.deepStrictEqual(mails.map(({ to }) => to), [ann.email])
      }).pipe(Effect.provide(layer)))

    it.effect("PUBLIC_API_KEY_CANNOT_BE_REVOKED: credentialScanning.revoke of a public key fails", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { value } = yield* ofMe({ isPublic: true })

        assert.strictEqual(yield* tagOf(report(value)), "PublicApiKeyCannotBeRevoked")
        assert.isDefined((yield* check(value)).id)
      }).pipe(Effect.provide(layer)))

    it.effect("API_KEY_EXPIRED: credentialScanning.revoke of an expired key fails", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { value } = yield* ofMe({ expiresAt: new Date(0) })

        assert.strictEqual(yield* tagOf(report(value)), "ApiKeyExpired")
      }).pipe(Effect.provide(layer)))
  })
})
