import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { createServer } from "node:http"
import * as Access from "../../../../layers/access/access.ts"
import { Project } from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as ProjectPermissionDefinitions from "../../../../schemas/endpoints/projectPermissionDefinitions.ts"
import * as ProjectPermissions from "../../../../schemas/endpoints/projectPermissions.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import * as HttpApi from "../../../../src/backend/httpApi/index.ts"
import {
  asCaller,
  Authenticate,
  Authenticator,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentUser,
  layerAuthentication,
  layerClientCookies,
  layerPermissions,
  Permitted,
  PermittedInTeam,
  RequireApiKey,
  RequirePermission,
  RequireSession,
  RequireUser
} from "../../../../src/backend/rpc/index.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asAdmin, asServer, signUp } from "../../emulator/support/support.ts"

class Notes extends RpcGroup.make(
  Rpc.make("whoever", { success: Schema.String }).middleware(Authenticate),
  Rpc.make("mine", { success: Schema.String }).middleware(RequireUser),
  Rpc.make("profile", { success: Schema.NullOr(Schema.String) }).middleware(RequireSession),
  Rpc.make("machine", { success: Schema.String }).middleware(RequireApiKey),
  Rpc.make("all", { success: Schema.String }).middleware(RequirePermission("read_all")).middleware(RequireUser),
  Rpc.make("team", { payload: { team: Schema.String }, success: Schema.String })
    .middleware(RequirePermission("$update_team", { teamIdFrom: "team" })).middleware(RequireUser),
  Rpc.make("noTeam", { payload: { team: Schema.optionalKey(Schema.String) }, success: Schema.String })
    .middleware(RequirePermission("$update_team", { teamIdFrom: "team" })).middleware(RequireUser),
  Rpc.make("changes", { success: Schema.String, stream: true }).middleware(RequireUser)
) {}

