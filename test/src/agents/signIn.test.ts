import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import { Session } from "../../../layers/session/Session.ts"
import * as Agents from "../../../schemas/endpoints/agents.ts"
import * as Cli from "../../../schemas/endpoints/cli.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import { agents, agentsOf } from "../../../src/agents/index.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as Client from "../../../src/programs/Client.ts"
import { createClient } from "../../../src/promise/index.ts"
import { accessToken, project } from "../../support/contract/project.ts"
import { type Answer, answer, json, lost, plain, scriptedTransport } from "../../support/platform/scriptedTransport.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asAdmin } from "../emulator/support/support.ts"
import { agentWorld, pass, seed } from "./model/agentWorld.ts"

const begun = (world: Effect.Success<ReturnType<typeof agentWorld>>, options: object = {}) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkDetach(
      Effect.flip(world.asAgent(agents.signIn({ name: "Bot", show: world.show, ...options }))),
      { startImmediately: true }
    )
    for (let step = 0; step < 5; step++) yield* pass(60)
    return { fiber, code: world.requests.at(-1)!.code }
  })

const failing = (self: Effect.Effect<unknown, { readonly _tag: string; readonly message: string }, never>) =>
  Effect.map(Effect.flip(self), ({ _tag }) => _tag)

describe("agents.signIn", () => {
  overBothTransports(({ platform, start }) => {
    for (const firstForm of [false, true]) {
      const words = firstForm ? "the first form's words" : "the later form's words"
      it.effect(`agents-1: an agent signs in to the account of the person who approves it, with ${words}`, () =>
        Effect.gen(function*() {
          const world = yield* agentWorld(platform)
          world.network.firstForm = firstForm
          const { code, fiber } = yield* begun(world)

          const found = yield* world.asPerson(agents.inspect({ code: code.toLowerCase().replace("-", " ") }))
          yield* world.asPerson(agents.approve({ code }))
          for (let second = 0; second < 6; second++) yield* pass(1000)
          const user = yield* world.agentCalls(currentUser.get({ or: "throw" }))

          assert.strictEqual(found.name, "Bot")
          assert.strictEqual(user.id, world.adaId)
          assert.deepStrictEqual(world.ofPerson().map(({ agentName }) => agentName), ["Bot"])
          assert.deepStrictEqual(world.anonymous(), [])
          yield* Fiber.interrupt(fiber)
        }).pipe(Effect.scoped))

      it.effect(`agents-3: a denial ends the sign-in with AgentSignInDenied, with ${words}`, () =>
        Effect.gen(function*() {
          const world = yield* agentWorld(platform)
          world.network.firstForm = firstForm
          const { code, fiber } = yield* begun(world)

          yield* world.asPerson(agents.deny({ code }))
          for (let second = 0; second < 6; second++) yield* pass(1000)

          assert.strictEqual((yield* Fiber.join(fiber))._tag, "AgentSignInDenied")
          assert.strictEqual(yield* failing(world.asPerson(agents.approve({ code }))), "AgentAuthInvalidClaimCode")
        }).pipe(Effect.scoped))
    }

    it.effect("agents-3: an approval that isn't fetched in time is lost", () =>
      Effect.gen(function*() {
        const world = yield* agentWorld(platform)
        const { code, fiber } = yield* begun(world, { expiresIn: "30 seconds", every: "1 minute" })

        yield* world.asPerson(agents.approve({ code }))
        for (let second = 0; second < 70; second++) yield* pass(1000)

        assert.strictEqual((yield* Fiber.join(fiber))._tag, "AgentSignInExpired")
      }).pipe(Effect.scoped))

    it.effect("agents-3: a session that the person ended before it was fetched never signs in", () =>
      Effect.gen(function*() {
        const world = yield* agentWorld(platform)
        const { code, fiber } = yield* begun(world)

        yield* world.asPerson(agents.approve({ code }))
        yield* world.endAgents
        for (let second = 0; second < 6; second++) yield* pass(1000)

        assert.strictEqual((yield* Fiber.join(fiber))._tag, "AgentSignInExpired")
      }).pipe(Effect.scoped))

    it.effect("agents-1: a session is not handed over again if its response was lost, and the error message refers to the list of sessions", () =>
      Effect.gen(function*() {
        const world = yield* agentWorld(platform)
        const { code, fiber } = yield* begun(world)

        world.network.faults.push("response lost")
        yield* world.asPerson(agents.approve({ code }))
        for (let second = 0; second < 12; second++) yield* pass(1000)
        const error = yield* Fiber.join(fiber)

        assert.strictEqual(error._tag, "AgentSignInFailed")
        assert.include(error.message, "list of sessions")
        assert.lengthOf(world.ofPerson(), 1)
      }).pipe(Effect.scoped))

    it.effect("agents-4: an agent's session ends when its entry in the list is deleted or the person changes the password", () =>
      Effect.gen(function*() {
        const world = yield* agentWorld(platform)
        const { code } = yield* begun(world)
        yield* world.asPerson(agents.approve({ code }))
        for (let second = 0; second < 6; second++) yield* pass(1000)

        const { items } = yield* world.asPerson(Sessions.list({ userId: "me" }))
        yield* world.endAgents
        const refreshed = yield* Effect.flip(world.agentCalls(Sessions.refresh()))

        assert.deepStrictEqual(items.map(({ agentName }) => agentName), ["Bot", null])
        assert.strictEqual(refreshed._tag, "RefreshTokenNotFoundOrExpired")
      }).pipe(Effect.scoped))

    it.effect("agents-5: platforms without agents, and projects with agents switched off, reject the first call", () =>
      Effect.gen(function*() {
        const older = yield* agentWorld(platform, { ...seed, features: [] })
        const off = yield* agentWorld(platform, { ...seed, apps: [] })
        const signIn = agents.signIn({ name: "Bot", show: () => assert.fail("shown") })
        const refused = (world: typeof older) => world.agentCalls(Effect.flip(signIn))

        const unsupported = yield* refused(older)

        assert.strictEqual(unsupported._tag, "AgentsNotSupported")
        assert.include(unsupported.message, "cliLogin.prompt")
        assert.strictEqual((yield* refused(off))._tag, "AgentAuthNotEnabled")
        assert.strictEqual(yield* failing(older.asPerson(agents.approve({ code: "ABCD-EFGH" }))), "AgentsNotSupported")
        assert.deepStrictEqual([older.anonymous(), off.anonymous()], [[], []])
      }).pipe(Effect.scoped))

    it.effect("agents.signIn links to the confirmation page of the given app if the project trusts the app", () =>
      Effect.gen(function*() {
        const world = yield* agentWorld(platform)
        yield* begun(world, { appUrl: "http://localhost:3000/welcome" })
        const untrusted = Agents.register({ agent: { name: "Bot" }, appUrl: "https://evil.example" })

        const [{ code, url }] = world.requests as [typeof world.requests[0]]

        assert.strictEqual(url, `http://localhost:3000/handler/agent-auth-confirm?code=${code}`)
        assert.strictEqual(yield* failing(world.asPerson(untrusted)), "RedirectUrlNotWhitelisted")
      }).pipe(Effect.scoped))

    it.effect("the codes of agents are not accepted for command-line tools, and vice versa", () =>
      Effect.gen(function*() {
        const { asPerson } = yield* agentWorld(platform)
        const { pollToken } = yield* asPerson(Agents.register({ agent: { name: "Bot" } }))
        const { pollingCode } = yield* asPerson(Cli.create())

        const asTool = yield* failing(asPerson(Cli.poll({ pollingCode: pollToken })))
        const asAgent = yield* failing(asPerson(Agents.poll({ pollToken: pollingCode })))

        assert.deepStrictEqual([asTool, asAgent], ["InvalidPollingCodeError", "InvalidPollingCodeError"])
      }).pipe(Effect.scoped))

    it("agentsOf signs a promise client in", async () => {
      await using started = await start(seed)
      const { platform: emulator } = started
      await using client = createClient({ ...started.options, tokenStore: "memory" })
      const bot = agentsOf(client)
      const person = await emulator.sessions.start({ user: "ada@example.com" })
      await using browser = createClient({ ...started.options, tokenStore: person })

      await bot.signIn({ name: "Bot", every: "1 millis", show: ({ code }) => agentsOf(browser).approve({ code }) })

      assert.strictEqual((await client.currentUser.get({ or: "throw" })).primaryEmail, "ada@example.com")
      assert.isTrue((await bot.discover()).agentAuth.enabled)
    })
  })
})

