/** What revision 2026-10 adds to 2026-04. It was read in sources, never seen on a running platform. docs/platform.md §25. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Emails from "../../../../schemas/endpoints/emails.ts"
import * as InternalProjects from "../../../../schemas/endpoints/internalProjects.ts"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import * as emails from "../../../../src/server/emails.ts"
import { withMailServer } from "../../../support/platform/mailServers.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { authorizeUrl, browser } from "../support/browser.ts"
import { ann, asAdmin, asServer, send, signUp } from "../support/support.ts"

const latest = { revision: "2026-10" } satisfies Seed
const earlier = { revision: "2026-04" } satisfies Seed
const github: Seed = { config: { oauthProviders: [{ id: "github", type: "shared" }] } }

const apple = {
  id: "apple",
  type: "standard",
  clientId: "com.example.web",
  appleTeamId: "TEAM",
  appleKeyId: "KEY",
  applePrivateKey: Redacted.make("a private key")
} as const

const addressed = { emails: ["bob@example.com", "eve@example.com"], html: "<p>Hi</p>", subject: "Hi" }

overBothTransports(({ emulated }) => {
  describe("projects", () => {
    const seenIn = Effect.gen(function*() {
      const client = yield* Projects.getCurrent()
      const owned = yield* asAdmin(InternalProjects.getCurrent())
      return [client, owned].map(({ config, configWarnings, isDevelopmentEnvironment, pushedConfigError }) => [
        pushedConfigError,
        configWarnings,
        isDevelopmentEnvironment,
        config.allowLocalhost
      ])
    })

    it.live("apps and owners see the project's configuration error, warnings and environment on 2026-10", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* seenIn, [[null, [], false, true], [null, [], false, true]])
      }).pipe(Effect.provide(emulated(latest))))

    it.live("apps and owners see none of these fields on 2026-04", () =>
      Effect.gen(function*() {
        const none = [undefined, undefined, undefined]
        assert.deepStrictEqual(yield* seenIn, [[...none, undefined], [...none, true]])
      }).pipe(Effect.provide(emulated(earlier))))

    const withProviders = (oauthProviders: ReadonlyArray<any>) =>
      asAdmin(InternalProjects.updateCurrent({ config: { oauthProviders } }))

    it.live("Apple's key takes the place of a secret, and a list of providers that was read can be written back", () =>
      Effect.gen(function*() {
        const { config } = yield* withProviders([apple])
        const again = yield* withProviders(config.oauthProviders.map(({ providerConfigId: _, ...each }) => each))

        const [found] = again.config.oauthProviders
        assert.deepInclude(found, { id: "apple", appleTeamId: "TEAM", appleKeyId: "KEY" })
        assert.strictEqual(Redacted.value(found!.applePrivateKey!), "a private key")
        assert.notInclude(JSON.stringify(again), "a private key")
      }).pipe(Effect.provide(emulated(latest))))

    it.live("a part of Apple's key is rejected, and so is the whole key on 2026-04", () =>
      Effect.gen(function*() {
        const { appleKeyId: _, ...part } = apple
        const clientSecret = Redacted.make("a secret")
        const partial = yield* Effect.flip(withProviders([{ ...part, clientSecret }]))
        const onEarlier = yield* Effect.flip(withProviders([{ ...apple, clientSecret }])).pipe(
          Effect.provide(emulated(earlier), { local: true })
        )

        for (const error of [partial, onEarlier]) assert.strictEqual((error as any).reason._tag, "SchemaError")
      }).pipe(Effect.provide(emulated(latest))))
  })

  describe("emails to addresses", () => {
    it.live("a server sends an email to addresses without users", () =>
      Effect.gen(function*() {
        const results = yield* asServer(emails.send(addressed))
        const { outbox } = yield* Emulator

        assert.deepStrictEqual(results, addressed.emails.map((email) => ({ email })))
        assert.deepStrictEqual(addressed.emails.map((address) => outbox.byAddress(address).length), [1, 1])
      }).pipe(Effect.provide(emulated({ ...withMailServer, ...latest }))))

    it.live("an email has one kind of receivers, and addresses are rejected on 2026-04", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const both = { ...addressed, userIds: [userId] }
        const here = yield* Effect.flip(asServer(emails.send(both as any)))
        const there = yield* Effect.flip(asServer(Emails.send(both)))
        const onEarlier = yield* Effect.flip(asServer(emails.send(addressed))).pipe(
          Effect.provide(emulated({ ...withMailServer, ...earlier }), { local: true })
        )

        assert.deepStrictEqual(
          [here, there, onEarlier].map((error: any) => error.reason._tag),
          ["InvalidInput", "SchemaError", "SchemaError"]
        )
      }).pipe(Effect.provide(emulated({ ...withMailServer, ...latest }))))
  })

  describe("oauth.authorize", () => {
    const statusOf = (parameters: { readonly [name: string]: string }) =>
      Effect.gen(function*() {
        const { open } = yield* browser
        return (yield* open(yield* authorizeUrl(parameters))).status
      })

    it.live("oauth.authorize accepts only the challenge method S256 on 2026-10", () =>
      Effect.gen(function*() {
        const plain = { code_challenge_method: "plain" }
        const onEarlier = yield* statusOf(plain).pipe(
          Effect.provide(emulated({ ...github, ...earlier }), { local: true })
        )

        assert.deepStrictEqual([yield* statusOf({}), yield* statusOf(plain), onEarlier], [307, 400, 307])
      }).pipe(Effect.provide(emulated({ ...github, ...latest }))))

    for (const name of ["stack_response_mode", "hexclave_response_mode"]) {
      it.live(`oauth.authorize responds with JSON if ${name} asks for it`, () =>
        Effect.gen(function*() {
          assert.strictEqual(yield* statusOf({ [name]: "json" }), 200)
        }).pipe(Effect.provide(emulated({ ...github, ...latest }))))
    }
  })

  describe("headers", () => {
    it.live("a request with the newer names of every header is served like one with the older names", () =>
      Effect.gen(function*() {
        const { accessToken, userId } = yield* signUp(ann)
        const { project } = yield* Emulator
        const named = (brand: string) => ({
          [`x-${brand}-project-id`]: project.projectId,
          [`x-${brand}-access-type`]: "client",
          [`x-${brand}-client-version`]: "js @hexclave/next@2.8.108",
          [`x-${brand}-publishable-client-key`]: Redacted.value(project.publishableClientKey),
          [`x-${brand}-access-token`]: Redacted.value(accessToken),
          [`x-${brand}-allow-anonymous-user`]: "true",
          [`x-${brand}-override-error-status`]: "true",
          [`x-${brand}-random-nonce`]: "n"
        })
        const responses = yield* Effect.forEach(["hexclave", "stack"], (brand) =>
          Effect.all([
            send("GET", "/api/v1/users/me", { headers: named(brand) }),
            send("GET", "/api/v1/users", { headers: named(brand) })
          ]))

        for (const [me, refused] of responses) {
          assert.deepStrictEqual([me.status, me.json.id], [200, userId])
          assert.deepStrictEqual([refused.status, refused.headers.get("x-stack-actual-status")], [200, "401"])
        }
        const [newer] = responses
        assert.strictEqual(newer![1].headers.get("x-hexclave-known-error"), "INSUFFICIENT_ACCESS_TYPE")
      }).pipe(Effect.provide(emulated(latest))))
  })
})