const handlers = Effect.gen(function*() {
  const platform = Layer.merge(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
  return Notes.toLayer({
    whoever: () => Effect.map(CurrentAuthentication, ({ status }) => status),
    mine: () => Effect.map(CurrentUser, ({ userId }) => userId),
    profile: () =>
      asCaller(currentUser.get({ or: "anonymous-if-exists[deprecated]" })).pipe(
        Effect.map((user) => user?.id ?? null),
        Effect.orDie,
        Effect.provide(platform)
      ),
    machine: () => Effect.map(CurrentApiKey, ({ apiKey }) => apiKey.description),
    all: () => Effect.as(Permitted("read_all"), "every note"),
    team: ({ team }) =>
      Effect.map(PermittedInTeam("$update_team"), ({ teamId }) => teamId === team ? "notes of the team" : ""),
    noTeam: () => Effect.succeed("unreachable"),
    changes: () => Stream.unwrap(Effect.map(CurrentUser, ({ userId }) => Stream.make("first", userId)))
  })
})

/** The server of the RPC group. Each test adds a protocol. */
const served = Effect.gen(function*() {
  const platform = Layer.merge(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
  return Layer.mergeAll(yield* handlers, layerAuthentication(), layerPermissions()).pipe(
    Layer.provide(Authenticator.layer()),
    Layer.provide(Layer.fresh(Access.layerServer())),
    Layer.provide(platform)
  )
})

/** A back end that serves the group over HTTP, as a function that returns the response to a request. */
const overHttp = Effect.gen(function*() {
  const { dispose, handler } = HttpRouter.toWebHandler(
    RpcServer.layerHttp({ group: Notes, path: "/rpc", protocol: "http" }).pipe(
      Layer.provide(yield* served),
      Layer.provide(RpcSerialization.layerNdjson),
      Layer.provide(HttpServer.layerServices)
    ),
    { disableLogger: true }
  )
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  return handler
})

/** The client's side of the middleware, for tests that set the headers of each call. */
const ownHeaders = Layer.merge(
  layerClientCookies(),
  RpcMiddleware.layerClient(RequireApiKey, ({ next, request }) => next(request))
)

/** A client that calls the group over HTTP, and the responses that the client received. */
const httpClient = Effect.gen(function*() {
  const handler = yield* overHttp
  const protocol = RpcClient.layerProtocolHttp({ url: "http://app.test/rpc" }).pipe(
    Layer.provide(RpcSerialization.layerNdjson),
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(
      Layer.succeed(
        FetchHttpClient.Fetch,
        ((url: string, init: RequestInit) => handler(new Request(url, init))) as typeof fetch
      )
    )
  )
  return yield* RpcClient.make(Notes).pipe(Effect.provide(yield* Layer.build(Layer.merge(protocol, ownHeaders))))
})

const bearer = (token: Redacted.Redacted) => ({ headers: { authorization: `Bearer ${Redacted.value(token)}` } })

/** Returns the cookies of a signed-in browser. */
const cookieOf = (tokens: { readonly accessToken: Redacted.Redacted; readonly refreshToken: Redacted.Redacted }) =>
  Effect.map(Emulator, ({ project }) => {
    const refresh = Redacted.value(tokens.refreshToken)
    const access = encodeURIComponent(JSON.stringify([refresh, Redacted.value(tokens.accessToken)]))
    const record = encodeURIComponent(JSON.stringify({ refresh_token: refresh, updated_at_millis: 1 }))
    return `__Host-stack-refresh-${project.projectId}--default=${record}; stack-access=${access}`
  })

/** A call in the format of the protocol. */
const callOf = (tag: string, headers: ReadonlyArray<readonly [string, string]>) =>
  JSON.stringify({ _tag: "Request", id: "1", tag, payload: null, headers })

/** Sends one call as JSON, with headers of the HTTP request and of the message. */
const raw = (
  handler: (request: Request) => Promise<Response>,
  tag: string,
  headers: Record<string, string>,
  message: ReadonlyArray<readonly [string, string]> = []
) =>
  Effect.promise(async () => {
    const body = `${callOf(tag, message)}\n`
    const response = await handler(new Request("http://app.test/rpc", { method: "POST", headers, body }))
    return { response, text: await response.text() }
  })

/** URL of a back end that serves the group over WebSockets. */
const overWebSocket = Effect.gen(function*() {
  const server = HttpRouter.serve(
    RpcServer.layerHttp({ group: Notes, path: "/rpc", protocol: "websocket" }).pipe(
      Layer.provide(yield* served),
      Layer.provide(RpcSerialization.layerNdjson)
    ),
    { disableListenLog: true, disableLogger: true }
  ).pipe(Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })))
  const services = yield* Layer.build(server)
  return yield* HttpServer.addressFormattedWith((address) => Effect.succeed(`${address.replace("http", "ws")}/rpc`))
    .pipe(Effect.provideContext(services))
})

/** Opens a WebSocket with the headers, sends one call, and returns the first message. */
const callOver = (
  url: string,
  headers: Record<string, string>,
  message: ReadonlyArray<readonly [string, string]> = []
) =>
  Effect.promise(() =>
    new Promise<string>((resolve, reject) => {
      // Node's WebSocket also accepts headers
      const socket = new WebSocket(url, { headers } as never)
      socket.binaryType = "arraybuffer"
      socket.addEventListener("open", () => socket.send(`${callOf("mine", message)}\n`))
      socket.addEventListener("message", ({ data }) => {
        resolve(typeof data === "string" ? data : new TextDecoder().decode(data))
        socket.close()
      })
      socket.addEventListener("error", () => reject(new Error("The WebSocket failed.")))
    })
  )

