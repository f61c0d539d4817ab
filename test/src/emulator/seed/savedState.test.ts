/** Saves, loads and resets the state of an emulator. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Otp from "../../../../schemas/endpoints/otp.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { Emulator, StateDamaged } from "../../../../src/emulator/index.ts"
import { authorizeUrl } from "../support/browser.ts"
import { ann, callbackUrl, emulated, send, signIn, signUp } from "../support/support.ts"

const saved = Effect.gen(function*() {
  const { clock, fetch, state } = yield* Emulator
  const url = yield* authorizeUrl()
  yield* Effect.promise(() => fetch(new Request(url)))
  const { accessToken } = yield* signUp()
  yield* Otp.sendSignInCode({ email: "bob@example.com", callbackUrl })
  clock.advance("1 minute")
  return { accessToken: Redacted.value(accessToken), text: yield* Effect.promise(state.save) }
}).pipe(Effect.provide(emulated({ config: { oauthProviders: [{ id: "github", type: "shared" }] } })))

describe("saved state", () => {
  it.effect("loading a saved state restores users, emails, the clock, and records referenced by several indexes", () =>
    Effect.gen(function*() {
      const { accessToken, text } = yield* saved
      const { clock, outbox, project, state, store } = yield* Emulator

      yield* Effect.promise(() => state.load(text))

      const { users, usersInOrder } = store.projects.get(project.projectId)!
      assert.strictEqual(users.get(usersInOrder[0]!.id), usersInOrder[0])
      assert.strictEqual(outbox.byAddress("bob@example.com")[0]!.sentAt.getTime(), 0)
      assert.strictEqual(clock.now().getTime(), 60_000)
      assert.strictEqual(store.oauthFlows.size, 1)
      const headers = { "x-stack-access-token": accessToken }
      assert.strictEqual((yield* send("GET", "/api/v1/users/me", { level: "client", headers })).status, 200)
      yield* signIn()
      assert.strictEqual((yield* Users.getMe()).primaryEmail, ann.email)
    }).pipe(Effect.provide(emulated())))

  it.effect("loading a saved state restores the signing keys, and rejects tokens issued before loading", () =>
    Effect.gen(function*() {
      const { text } = yield* saved
      const { state } = yield* Emulator
      const { accessToken } = yield* signUp()
      const ask = send("GET", "/api/v1/users/me", {
        level: "client",
        headers: { "x-stack-access-token": Redacted.value(accessToken) }
      })
      assert.strictEqual((yield* ask).status, 200)

      yield* Effect.promise(() => state.load(text))

      assert.strictEqual((yield* ask).json.code, "UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(emulated())))

  it.live("a large state is saved completely while the emulator keeps responding to requests", () =>
    Effect.gen(function*() {
      const { outbox, state, store } = yield* Emulator
      yield* signUp()
      const [mail] = outbox.list()
      store.outbox = Array.from({ length: 30_000 }, (_, at) => ({ ...mail!, subject: `Mail ${at}` }))
      const mails = [...store.outbox]

      let answered = 0
      const progress = { isWritten: false }
      const saving = state.save().finally(() => progress.isWritten = true)
      while (!progress.isWritten) {
        yield* send("GET", "/api/v1/projects/current", { level: "client" })
        yield* Effect.yieldNow
        answered++
      }
      const text = yield* Effect.promise(() => saving)

      assert.isAbove(answered, 20)
      yield* Effect.promise(() => state.load(text))
      assert.deepStrictEqual(outbox.list(), mails)
    }).pipe(Effect.provide(emulated())))

  it.effect("a saved state that lacks records added in later versions can be loaded", () =>
    Effect.gen(function*() {
      const { text } = yield* saved
      const { project, state, store } = yield* Emulator
      yield* Effect.promise(() => state.load(text.replaceAll("\"teams\":", "\"forgotten\":")))

      assert.strictEqual(store.projects.get(project.projectId)!.teams.size, 0)
    }).pipe(Effect.provide(emulated())))

  it.effect("a state that was saved before the configuration had an environment layer can be loaded", () =>
    Effect.gen(function*() {
      const { text } = yield* saved
      const { project, state, store } = yield* Emulator
      yield* Effect.promise(() => state.load(text.replaceAll("\"environment\":", "\"forgotten\":")))

      const { config, configLayers, emailThemes, permissionDefinitions } = store.projects.get(project.projectId)!
      assert.deepStrictEqual(config.oauthProviders.map(({ id }) => id), ["github"])
      assert.isTrue(config.magicLinkEnabled)
      assert.property(configLayers.environment, "auth.oauth.providers")
      assert.includeMembers([...permissionDefinitions.keys()], ["team_admin", "team_member"])
      assert.isAbove(emailThemes.size, 1)
    }).pipe(Effect.provide(emulated())))

  it.effect("a damaged saved state is rejected and changes nothing", () =>
    Effect.gen(function*() {
      const { text } = yield* saved
      const { project, state, store } = yield* Emulator
      yield* signUp()
      const load = (damaged: string) =>
        Effect.promise(() => state.load(damaged).then(() => undefined, (error: unknown) => error))

      for (
        const damaged of [
          "",
          text.slice(0, -100),
          "{}",
          text.replace("\"version\":1", "\"version\":99"),
          text.replace(/"store":.*/s, "\"store\":[{\"a\":1},2]}"),
          text.replace(/"store":.*/s, "\"store\":[{\"a\":7}]}")
        ]
      ) assert.instanceOf(yield* load(damaged), StateDamaged)

      assert.strictEqual(store.projects.get(project.projectId)!.users.size, 1)
    }).pipe(Effect.provide(emulated())))
})

describe("reset", () => {
  it.effect("a reset keeps projects with their configuration and keys, and restores the seed's users", () =>
    Effect.gen(function*() {
      const { outbox, projects, requests, reset, store } = yield* Emulator
      const made = projects.create({ displayName: "Shop", trustedDomains: ["https://shop.example.com"] })
      yield* signUp({ ...ann, email: "bob@example.com" })
      yield* send("PATCH", "/api/v1/users/me", { level: "client" })

      yield* Effect.promise(reset)

      const { config, keySets } = store.projects.get(made.projectId)!
      assert.deepStrictEqual([config.domains.length, keySets.length], [1, 1])
      assert.deepStrictEqual([outbox.list().length, requests.list().length], [0, 0])
      const users = yield* send("GET", "/api/v1/users", { level: "server" })
      assert.deepStrictEqual(users.json.items.map((user: any) => user.primary_email), ["seeded@example.com"])
    }).pipe(Effect.provide(emulated({ users: [{ email: "seeded@example.com" }] }))))
})

describe("events", () => {
  it.effect("the emulator emits webhook events for created, changed and deleted users", () =>
    Effect.gen(function*() {
      const { events } = yield* Emulator
      const received: Array<string> = []
      const stop = events.listen(({ type }) => received.push(type))

      const { json: { id } } = yield* send("POST", "/api/v1/users", { level: "server", json: {} })
      yield* send("PATCH", `/api/v1/users/${id}`, { level: "server", json: { display_name: "Ann" } })
      yield* send("DELETE", `/api/v1/users/${id}`, { level: "server" })
      stop()
      yield* signUp()

      assert.deepStrictEqual(received, ["user.created", "user.updated", "user.deleted"])
    }).pipe(Effect.provide(emulated())))
})
