/** The client's side of the middleware for HttpApi and RPC. docs/laws.md client-1 to client-4. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Access from "../../../layers/access/access.ts"
import { Project } from "../../../layers/call/Project.ts"
import { Transport } from "../../../layers/call/Transport.ts"
import { Session } from "../../../layers/session/Session.ts"
import * as UserApiKeys from "../../../schemas/endpoints/userApiKeys.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import * as Api from "../../../src/backend/httpApi/index.ts"
import * as rpc from "../../../src/backend/rpc/index.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { ann, signUp } from "../emulator/support/support.ts"

const Served = HttpApi.make("api").add(
  HttpApiGroup.make("notes").add(
    HttpApiEndpoint.get("mine", "/mine", { success: Schema.String }).middleware(Api.RequireUser),
    HttpApiEndpoint.post("add", "/add", { payload: Schema.Struct({ note: Schema.String }), success: Schema.String })
      .middleware(Api.RequireUser),
    HttpApiEndpoint.get("whoever", "/whoever", { success: Schema.String }).middleware(Api.Authenticate),
    HttpApiEndpoint.get("machine", "/machine", { success: Schema.String }).middleware(Api.RequireApiKey)
  )
)

class Notes extends RpcGroup.make(
  Rpc.make("mine", { success: Schema.String }).middleware(rpc.RequireUser),
  Rpc.make("add", { payload: { note: Schema.String }, success: Schema.String }).middleware(rpc.RequireUser),
  Rpc.make("whoever", { success: Schema.String }).middleware(rpc.Authenticate),
  Rpc.make("machine", { success: Schema.String }).middleware(rpc.RequireApiKey),
  Rpc.make("changes", { success: Schema.String, stream: true }).middleware(rpc.RequireUser)
) {}

const userId = Effect.map(Api.CurrentUser, ({ userId }) => userId)
const status = Effect.map(Api.CurrentAuthentication, ({ status }) => status)
const description = Effect.map(Api.CurrentApiKey, ({ apiKey }) => apiKey.description)

/** One back end for both kinds of clients. Keeps the tokens that it received, and can reject the next ones. */
const backEnd = Effect.gen(function*() {
  const added: Array<string> = []
  const add = (note: string) =>
    Effect.map(userId, (userId) => {
      added.push(note)
      return userId
    })
  const groups = HttpApiBuilder.group(
    Served,
    "notes",
    (on) =>
      on.handle("mine", () => userId).handle("add", ({ payload }) => add(payload.note))
        .handle("whoever", () => status).handle("machine", () => description)
  )
  const procedures = Notes.toLayer({
    mine: () => userId,
    add: ({ note }) => add(note),
    whoever: () => status,
    machine: () => description,
    changes: () => Stream.unwrap(Effect.map(userId, (userId) => Stream.make("first", userId)))
  })
  const platform = Layer.mergeAll(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
  const live = Layer.merge(
    HttpApiBuilder.layer(Served).pipe(Layer.provide(groups), Layer.provide(Api.layerAuthentication())),
    RpcServer.layerHttp({ group: Notes, path: "/rpc", protocol: "http" }).pipe(
      Layer.provide(procedures),
      Layer.provide(rpc.layerAuthentication()),
      Layer.provide(RpcSerialization.layerNdjson)
    )
  ).pipe(
    Layer.provide(Api.Authenticator.layer()),
    Layer.provide(Layer.fresh(Access.layerServer())),
    Layer.provide([platform, HttpServer.layerServices])
  )
  const { dispose, handler } = HttpRouter.toWebHandler(live, { disableLogger: true })
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const sent: Array<string> = []
  let spoil = 0
  /** Sends a request. While tokens are spoilt, changes their signature, as if the back end didn't know the key. */
  const fetch = async (url: string, init: RequestInit) => {
    const request = new Request(url, init)
    const text = await request.text()
    const headers = new Headers(request.headers)
    const shown = `${headers.get("authorization") ?? ""} ${text}`
    const token = /Bearer ([^"\s]+)/.exec(shown)?.[1] ?? ""
    sent.push(token)
    const spoilt = (whole: string) =>
      spoil > 0 && token !== "" ? whole.replace(token, `${token.slice(0, -9)}spoiltspo`) : whole
    if (headers.has("authorization")) headers.set("authorization", spoilt(headers.get("authorization")!))
    const body = spoilt(text)
    spoil--
    return handler(new Request(url, { method: request.method, headers, ...(text === "" ? {} : { body }) }))
  }
  return { added, fetch: fetch as typeof globalThis.fetch, sent, spoilNext: (count: number) => void (spoil = count) }
})

const overFetch = (fetch: typeof globalThis.fetch) =>
  Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))

/** A client of each kind, with the same functions. */
const clients = [
  ["HttpApi", (fetch: typeof globalThis.fetch, key?: Redacted.Redacted) =>
    Effect.gen(function*() {
      const services = yield* Layer.build(Layer.mergeAll(
        Api.layerClientApiKey(key ?? "no-key"),
        ...(key === undefined ? [Api.layerClient()] : []),
        overFetch(fetch)
      ))
      const { notes } = yield* HttpApiClient.make(Served, { baseUrl: "http://app.test" }).pipe(
        Effect.provideContext(services as never)
      ) as Effect.Effect<HttpApiClient.ForApi<typeof Served>>
      return {
        mine: Effect.suspend(() => notes.mine({} as never)),
        add: (note: string) => notes.add({ payload: { note } }),
        whoever: Effect.suspend(() => notes.whoever({} as never)),
        machine: Effect.suspend(() => notes.machine({} as never))
      }
    })],
  ["RPC", (fetch: typeof globalThis.fetch, key?: Redacted.Redacted) =>
    Effect.gen(function*() {
      const protocol = RpcClient.layerProtocolHttp({ url: "http://app.test/rpc" }).pipe(
        Layer.provide([RpcSerialization.layerNdjson, overFetch(fetch)])
      )
      const services = yield* Layer.build(Layer.mergeAll(
        rpc.layerClientApiKey(key ?? "no-key"),
        ...(key === undefined ? [Layer.provide(rpc.layerClient(), protocol)] : [protocol])
      ))
      const notes = yield* RpcClient.make(Notes).pipe(Effect.provideContext(services as never))
      return {
        mine: Effect.suspend(() => notes.mine()),
        add: (note: string) => notes.add({ note }),
        whoever: Effect.suspend(() => notes.whoever()),
        machine: Effect.suspend(() => notes.machine())
      }
    })]
] as const

const tagOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    const reason: unknown = Object(error).reason
    return `${error._tag} ${typeof reason === "string" ? reason : Object(reason)._tag}`
  })

