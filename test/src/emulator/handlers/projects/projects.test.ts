import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as InternalApiKeys from "../../../../../schemas/endpoints/internalApiKeys.ts"
import * as InternalProjects from "../../../../../schemas/endpoints/internalProjects.ts"
import * as Projects from "../../../../../schemas/endpoints/projects.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { mailServer } from "../../../../support/platform/mailServers.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { anotherTeam, asAdmin, asOwner, owner, send, signUp } from "../../support/support.ts"

const ownerTeamId = "22222222-2222-4222-8222-222222222222"
const nowhere = "33333333-3333-4333-8333-333333333333"

const failure = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect)

overBothTransports(({ emulated }) => {
  const layer = emulated({ owners: [owner] })

  describe("project creation", () => {
    it.effect("a new project has the platform's defaults", () =>
      Effect.gen(function*() {
        const made = yield* asOwner(InternalProjects.create({ displayName: "Notes", ownerTeamId }))

        assert.match(made.id, /^[0-9a-f-]{36}$/)
        assert.deepInclude(made, { description: "", logoUrl: null, isProductionMode: false, ownerTeamId })
        assert.deepInclude(made.config, {
          allowLocalhost: true,
          signUpEnabled: true,
          credentialEnabled: true,
          magicLinkEnabled: false,
          passkeyEnabled: false,
          emailConfig: { type: "shared" },
          teamCreatorDefaultPermissions: [{ id: "team_admin" }],
          teamMemberDefaultPermissions: [{ id: "team_member" }],
          oauthAccountMergeStrategy: "link_method"
        })
      }).pipe(Effect.provide(layer)))

    it.effect("internalProjects.list lists only the projects of the owner's teams", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const made = yield* asOwner(InternalProjects.create({ displayName: "Notes", ownerTeamId }))
        emulator.store.projects.get(emulator.project.projectId)!.ownerTeamId = nowhere

        const { items } = yield* asOwner(InternalProjects.list())

        assert.deepStrictEqual(items.map(({ id }) => id).sort(), ["internal", made.id].sort())
      }).pipe(Effect.provide(layer)))

    it.effect("USER_AUTHENTICATION_REQUIRED: internalProjects.list and .create fail when signed out", () =>
      Effect.gen(function*() {
        const listed = yield* failure(asOwner(InternalProjects.list(), { signedIn: false }))
        const made = yield* failure(
          asOwner(InternalProjects.create({ displayName: "Notes", ownerTeamId }), { signedIn: false })
        )

        assert.deepStrictEqual([listed._tag, made._tag], ["UserAuthenticationRequired", "UserAuthenticationRequired"])
      }).pipe(Effect.provide(layer)))

    it.effect("EXPECTED_INTERNAL_PROJECT: internalProjects.list fails for another project's user", () =>
      Effect.gen(function*() {
        yield* signUp()

        assert.strictEqual((yield* failure(InternalProjects.list()))._tag, "ExpectedInternalProject")
      }).pipe(Effect.provide(layer)))

    it.effect("TEAM_MEMBERSHIP_NOT_FOUND: internalProjects.create fails for a team that the owner isn't a member of", () =>
      Effect.gen(function*() {
        const error = yield* failure(asOwner(InternalProjects.create({ displayName: "X", ownerTeamId: nowhere })))

        assert.strictEqual(error._tag, "TeamMembershipNotFound")
      }).pipe(Effect.provide(layer)))
  })

  describe("project updates", () => {
    const update = (input: Parameters<typeof InternalProjects.updateCurrent>[0]) =>
      asAdmin(InternalProjects.updateCurrent(input))

    it.effect("updating a project keeps omitted fields, and replaces each list with the new list, sorted", () =>
      Effect.gen(function*() {
        yield* update({
          description: "Shared",
          config: {
            domains: [{ domain: "https://one.example.com", handlerPath: "/h" }],
            oauthProviders: [
              { id: "spotify", type: "shared" },
              { id: "github", type: "standard", clientId: "a", clientSecret: Redacted.make("s") },
              { id: "github", type: "standard", clientId: "b", clientSecret: Redacted.make("t") }
            ]
          }
        })

        const { config, description } = yield* update({
          config: {
            signUpEnabled: false,
            domains: [
              { domain: "https://two.example.com", handlerPath: "/h" },
              { domain: "https://b.example.com", handlerPath: "/h" }
            ]
          }
        })

        assert.strictEqual(description, "Shared")
        assert.isFalse(config.signUpEnabled)
        assert.isTrue(config.credentialEnabled)
        assert.deepStrictEqual(config.domains.map(({ domain }) => domain), [
          "https://b.example.com",
          "https://two.example.com"
        ])
        assert.deepStrictEqual(config.oauthProviders.map(({ clientId, id }) => [id, clientId]), [
          ["github", "b"],
          ["spotify", undefined]
        ])
        assert.deepStrictEqual(config.enabledOauthProviders, [{ id: "github" }, { id: "spotify" }])
      }).pipe(Effect.provide(emulated())))

    it.effect("only admins see a project's secrets", () =>
      Effect.gen(function*() {
        const server = { ...mailServer, password: Redacted.make(mailServer.password) }

        yield* update({ config: { emailConfig: server } })

        assert.deepStrictEqual((yield* asAdmin(InternalProjects.getCurrent())).config.emailConfig, server)
        assert.notInclude(JSON.stringify(yield* Projects.getCurrent()), "mailer")
        assert.deepStrictEqual((yield* update({ config: { emailConfig: { type: "shared" } } })).config.emailConfig, {
          type: "shared"
        })
      }).pipe(Effect.provide(emulated())))

    it.effect("updating a project accepts a null description and an empty list of default permissions", () =>
      Effect.gen(function*() {
        const { config, description } = yield* update({
          description: null,
          config: { userDefaultPermissions: [] }
        })

        assert.strictEqual(description, "")
        assert.deepStrictEqual(config.userDefaultPermissions, [])
      }).pipe(Effect.provide(emulated())))

    it.effect("updating a project rejects an unknown theme and an unknown field", () =>
      Effect.gen(function*() {
        const path = "/api/v1/internal/projects/current"
        const theme = yield* send("PATCH", path, { level: "admin", json: { config: { email_theme: nowhere } } })
        const field = yield* send("PATCH", path, { level: "admin", json: { config: { not_a_field: true } } })

        assert.deepStrictEqual([theme.status, theme.json], [400, undefined])
        assert.strictEqual(field.json.code, "SCHEMA_ERROR")
      }).pipe(Effect.provide(emulated())))

    it.effect("deleting a project makes it unavailable for all clients", () =>
      Effect.gen(function*() {
        yield* asAdmin(InternalProjects.deleteCurrent())

        const { json, status } = yield* send("GET", "/api/v1/projects/current", { level: "client" })

        assert.deepStrictEqual([status, json.code], [400, "CURRENT_PROJECT_NOT_FOUND"])
      }).pipe(Effect.provide(emulated())))
  })

  describe("project transfer", () => {
    const transfer = (projectId: string, newTeamId: string) => InternalProjects.transfer({ projectId, newTeamId })

    it.effect("internalProjects.transfer moves a project to another team, and returns success as a string", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const newTeamId = yield* anotherTeam

        const { success } = yield* asOwner(transfer(emulator.project.projectId, newTeamId))

        assert.strictEqual(success, "true")
        assert.strictEqual(emulator.store.projects.get(emulator.project.projectId)!.ownerTeamId, newTeamId)
      }).pipe(Effect.provide(layer)))

    it.effect("PROJECT_NOT_FOUND: internalProjects.transfer of an unknown project fails", () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* failure(asOwner(transfer(nowhere, ownerTeamId))))._tag, "ProjectNotFound")
      }).pipe(Effect.provide(layer)))

    it.effect("TEAM_PERMISSION_REQUIRED: internalProjects.transfer fails for a member who isn't an admin", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        for (const { permissionIds } of emulator.store.projects.get("internal")!.memberships.values()) {
          permissionIds.splice(0, permissionIds.length, "team_member")
        }

        const error = yield* failure(asOwner(transfer(emulator.project.projectId, ownerTeamId)))

        assert.strictEqual(error._tag, "TeamPermissionRequired")
      }).pipe(Effect.provide(layer)))

    it.effect("TEAM_MEMBERSHIP_NOT_FOUND: internalProjects.transfer fails for a team that the owner isn't a member of", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator

        const error = yield* failure(asOwner(transfer(emulator.project.projectId, nowhere)))

        assert.strictEqual(error._tag, "TeamMembershipNotFound")
      }).pipe(Effect.provide(layer)))

    it.effect("transferring a project that has no owner is rejected, and transferring a project while signed out fails with a schema error", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        emulator.store.projects.get(emulator.project.projectId)!.ownerTeamId = null

        const ownerless = yield* failure(asOwner(transfer(emulator.project.projectId, ownerTeamId)))
        const signedOut = yield* failure(
          asOwner(transfer(emulator.project.projectId, ownerTeamId), { signedIn: false })
        )

        assert.deepStrictEqual([ownerless, signedOut].map((error) => error._tag === "CallError" && error.reason._tag), [
          "HttpFailure",
          "SchemaError"
        ])
      }).pipe(Effect.provide(layer)))
  })

  describe("project keys", () => {
    const all = { hasPublishableClientKey: true, hasSecretServerKey: true, hasSuperSecretAdminKey: true }
    const create = (expiresInMillis = 86_400_000, kinds = all) =>
      Effect.flatMap(Emulator, ({ clock }) =>
        asAdmin(InternalApiKeys.create({
          description: "Deploy",
          expiresAt: new Date(clock.now().getTime() + expiresInMillis),
          ...kinds
        })))

    const answers = (key: Redacted.Redacted) =>
      Effect.map(
        send("GET", "/api/v1/projects/current", {
          level: "client",
          headers: { "x-stack-publishable-client-key": Redacted.value(key) }
        }),
        ({ json, status }) => status === 200 ? "good" : json.code
      )

    it.effect("a project's keys are returned once, and afterwards only their last four characters", () =>
      Effect.gen(function*() {
        const made = yield* create()

        const shown = yield* asAdmin(InternalApiKeys.get({ apiKeyId: made.id }))

        const key = Redacted.value(made.secretServerKey!)
        assert.match(key, /^ssk_[0-9a-hjkmnp-tv-z]{45}$/)
        assert.strictEqual(shown.secretServerKey!.lastFour, key.slice(-4))
        assert.isFalse("manuallyRevokedAt" in shown)
      }).pipe(Effect.provide(emulated())))

    it.effect("project keys are created only for the requested levels", () =>
      Effect.gen(function*() {
        const made = yield* create(1, { ...all, hasSecretServerKey: false, hasSuperSecretAdminKey: false })

        assert.isTrue("publishableClientKey" in made)
        assert.isFalse("secretServerKey" in made || "superSecretAdminKey" in made)
      }).pipe(Effect.provide(emulated())))

    it.effect("project key sets are listed newest first, including seeded ones", () =>
      Effect.gen(function*() {
        const made = yield* create()

        const { items } = yield* asAdmin(InternalApiKeys.list())

        assert.deepStrictEqual(items.map(({ description }) => description), ["Deploy", "Seeded"])
        assert.strictEqual(items[0]!.id, made.id)
      }).pipe(Effect.provide(emulated())))

    it.effect("a project key is accepted until it expires", () =>
      Effect.gen(function*() {
        const { publishableClientKey } = yield* create(60_000)
        const before = yield* answers(publishableClientKey!)

        yield* TestClock.adjust("1 minute")

        assert.deepStrictEqual([before, yield* answers(publishableClientKey!)], [
          "good",
          "INVALID_PUBLISHABLE_CLIENT_KEY"
        ])
      }).pipe(Effect.provide(emulated())))

    it.effect("a project key is accepted until it is revoked, and revoking it again updates the time", () =>
      Effect.gen(function*() {
        const { id, publishableClientKey } = yield* create()
        const revoke = asAdmin(InternalApiKeys.update({ apiKeyId: id, revoked: true }))

        const first = yield* revoke
        yield* TestClock.adjust("1 second")
        const second = yield* revoke

        assert.strictEqual(yield* answers(publishableClientKey!), "INVALID_PUBLISHABLE_CLIENT_KEY")
        assert.strictEqual(second.manuallyRevokedAt!.getTime() - first.manuallyRevokedAt!.getTime(), 1000)
      }).pipe(Effect.provide(emulated())))

    it.effect("API_KEY_NOT_FOUND: internalApiKeys.get and .update of an unknown set fail", () =>
      Effect.gen(function*() {
        const got = yield* failure(asAdmin(InternalApiKeys.get({ apiKeyId: nowhere })))
        const updated = yield* failure(asAdmin(InternalApiKeys.update({ apiKeyId: nowhere, description: "x" })))

        assert.deepStrictEqual([got._tag, updated._tag], ["ApiKeyNotFound", "ApiKeyNotFound"])
      }).pipe(Effect.provide(emulated())))
  })
})
