/** Layers of a project's configuration. docs/platform.md §16.5. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as EmailTemplates from "../../../../../schemas/endpoints/emailTemplates.ts"
import * as EmailThemes from "../../../../../schemas/endpoints/emailThemes.ts"
import * as InternalProjects from "../../../../../schemas/endpoints/internalProjects.ts"
import * as ProjectConfig from "../../../../../schemas/endpoints/projectConfig.ts"
import { asAdmin, asServer, emulated, send } from "../../support/support.ts"

const config = Effect.map(asAdmin(ProjectConfig.get()), ({ configString }) => JSON.parse(Redacted.value(configString)))

const override = (level: "project" | "branch" | "environment", value: object) =>
  asAdmin(ProjectConfig.updateOverride({ level, configOverrideString: Redacted.make(JSON.stringify(value)) }))

const stored = (level: "project" | "branch" | "environment") =>
  Effect.map(
    asAdmin(ProjectConfig.getOverride({ level })),
    ({ configString }) => JSON.parse(Redacted.value(configString))
  )

const refusal = <E extends { readonly message: string }, R>(effect: Effect.Effect<unknown, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

const newer = { revision: "2026-04" } as const

describe("layers of the configuration", () => {
  it.effect("the configuration layers and the project's settings are kept in sync, in both directions", () =>
    Effect.gen(function*() {
      yield* override("environment", {
        "auth.password.allowSignIn": false,
        "domains.trustedDomains.shop": { baseUrl: "https://shop.example.com", handlerPath: "/handler" },
        onboarding: { requireEmailVerification: true }
      })
      const project = yield* asAdmin(InternalProjects.getCurrent())
      yield* asAdmin(InternalProjects.updateCurrent({ config: { signUpEnabled: false } }))

      const { auth, domains, onboarding, rbac } = yield* config
      assert.isFalse(project.config.credentialEnabled)
      assert.deepStrictEqual(project.config.domains.map(({ domain }) => domain), ["https://shop.example.com"])
      assert.deepStrictEqual([auth.allowSignUp, auth.password.allowSignIn], [false, false])
      assert.isTrue(onboarding.requireEmailVerification)
      assert.deepStrictEqual(Object.values(domains.trustedDomains), [
        { baseUrl: "https://shop.example.com", handlerPath: "/handler" }
      ])
      assert.includeMembers(Object.keys(rbac.permissions), ["team_admin", "team_member"])
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("on 2026-04, the switch for anonymous sign-up isn't a key of the configuration", () =>
    Effect.gen(function*() {
      const { auth } = yield* config
      const { auth: latest } = yield* Effect.provide(config, emulated())

      const message = yield* refusal(override("environment", { "auth.anonymous.allowSignIn": false }))

      assert.deepStrictEqual([auth.anonymous, latest.anonymous], [undefined, { allowSignIn: true }])
      assert.include(message, "There is no key auth.anonymous.")
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("setting a configuration key replaces everything below it, and null restores the default", () =>
    Effect.gen(function*() {
      yield* override("environment", { "auth.otp.allowSignIn": true, "auth.passkey": { allowSignIn: true } })
      yield* override("environment", { "auth.passkey": {}, "auth.otp": null })

      const { auth } = yield* config
      assert.deepStrictEqual([auth.otp.allowSignIn, auth.passkey.allowSignIn], [false, false])
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("a later configuration layer overrides earlier layers, until its key is reset", () =>
    Effect.gen(function*() {
      yield* asAdmin(ProjectConfig.resetKeys({ level: "environment", keys: ["apiKeys"] }))
      yield* override("branch", { apiKeys: { enabled: { user: true } } })
      const fromBranch = (yield* config).apiKeys.enabled.user
      yield* override("environment", { "apiKeys.enabled.user": false })
      const fromEnvironment = (yield* config).apiKeys.enabled.user
      yield* asAdmin(ProjectConfig.resetKeys({ level: "environment", keys: ["apiKeys.enabled.user"] }))

      assert.deepStrictEqual([fromBranch, fromEnvironment], [true, false])
      assert.isTrue((yield* config).apiKeys.enabled.user)
      assert.deepStrictEqual(yield* stored("branch"), { apiKeys: { enabled: { user: true } } })
      assert.notProperty(yield* stored("environment"), "apiKeys.enabled.user")
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("a configuration layer is returned as it was written, with paths as keys", () =>
    Effect.gen(function*() {
      yield* override("branch", { "teams.allowClientTeamCreation": true, users: { allowClientUserDeletion: true } })
      yield* override("environment", { "auth.otp.allowSignIn": true })
      yield* asAdmin(InternalProjects.updateCurrent({ config: { passkeyEnabled: true } }))

      assert.deepStrictEqual(yield* stored("branch"), {
        "teams.allowClientTeamCreation": true,
        users: { allowClientUserDeletion: true }
      })
      assert.deepInclude(yield* stored("environment"), {
        "auth.otp.allowSignIn": true,
        "auth.passkey.allowSignIn": true
      })
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("replacing the environment layer keeps the built-in email themes and templates", () =>
    Effect.gen(function*() {
      const before = yield* Effect.all([asAdmin(EmailThemes.list()), asAdmin(EmailTemplates.list())])

      yield* asAdmin(ProjectConfig.replaceOverride({
        level: "environment",
        configString: Redacted.make("{\"teams.allowClientTeamCreation\":true}")
      }))

      assert.deepStrictEqual(
        yield* Effect.all([asAdmin(EmailThemes.list()), asAdmin(EmailTemplates.list())]),
        before
      )
      assert.deepStrictEqual(yield* stored("environment"), { "teams.allowClientTeamCreation": true })
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("trusted domains keep the names that they were configured with", () =>
    Effect.gen(function*() {
      const domain = { baseUrl: "https://shop.example.com", handlerPath: "/handler" }
      yield* override("environment", { "domains.trustedDomains.shop": domain })
      yield* override("environment", { "domains.trustedDomains.shop.handlerPath": "/auth" })
      const changed = (yield* config).domains.trustedDomains
      yield* override("environment", { "domains.trustedDomains.shop": null })

      assert.deepStrictEqual(changed, { shop: { ...domain, handlerPath: "/auth" } })
      assert.deepStrictEqual((yield* config).domains.trustedDomains, {})
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("a provider that is switched off keeps its settings in the configuration", () =>
    Effect.gen(function*() {
      const google = { type: "google", isShared: true, allowSignIn: false, allowConnectedAccounts: false }
      yield* override("environment", { "auth.oauth.providers.google": google })

      const { config: settings } = yield* asAdmin(InternalProjects.getCurrent())
      assert.deepStrictEqual((yield* config).auth.oauth.providers, { google })
      assert.deepStrictEqual(settings.oauthProviders, [])
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("the configuration contains the project's own email templates only while the project has its own mail server", () =>
    Effect.gen(function*() {
      const server = {
        type: "standard",
        host: "mail.example.com",
        port: 587,
        username: "mail",
        password: Redacted.make("secret"),
        senderName: "App",
        senderEmail: "app@example.com"
      } as const
      yield* asAdmin(InternalProjects.updateCurrent({ config: { emailConfig: server } }))
      const { id } = yield* asAdmin(EmailTemplates.create({ displayName: "Welcome" }))
      const withServer = Object.keys((yield* config).emails.templates)
      yield* asAdmin(InternalProjects.updateCurrent({ config: { emailConfig: { type: "shared" } } }))

      assert.include(withServer, id)
      assert.notInclude(Object.keys((yield* config).emails.templates), id)
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("resetting a key that the configuration lacks changes nothing", () =>
    Effect.gen(function*() {
      const before = yield* stored("environment")
      yield* asAdmin(ProjectConfig.resetKeys({ level: "environment", keys: ["surprise.party"] }))
      assert.deepStrictEqual(yield* stored("environment"), before)
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("the configuration rejects malformed JSON and unknown, invalid or misplaced keys in plain text, and changes nothing", () =>
    Effect.gen(function*() {
      const before = yield* config

      const wrong = [
        yield* refusal(
          asAdmin(ProjectConfig.updateOverride({ level: "branch", configOverrideString: Redacted.make("{") }))
        ),
        yield* refusal(override("environment", { surprise: true })),
        yield* refusal(override("environment", { "auth.allowSignUp": "yes" })),
        yield* refusal(override("environment", { "auth.oauth.providers.myspace": { type: "myspace" } })),
        yield* refusal(override("environment", { "project.requirePublishableClientKey": true })),
        yield* refusal(override("branch", { "domains.trustedDomains.a": { baseUrl: "https://a.example" } })),
        yield* refusal(override("project", { "auth.allowSignUp": false })),
        yield* refusal(asServer(ProjectConfig.getOverride({ level: "environment" })))
      ]

      for (const message of wrong) assert.match(message, /responded with status 40[03]/)
      assert.deepStrictEqual(yield* config, before)
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("requests need the publishable key if the project layer of the configuration requires it", () =>
    Effect.gen(function*() {
      yield* override("project", { "project.requirePublishableClientKey": true })

      const { json } = yield* send("GET", "/api/v1/projects/current", {
        level: "client",
        headers: { "x-stack-publishable-client-key": "" }
      })
      assert.strictEqual(json.code, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT")
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("the configuration states where the branch's layer is managed, until the branch is unlinked", () =>
    Effect.gen(function*() {
      const replace = {
        level: "branch",
        configString: Redacted.make("{\"teams\":{\"allowClientTeamCreation\":true}}")
      } as const
      const missing = yield* Effect.flip(asAdmin(ProjectConfig.replaceOverride(replace)))
      yield* asServer(ProjectConfig.replaceOverride({ ...replace, source: { type: "pushed-from-unknown" } }))

      const linked = yield* asAdmin(ProjectConfig.getSource())
      yield* asAdmin(ProjectConfig.unlinkSource())

      assert.strictEqual(missing._tag, "CallError")
      assert.isTrue((yield* config).teams.allowClientTeamCreation)
      assert.deepStrictEqual([linked.source.type, (yield* asAdmin(ProjectConfig.getSource())).source.type], [
        "pushed-from-unknown",
        "unlinked"
      ])
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("on 2025-08, the configuration has a single override, which lacks the later keys", () =>
    Effect.gen(function*() {
      const update = (value: object) =>
        asAdmin(ProjectConfig.update({ configOverrideString: Redacted.make(JSON.stringify(value)) }))

      yield* update({ "auth.allowSignUp": false })
      const refused = yield* refusal(update({ onboarding: { requireEmailVerification: true } }))

      const rendered = yield* config
      assert.isFalse(rendered.auth.allowSignUp)
      assert.notProperty(rendered, "onboarding")
      assert.include(refused, "[ERROR]")
      assert.strictEqual(
        (yield* send("GET", "/api/v1/internal/config/override/branch", { level: "admin" })).status,
        404
      )
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))
})