const line = Redacted.make("key\n")

describe.each([["HttpApi", Api.layerClientApiKey], ["RPC", rpc.layerClientApiKey]] as const)(
  "layerClientApiKey of %s",
  (kind, layerClientApiKey) => {
    it.effect.each(["", " ", "undefined", line, undefined])(
      `client-4: a ${kind} client with an API key that can't be sent isn't built (case %#)`,
      (key) =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(Layer.build(layerClientApiKey(key as string) as Layer.Layer<never, unknown>))

          assert.instanceOf(error, InvalidConfiguration)
          assert.strictEqual(error.setting, "apiKey")
          assert.include(error.message, "API key")
        }).pipe(Effect.scoped)
    )
  }
)

overBothTransports(({ emulated }) => {
  const platform = emulated({ config: { allowUserApiKeys: true } })

  describe.each(clients)("layerClient of %s", (kind, clientOf) => {
    it.live(`client-1: a ${kind} client sends the access token of its session, and never the refresh token`, () =>
      Effect.gen(function*() {
        const { fetch, sent } = yield* backEnd
        const client = yield* clientOf(fetch)
        const before = yield* tagOf(client.mine)
        const user = yield* signUp()

        assert.strictEqual(before, "NotAuthenticated no-credentials")
        assert.strictEqual(yield* client.mine, user.userId)
        assert.strictEqual(yield* client.whoever, "signed-in")
        yield* signOut()
        assert.strictEqual(yield* client.whoever, "signed-out")
        assert.notInclude(sent.join(), Redacted.value(user.refreshToken))
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live(`client-2: a ${kind} client refreshes a rejected token and repeats the request once`, () =>
      Effect.gen(function*() {
        const { added, fetch, sent, spoilNext } = yield* backEnd
        const client = yield* clientOf(fetch)
        const user = yield* signUp()
        const { requests } = yield* Emulator
        const refreshes = () => requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh").length

        spoilNext(1)
        assert.strictEqual(yield* client.add("first"), user.userId)
        assert.deepStrictEqual([added, sent.length, refreshes()], [["first"], 2, 1])
        assert.notStrictEqual(sent[0], sent[1])

        spoilNext(2)
        assert.strictEqual(yield* tagOf(client.add("second")), "NotAuthenticated signature")
        assert.deepStrictEqual([added, sent.length, refreshes()], [["first"], 4, 2])
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live(`client-2: a ${kind} client doesn't repeat a request for another user`, () =>
      Effect.gen(function*() {
        const { added, fetch, spoilNext } = yield* backEnd
        const session = yield* Session
        const bob = yield* signUp({ ...ann, email: "bob@example.com" })
        yield* signUp()
        // Bob signs in while the request is on its way
        const client = yield* clientOf(
          (async (url: string, init: RequestInit) => {
            const response = await fetch(url, init)
            await Effect.runPromise(session.keep(bob, 0))
            return response
          }) as typeof globalThis.fetch
        )

        spoilNext(1)
        const failed = yield* tagOf(client.add("of Ann"))

        assert.strictEqual(failed, kind === "RPC" ? "NotAuthenticated signature" : "CallError UserChanged")
        assert.deepStrictEqual(added, [])
      }).pipe(Effect.provide(platform), Effect.scoped))

    it.live(`client-1: a ${kind} client with an API key sends the key`, () =>
      Effect.gen(function*() {
        const { fetch } = yield* backEnd
        const { userId } = yield* signUp()
        const key = yield* UserApiKeys.create({ userId, description: "ci", expiresAt: null })

        const client = yield* clientOf(fetch, key.value)

        assert.deepStrictEqual([yield* client.machine, yield* client.mine], ["ci", userId])
      }).pipe(Effect.provide(platform), Effect.scoped))
  })

  describe("layerClient of RPC", () => {
    it.live("client-2: a stream whose token was rejected begins again with a refreshed token", () =>
      Effect.gen(function*() {
        const { fetch, spoilNext } = yield* backEnd
        const user = yield* signUp()
        const protocol = RpcClient.layerProtocolHttp({ url: "http://app.test/rpc" }).pipe(
          Layer.provide([RpcSerialization.layerNdjson, overFetch(fetch)])
        )
        const services = yield* Layer.build(
          Layer.merge(rpc.layerClientApiKey("no-key"), Layer.provide(rpc.layerClient(), protocol))
        )
        const notes = yield* RpcClient.make(Notes).pipe(Effect.provideContext(services))

        spoilNext(1)
        const items = yield* Stream.runCollect(notes.changes())

        assert.deepStrictEqual([...items], ["first", user.userId])
      }).pipe(Effect.provide(platform), Effect.scoped))
  })
})