describe("the emulator's agents", () => {
  overBothTransports(({ emulated }) => {
    it.effect("the emulator shows the owner the registrations, their sessions and the logins of command-line tools", () =>
      Effect.gen(function*() {
        yield* Agents.register({ agent: { name: " Bot " }, userHint: "ada" })
        yield* Cli.create()

        const found = yield* asAdmin(Agents.overview({ kind: "agent" }))
        const tools = yield* asAdmin(Agents.overview({ kind: "cli" }))

        assert.strictEqual(found.summary["waiting_attempts_in_window"], 1)
        assert.strictEqual(found.recentAttempts[0]!.agent!.name, "Bot")
        assert.deepStrictEqual(found.sessions.map(({ agentName, isAnonymous }) => [agentName, isAnonymous]), [[
          "Bot",
          true
        ]])
        assert.deepStrictEqual(tools.recentAttempts.map(({ agent, status }) => [agent, status]), [[null, "waiting"]])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("the emulator serves the guide and the endpoint URLs to programs that know only the project's id", () =>
      Effect.gen(function*() {
        const guide = yield* Agents.guide()
        const found = yield* Agents.discover()

        assert.include(guide, "/agent/register/poll")
        assert.isTrue(found.agentAuth.enabled)
        assert.strictEqual(found.agentAuth.claimCodeFormat, "XXXX-XXXX")
      }).pipe(Effect.provide(emulated(seed))))
  })
})

/** An agent that gets scripted responses. */
const scripted = (...answers: readonly [Answer, ...ReadonlyArray<Answer>]) => {
  const { layer, requests } = scriptedTransport(...answers)
  const client = Client.layerNoProject().pipe(Layer.provide(project), Layer.provide(layer))
  return { requests, client: Layer.merge(client, Layer.succeed(Diagnostics, [])) }
}

const tokens = (sub: string) => ({
  access_token: accessToken({ sub }),
  refresh_token: sub.padEnd(45, "r"),
  user_id: sub
})

const registration = json({
  claim_code: "ABCD-EFGH",
  confirm_url: "https://app.example.com/handler/agent-auth-confirm?code=ABCD-EFGH",
  poll_token: "secret-poll-token",
  expires_at_millis: 900_000,
  anonymous_session: tokens("anonymous")
})

describe("agents.signIn with unexpected responses", () => {
  const signIn = (client: ReturnType<typeof scripted>["client"], show: () => unknown = () => {}) =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkDetach(
        Effect.flip(agents.signIn({ name: "Bot", show: show as () => void })),
        { startImmediately: true }
      )
      for (let second = 0; second < 30; second++) yield* pass(1000)
      const session = yield* Session
      return { error: yield* Fiber.join(fiber), state: session.state()._tag }
    }).pipe(Effect.provide(client))

  const ended = (requests: ReturnType<typeof scripted>["requests"]) =>
    requests.filter(({ method }) => method === "DELETE").map(({ headers }) =>
      headers["x-stack-refresh-token"]?.slice(0, 3)
    )

  it.effect("agents-3: an unknown status never signs in, and a session in such a response is ended", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(
        registration,
        json({ status: "granted", session: tokens("ada") }),
        json({ success: true })
      )

      const { error, state } = yield* signIn(client)

      assert.deepStrictEqual([error._tag, state], ["AgentSignInFailed", "SignedOut"])
      assert.include(error.message, "granted")
      assert.deepStrictEqual(ended(requests), ["ada", "ano"])
    }))

  it.effect("agents-3: an approval without a session never signs in", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(registration, json({ status: "success" }), json({ success: true }))

      const { error, state } = yield* signIn(client)

      assert.deepStrictEqual([error._tag, state, ended(requests)], ["AgentSignInFailed", "SignedOut", ["ano"]])
    }))

  it.effect("agents-2: if the show function fails, the anonymous session is ended", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(registration, json({ success: true }))

      const { error } = yield* signIn(client, () => {
        throw new TypeError("no screen")
      })

      assert.deepStrictEqual([error._tag, ended(requests)], ["AgentSignInFailed", ["ano"]])
      assert.lengthOf(requests, 2)
    }))

  for (const [name, refusal] of [["an empty 404", plain(404, "")], ["a 405", answer(405, {}, "")]] as const) {
    it.effect(`agents-5: ${name} leads to AgentsNotSupported after one request`, () =>
      Effect.gen(function*() {
        const { client, requests } = scripted(refusal)

        const { error } = yield* signIn(client)

        assert.strictEqual(error._tag, "AgentsNotSupported")
        assert.lengthOf(requests, 1)
      }))
  }

  it.effect("agents.signIn polls every 4 s, and retries lost connections, 429 and 5xx", () =>
    Effect.gen(function*() {
      const waiting = json({ status: "waiting" })
      const { client, requests } = scripted(
        registration,
        waiting,
        lost,
        plain(503, ""),
        waiting,
        json({ status: "denied" }),
        json({ success: true })
      )

      const { error } = yield* signIn(client)

      assert.strictEqual(error._tag, "AgentSignInDenied")
      assert.deepStrictEqual(requests.slice(1, 6).map(({ at }) => at), [0, 4000, 8000, 12_000, 16_000])
    }))

  it.effect("agents.signIn sends nothing if its interval or lifetime is invalid", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(registration)
      const wrong = [{ every: -1 }, { expiresIn: "1 second" }, { expiresIn: "2 hours" }, { name: "" }, {
        url: "nothing"
      }] as const

      for (const options of wrong) {
        const error = yield* Effect.flip(
          Effect.provide(agents.signIn({ name: "Bot", show: () => {}, ...options }), client)
        )
        assert.include(error.message, Object.keys(options)[0]!)
      }

      assert.deepStrictEqual(requests, [])
    }))

  it.effect("agents.approve requires a sign-in before it sends anything", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(registration)

      const error = yield* Effect.flip(Effect.provide(agents.approve({ code: Redacted.make("ABCD-EFGH") }), client))

      assert.strictEqual(error._tag, "UserAuthenticationRequired")
      assert.deepStrictEqual(requests, [])
    }))
})
