/** Sessions of agents and of people, and the checks that require a person. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../../layers/access/access.ts"
import { Project } from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import { layerExplicit } from "../../../../layers/session/TokenStore.ts"
import * as Agents from "../../../../schemas/endpoints/agents.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import type { Tokens } from "../../../../schemas/entities/Tokens.ts"
import { fetchHandler } from "../../../../src/backend/adapters/index.ts"
import * as httpApi from "../../../../src/backend/httpApi/index.ts"
import * as rpc from "../../../../src/backend/rpc/index.ts"
import { Emulator, type Seed, startEmulator } from "../../../../src/emulator/index.ts"
import { createClient } from "../../../../src/promise/index.ts"
import { createAuthenticator } from "../../../../src/verify.ts"
import { inProcess } from "../../../support/platform/transports.ts"
import { runs } from "../../../support/suite/properties.ts"
import { emulated, signUp } from "../../emulator/support/support.ts"
import { served } from "../mcp/served.ts"

const seed: Seed = { features: ["agents"], apps: ["agent-auth"], config: { allowUserApiKeys: true } }

/** An agent that the signed-in person approves. */
const approvedAgent = Effect.gen(function*() {
  const { claimCode, pollToken } = yield* Agents.register({ agent: { name: "Bot" } })
  yield* Agents.approve({ claimCode })
  return (yield* Agents.poll({ pollToken })).session!
})

const as = (tokens: Pick<Tokens, "accessToken" | "refreshToken">) =>
  Effect.provide(
    layerClient().pipe(Layer.provideMerge(layerSession()), Layer.provide(layerExplicit(tokens))),
    { local: true }
  )

const bearer = (token: Redacted.Redacted) => ({ authorization: `Bearer ${Redacted.value(token)}` })

/** Checks the credentials: `let through`, or the tag of the refusal. */
const checked = (headers: { readonly [name: string]: string }) =>
  Effect.gen(function*() {
    const { authenticate } = yield* httpApi.Authenticator
    const found = yield* authenticate({ headers })
    if (found.status !== "signed-in") return found.status
    return yield* httpApi.checkHuman.pipe(
      Effect.provideService(httpApi.CurrentUser, found),
      Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: () => "let through" })
    )
  })

const Event = Schema.Literals(["approve", "refresh", "end", "change password", "pass", "check"])

describe("checkHuman", () => {
  it.effect.prop(
    "agents-6: checkHuman never accepts an agent and always accepts the person, in any order of approvals, refreshes, ends and password changes",
    { events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 3, maxLength: 12 }) },
    ({ events }) =>
      Effect.gen(function*() {
        yield* signUp()
        const agents: Array<{ refreshToken: Redacted.Redacted; accessToken: Redacted.Redacted }> = []
        let password = "correct horse"
        const happen = (event: typeof Event.Type) =>
          Effect.gen(function*() {
            if (event === "approve") agents.push({ ...(yield* approvedAgent) })
            if (event === "pass") yield* TestClock.adjust("4 minutes")
            if (event === "end") {
              const { items } = yield* Sessions.list({ userId: "me" })
              const [first] = items.filter(({ agentName }) => agentName === "Bot")
              if (first !== undefined) yield* Sessions.delete({ id: first.id, userId: "me" })
            }
            if (event === "change password") {
              yield* Password.update({ oldPassword: password, newPassword: `${password}!` })
              password += "!"
            }
            if (event === "refresh") {
              for (const agent of agents) {
                const fresh = yield* Effect.option(as(agent)(Sessions.refresh()))
                if (fresh._tag === "Some") agent.accessToken = fresh.value.accessToken
              }
            }
          })
        for (const event of events) {
          yield* happen(event)
          for (const { accessToken } of agents) {
            assert.include(["NotHuman", "signed-out"], yield* checked(bearer(accessToken)))
          }
          const own = yield* (yield* Session).tokens()
          assert.strictEqual(own._tag === "Some" && (yield* checked(bearer(own.value.accessToken))), "let through")
        }
      }).pipe(
        Effect.scoped,
        Effect.provide(httpApi.Authenticator.layer().pipe(Layer.provideMerge(inProcess.emulated(seed)))),
        Random.withSeed("any agents and people")
      ),
    { arbitrary: { size: 30, runs: runs(40) } }
  )

  it.effect("agents-6: the list of sessions is read once per session", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* signUp()
      const agent = yield* approvedAgent

      for (let n = 0; n < 5; n++) {
        yield* checked(bearer(accessToken))
        yield* checked(bearer(agent.accessToken))
      }
      const reads = (yield* Emulator).requests.list().filter(({ endpoint }) => endpoint === "sessions.list")

      assert.lengthOf(reads, 2)
    }).pipe(Effect.provide(httpApi.Authenticator.layer().pipe(Layer.provideMerge(emulated(seed))))))

  it.effect("agents-6: on a platform whose list doesn't name agents, checkHuman accepts neither people nor agents", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* signUp()

      assert.strictEqual(yield* checked(bearer(accessToken)), "AuthenticationUnavailable")
    }).pipe(Effect.provide(httpApi.Authenticator.layer().pipe(Layer.provideMerge(emulated())))))

  /** Values of `agent_name` in the row of the current session, while the other rows name agents. */
  const forms: ReadonlyArray<readonly [form: string, value: unknown, result: string]> = [
    ["null", null, "let through"],
    ["a name", "Bot", "NotHuman"],
    ["an empty name", "", "NotHuman"],
    ["no value", undefined, "AuthenticationUnavailable"],
    ["an object", { name: "Bot" }, "AuthenticationUnavailable"],
    ["false", false, "AuthenticationUnavailable"]
  ]

  it.effect.each(forms)(
    "agents-6: only null, and no other form of the name, counts as a person: %s",
    ([, value, result]) =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        yield* approvedAgent
        const { faults } = yield* Emulator
        const { items } = yield* Sessions.list({ userId: "me" })
        const rows = items.map(({ agentName, createdAt, id, isCurrentSession, userId }) => ({
          id,
          user_id: userId,
          created_at: createdAt.getTime(),
          is_impersonation: false,
          agent_name: isCurrentSession === true ? value : agentName
        }))
        faults.add({ endpoint: "sessions.list", respond: () => Response.json({ items: rows, is_paginated: false }) })

        assert.strictEqual(yield* checked(bearer(accessToken)), result)
      }).pipe(Effect.provide(httpApi.Authenticator.layer().pipe(Layer.provideMerge(emulated(seed)))))
  )
})

