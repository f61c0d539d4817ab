/** The client's side of the middleware for RPC over a WebSocket, and over HTTP in batches. docs/laws.md client-1, client-2. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import * as Schema from "effect/Schema"
import * as Socket from "effect/socket/Socket"
import { createServer } from "node:http"
import * as Access from "../../../../layers/access/access.ts"
import { Project } from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import * as rpc from "../../../../src/backend/rpc/index.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { signUp } from "../../emulator/support/support.ts"

class Notes extends RpcGroup.make(
  Rpc.make("mine", { success: Schema.String }).middleware(rpc.RequireUser)
) {}

/** Serves the procedures at `/socket` and `/rpc`. Returns the port. */
const served = Effect.gen(function*() {
  const platform = Layer.mergeAll(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
  const handlers = Notes.toLayer({ mine: () => Effect.map(rpc.CurrentUser, ({ userId }) => userId) })
  const both = Layer.merge(
    RpcServer.layerHttp({ group: Notes, path: "/socket", protocol: "websocket" }),
    RpcServer.layerHttp({ group: Notes, path: "/rpc", protocol: "http" })
  )
  const live = HttpRouter.serve(both, { disableListenLog: true, disableLogger: true }).pipe(
    Layer.provide([handlers, rpc.layerAuthentication(), RpcSerialization.layerNdjson]),
    Layer.provide(rpc.Authenticator.layer()),
    Layer.provide(Layer.fresh(Access.layerServer())),
    Layer.provide(platform),
    Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
  )
  const services = yield* Layer.build(live)
  const { address } = yield* Effect.provideContext(HttpServer.HttpServer, services)
  return (address as { readonly port: number }).port
})

const protocols = [
  ["a WebSocket", (port: number) =>
    RpcClient.layerProtocolSocket().pipe(
      Layer.provide(Socket.layerWebSocket(`ws://127.0.0.1:${port}/socket`)),
      Layer.provide(Socket.layerWebSocketConstructorGlobal)
    )],
  [
    "HTTP in batches",
    (port: number) =>
      RpcClient.layerProtocolHttp({ url: `http://127.0.0.1:${port}/rpc`, batch: { window: "20 millis" } }).pipe(
        Layer.provide(FetchHttpClient.layer)
      )
  ]
] as const

/** A protocol that spoils the tokens of the first calls, as if the back end didn't know the key. Counts the calls. */
const spoiling = (protocol: RpcClient.Protocol["Service"], count: number) => {
  const sent: Array<string> = []
  const spoilt: RpcClient.Protocol["Service"] = {
    ...protocol,
    send: (clientId, request, ...rest) => {
      if (request._tag !== "Request") return protocol.send(clientId, request, ...rest)
      sent.push(request.headers.find(([name]) => name === "authorization")?.[1] ?? "")
      const headers = request.headers.map((
        [name, value]
      ): [string, string] => [
        name,
        name === "authorization" && sent.length <= count ? `${value.slice(0, -9)}spoiltspo` : value
      ])
      return protocol.send(clientId, { ...request, headers }, ...rest)
    }
  }
  return { sent, spoilt }
}

overBothTransports(({ emulated }) => {
  describe.each(protocols)("layerClient of RPC over %s", (name, protocolOn) => {
    it.live(
      `client-1 client-2: over ${name}, calls carry the token of the session, and each rejected call is repeated once with a refreshed token`,
      () =>
        Effect.gen(function*() {
          const port = yield* served
          const { userId } = yield* signUp()
          const protocol = yield* Layer.build(protocolOn(port).pipe(Layer.provide(RpcSerialization.layerNdjson)))
          const { sent, spoilt } = spoiling(
            yield* Effect.provideContext(RpcClient.Protocol, protocol),
            2
          )
          const services = yield* Layer.build(
            Layer.provide(rpc.layerClient(), Layer.succeed(RpcClient.Protocol, spoilt))
          )
          const { mine } = yield* RpcClient.make(Notes).pipe(Effect.provideContext(services))

          const users = yield* Effect.all([mine(), mine()], { concurrency: "unbounded" })

          assert.deepStrictEqual(users, [userId, userId])
          assert.strictEqual(sent.length, 4)
          assert.strictEqual(sent[0], sent[1])
          assert.notStrictEqual(sent[2], sent[0])
        }).pipe(Effect.provide(emulated()), Effect.scoped)
    )
  })
})