overBothTransports(({ emulated }) => {
  // the back end uses the machine's clock, so the platform must use that clock too
  const platform = emulated({
    config: { allowUserApiKeys: true, allowTeamApiKeys: true, clientTeamCreationEnabled: true }
  })

  describe("latchkey/rpc", () => {
    it.live("the RPC middleware RequireUser accepts sessions and API keys, and fails for other callers with its typed error", () =>
      Effect.gen(function*() {
        const client = yield* httpClient
        const { accessToken, userId } = yield* signUp()
        const key = yield* UserApiKeys.create({ userId, description: "ci", expiresAt: null })
        const anonymous = yield* Anonymous.signUp()
        const reason = (token?: Redacted.Redacted) =>
          client.mine(undefined, token && bearer(token)).pipe(
            Effect.catchTag("NotAuthenticated", ({ reason }) => Effect.succeed(reason))
          )

        assert.strictEqual(yield* client.mine(undefined, bearer(accessToken)), userId)
        assert.strictEqual(
          yield* client.mine(undefined, { headers: { "x-api-key": Redacted.value(key.value) } }),
          userId
        )
        for (const brand of ["stack", "hexclave"]) {
          const headers = { [`x-${brand}-access-token`]: Redacted.value(accessToken) }
          assert.strictEqual(yield* client.mine(undefined, { headers }), userId)
        }
        assert.deepStrictEqual([yield* reason(), yield* reason(anonymous.accessToken)], ["no-credentials", "anonymous"])
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("the RPC middleware Authenticate accepts every call, and provides the authentication", () =>
      Effect.gen(function*() {
        const client = yield* httpClient
        const { accessToken } = yield* signUp()

        assert.strictEqual(yield* client.whoever(), "signed-out")
        assert.strictEqual(yield* client.whoever(undefined, bearer(accessToken)), "signed-in")
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("latchkey/rpc provides the same services as latchkey/http-api", () =>
      Effect.sync(() => {
        assert.strictEqual(CurrentUser, HttpApi.CurrentUser)
        assert.strictEqual(Permitted, HttpApi.Permitted)
        assert.notStrictEqual(RequireUser.key, HttpApi.RequireUser.key)
      }))

    it.live("the RPC middleware RequireUser protects streams", () =>
      Effect.gen(function*() {
        const client = yield* httpClient
        const { accessToken, userId } = yield* signUp()

        const received = yield* Stream.runCollect(client.changes(undefined, bearer(accessToken)))
        const refused = yield* Effect.flip(Stream.runCollect(client.changes()))

        assert.deepStrictEqual(received, ["first", userId])
        assert.strictEqual(refused._tag, "NotAuthenticated")
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("the RPC middleware RequireSession lets a handler call the platform as the caller, and doesn't mix the sessions of concurrent calls", () =>
      Effect.gen(function*() {
        const client = yield* httpClient
        const people = yield* Effect.forEach([1, 2, 3, 4], (each) => signUp({ ...ann, email: `p${each}@example.com` }))

        const profiles = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, index) => people[index % 4]!),
          ({ accessToken, userId }) =>
            Effect.map(client.profile(undefined, bearer(accessToken)), (id) => id === userId),
          { concurrency: "unbounded" }
        )

        assert.deepStrictEqual(new Set(profiles), new Set([true]))
        assert.strictEqual((yield* Effect.flip(client.profile()))._tag, "NotAuthenticated")
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("the RPC middleware RequireApiKey accepts API keys, but no sessions", () =>
      Effect.gen(function*() {
        const client = yield* httpClient
        const { accessToken, userId } = yield* signUp()
        const key = yield* UserApiKeys.create({ userId, description: "ci", expiresAt: null })

        assert.strictEqual(yield* client.machine(undefined, bearer(key.value)), "ci")
        assert.strictEqual(
          (yield* Effect.flip(client.machine(undefined, bearer(accessToken))))._tag,
          "NotAuthenticated"
        )
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("the RPC middleware RequirePermission requires the procedure's permission, in the project or in the team given in the payload", () =>
      Effect.gen(function*() {
        const client = yield* httpClient
        const { accessToken, userId } = yield* signUp()
        const team = yield* Teams.create({ displayName: "A", creatorUserId: "me" })
        yield* asAdmin(ProjectPermissionDefinitions.create({ id: "read_all" }))
        const stranger = yield* signUp({ ...ann, email: "stranger@example.com" })

        const before = yield* Effect.flip(client.all(undefined, bearer(accessToken)))
        yield* asServer(ProjectPermissions.grant({ userId, permissionId: "read_all" }))

        assert.deepInclude(before, { _tag: "NotPermitted", permissionId: "read_all" })
        assert.strictEqual(yield* client.all(undefined, bearer(accessToken)), "every note")
        assert.strictEqual(yield* client.team({ team: team.id }, bearer(accessToken)), "notes of the team")
        const refused = yield* Effect.forEach([
          client.team({ team: team.id }, bearer(stranger.accessToken)),
          client.noTeam({}, bearer(accessToken)),
          client.all()
        ], (call) => Effect.map(Effect.flip(call), ({ _tag }) => _tag))
        assert.deepStrictEqual(refused, ["NotPermitted", "NotPermitted", "NotAuthenticated"])
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("the RPC middleware fails with AuthenticationUnavailable while the platform is unavailable", () =>
      Effect.gen(function*() {
        const client = yield* httpClient
        const { accessToken } = yield* signUp()
        const { faults } = yield* Emulator
        faults.add({ endpoint: "platform.getJwks", respond: { type: "serverError" } })

        const failed = yield* Effect.flip(client.mine(undefined, bearer(accessToken)))

        assert.strictEqual(failed._tag, "AuthenticationUnavailable")
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("S8: the RPC middleware accepts cookies, except from requests of another origin, regardless of the message's contents", () =>
      Effect.gen(function*() {
        const handler = yield* overHttp
        const { userId, ...tokens } = yield* signUp()
        const cookie = yield* cookieOf(tokens)
        const own = { cookie, origin: "https://app.test", "sec-fetch-site": "same-origin" }
        const foreign = { cookie, origin: "https://evil.test", "sec-fetch-site": "cross-site" }

        assert.include((yield* raw(handler, "mine", own)).text, userId)
        assert.include((yield* raw(handler, "mine", foreign)).text, "cross-site")
        assert.include((yield* raw(handler, "mine", foreign, Object.entries(own))).text, "cross-site")
        assert.include((yield* raw(handler, "mine", {}, Object.entries(own))).text, "no-credentials")
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("S3: the RPC middleware sets the cookies of a refreshed session on a response that shared caches don't store", () =>
      Effect.gen(function*() {
        const handler = yield* overHttp
        const { userId, ...tokens } = yield* signUp()
        const cookie = (yield* cookieOf(tokens)).replace(/; stack-access=.*/, "")

        const { response, text } = yield* raw(handler, "mine", { cookie })

        assert.include(text, userId)
        assert.match(response.headers.getSetCookie().join("\n"), /^stack-access=/m)
        assert.include(response.headers.get("cache-control"), "private")
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("S8: the RPC middleware authenticates calls over a WebSocket by the request that opened the WebSocket", () =>
      Effect.gen(function*() {
        const url = yield* overWebSocket
        const { userId, ...tokens } = yield* signUp()
        const cookie = yield* cookieOf(tokens)
        const own = Object.entries({ origin: "https://app.test", "sec-fetch-site": "same-origin" })

        assert.include(yield* callOver(url, { cookie }), userId)
        assert.include(yield* callOver(url, { cookie, origin: "https://evil.test" }, own), "cross-site")
        assert.include(yield* callOver(url, {}, [["cookie", cookie]]), "no-credentials")
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live("S8: without an HTTP request, the RPC middleware accepts only credentials that programs send", () =>
      Effect.gen(function*() {
        const client = yield* RpcTest.makeClient(Notes).pipe(
          Effect.provide(yield* Layer.build(Layer.merge(yield* served, ownHeaders)))
        )
        const { userId, ...tokens } = yield* signUp()
        const cookie = yield* cookieOf(tokens)

        assert.strictEqual(yield* client.mine(undefined, bearer(tokens.accessToken)), userId)
        assert.deepInclude(yield* Effect.flip(client.mine(undefined, { headers: { cookie } })), {
          _tag: "NotAuthenticated",
          reason: "no-credentials"
        })
      }).pipe(Effect.provide(platform), Effect.scoped))
  })
})