describe("RequireHuman", () => {
  it.live("agents-6: RequireHuman of HttpApi responds to an agent with 403, and lets the person through", () =>
    Effect.gen(function*() {
      const person = yield* signUp()
      const agent = yield* approvedAgent
      const sign = HttpApiEndpoint.post("sign", "/sign", { success: Schema.String })
        .middleware(httpApi.RequireHuman).middleware(httpApi.RequireUser)
      const Api = HttpApi.make("api").add(HttpApiGroup.make("notes").add(sign))
      const platform = Layer.merge(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
      const routes = HttpApiBuilder.layer(Api).pipe(
        Layer.provide(
          HttpApiBuilder.group(Api, "notes", (on) => on.handleAll({ sign: () => Effect.succeed("signed") }))
        ),
        Layer.provide([httpApi.layerAuthentication(), httpApi.layerHuman()]),
        Layer.provide(httpApi.Authenticator.layer()),
        Layer.provide([platform, HttpServer.layerServices])
      )
      const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const request = ({ accessToken }: typeof agent) =>
        Effect.promise(() =>
          handler(new Request("http://app.test/sign", { method: "POST", headers: bearer(accessToken) }))
        )

      const refused = yield* request(agent)

      assert.strictEqual(refused.status, 403)
      assert.include(yield* Effect.promise(() => refused.text()), "\"_tag\":\"NotHuman\"")
      assert.strictEqual((yield* request(person)).status, 200)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.live("agents-6: RequireHuman of RPC fails with NotHuman for an agent, and lets the person through", () =>
    Effect.gen(function*() {
      const person = yield* signUp()
      const agent = yield* approvedAgent
      const Notes = RpcGroup.make(
        Rpc.make("sign", { success: Schema.String }).middleware(rpc.RequireHuman).middleware(rpc.RequireUser)
      )
      const live = Notes.toLayer({ sign: () => Effect.succeed("signed") }).pipe(
        Layer.merge(Layer.merge(rpc.layerAuthentication(), rpc.layerHuman())),
        Layer.provide(rpc.Authenticator.layer())
      )
      const client = yield* Effect.provideContext(
        RpcTest.makeClient(Notes),
        yield* Layer.build(Layer.merge(live, rpc.layerClientCookies()))
      )
      const call = ({ accessToken }: typeof agent) => client.sign(undefined, { headers: bearer(accessToken) })

      assert.strictEqual((yield* Effect.flip(call(agent)))._tag, "NotHuman")
      assert.strictEqual(yield* call(person), "signed")
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("agents-6: RequireHuman of MCP rejects agents and API keys with problem details", () =>
    Effect.gen(function*() {
      const { begin, call } = yield* served()
      const { accessToken, userId } = yield* signUp()
      const agent = yield* approvedAgent
      const key = yield* UserApiKeys.create({ userId, description: "mcp", expiresAt: null })
      const called = (secret: Redacted.Redacted) =>
        Effect.gen(function*() {
          const token = Redacted.value(secret)
          const session = yield* begin(token)
          return (yield* call("sign", { token, session })).message
        })

      assert.include((yield* called(agent.accessToken)).error.data, { _tag: "NotHuman", status: 403 })
      assert.strictEqual((yield* called(key.value)).error.data._tag, "NotAuthenticated")
      assert.isUndefined((yield* called(accessToken)).error)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))
})

describe("adapters with human", () => {
  it("agents-6: adapters with human reject agents with 403 and API keys with 401, and let the person through", async () => {
    const user = { email: "ann@example.com", password: "correct horse" }
    await using platform = await startEmulator({ ...seed, users: [user] })
    await using authenticator = createAuthenticator(platform.project)
    await using client = createClient({ ...platform.project, tokenStore: "memory" })
    await client.signIn.withPassword(user)
    const { claimCode, pollToken } = await client.call(Agents.register, { agent: { name: "Bot" } })
    await client.call(Agents.approve, { claimCode })
    const { session } = await client.call(Agents.poll, { pollToken })
    const key = await client.userApiKeys.create({ description: "script", expiresAt: null })
    const handle = fetchHandler(authenticator, () => new Response("signed"), { require: "user", human: true })
    const request = async (headers: HeadersInit) =>
      (await handle(new Request("http://app.test/sign", { headers, method: "POST" }))).status

    const statuses = [
      await request(bearer(session!.accessToken)),
      await request({ "x-api-key": Redacted.value(key.value) }),
      await request(await client.authHeaders())
    ]

    assert.deepStrictEqual(statuses, [403, 401, 200])
  })

  it("adapters with human reject with a typed error if the authenticator can't tell people from agents", async () => {
    const authenticator = {
      authenticateRequest: () => Promise.resolve({ status: "signed-in", by: "session", setCookies: [] } as never)
    }
    const handling = fetchHandler(authenticator, () => new Response(), { human: true })(new Request("http://app.test/"))

    assert.strictEqual(await handling.then(() => "none", ({ _tag }) => _tag), "VerifierMisconfigured")
  })
})
