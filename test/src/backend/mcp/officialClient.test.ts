/** The official TypeScript SDK of MCP against a server on a port. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, it } from "@effect/vitest"
import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams
} from "@modelcontextprotocol/sdk/client/auth.js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"
import * as Access from "../../../../layers/access/access.ts"
import { Project } from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, signUp } from "../../emulator/support/support.ts"
import { foreignToken, seed } from "./people.ts"
import { serverAt, textOf } from "./served.ts"

/** A server on a port of this machine, represented by its address. */
const onPort = Effect.gen(function*() {
  const platform = Layer.merge(Layer.succeed(Project, yield* Project), Layer.succeed(Transport, yield* Transport))
  const served = HttpServer.addressFormattedWith((address) =>
    Effect.map(
      serverAt(`${address}/mcp`),
      ({ live }) => HttpRouter.serve(live, { disableListenLog: true, disableLogger: true })
    )
  )
  const server = Layer.unwrap(served).pipe(
    Layer.provide(Layer.fresh(Access.layerServer())),
    Layer.provide(platform),
    Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
  )
  const context = yield* Layer.build(server)
  return yield* Effect.provideContext(
    HttpServer.addressFormattedWith((address) => Effect.succeed(`${address}/mcp`)),
    context
  )
})

const connected = (url: string, token: string | undefined) =>
  Effect.tryPromise({
    try: async () => {
      const client = new Client({ name: "client", version: "1.0.0" })
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }
      })
      await client.connect(transport)
      return { client, transport }
    },
    catch: (error) => error as StreamableHTTPError
  })

const said = ({ content }: Awaited<ReturnType<Client["callTool"]>>) =>
  (content as Array<{ readonly text: string }>)[0]!.text

overBothTransports(({ emulated }) => {
  it.live("mcp-8: the official client calls tools with a session's token and with an API key, side by side", () =>
    Effect.gen(function*() {
      const url = yield* onPort
      const a = yield* signUp()
      const key = yield* UserApiKeys.create({ userId: a.userId, description: "mcp", expiresAt: null })
      const b = yield* signUp({ ...ann, email: "bea@example.com" })
      const clients = yield* Effect.forEach(
        [[a.userId, textOf(a.accessToken)], [a.userId, textOf(key.value)], [b.userId, textOf(b.accessToken)]] as const,
        ([userId, token]) => Effect.map(connected(url, token), (it) => ({ ...it, userId }))
      )
      const seen = yield* Effect.promise(() =>
        Promise.all(
          Array.from({ length: 5 }).flatMap(() =>
            clients.map(async ({ client, userId }) => [said(await client.callTool({ name: "whoami" })), userId])
          )
        )
      )
      const { tools } = yield* Effect.promise(() => clients[0]!.client.listTools())
      const refused = yield* Effect.promise(() =>
        clients[0]!.client.callTool({ name: "all" }).catch((error: unknown) => error)
      )
      // ends the MCP session
      yield* Effect.promise(() => clients[0]!.transport.terminateSession())
      const other = yield* Effect.promise(() => clients[2]!.client.callTool({ name: "whoami" }))
      yield* Effect.promise(() => Promise.all(clients.map(({ client }) => client.close())))

      for (const [found, userId] of seen) assert.strictEqual(found, userId)
      assert.includeMembers(tools.map(({ name }) => name), ["whoami", "all", "team", "erase"])
      assert.nestedPropertyVal(refused, "data._tag", "NotPermitted")
      assert.strictEqual(said(other), b.userId)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.live("mcp-8: the official client gets a 401 without a valid token, and finds the metadata through the challenge", () =>
    Effect.gen(function*() {
      const url = yield* onPort
      const { clock } = yield* Emulator
      const { accessToken } = yield* signUp()
      clock.advance("-11 minutes")
      const expired = textOf((yield* Password.signIn(ann)).accessToken)
      clock.advance("11 minutes")
      const wrong = `${textOf(accessToken).slice(0, -6)}AAAAAA`
      for (const token of [undefined, "made-up", wrong, expired, yield* foreignToken]) {
        const error = yield* Effect.flip(connected(url, token))
        assert.instanceOf(error, StreamableHTTPError)
        assert.strictEqual(error.code, 401)
        const response = yield* Effect.promise(() =>
          fetch(url, { method: "POST", headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
        )
        const { error: code, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
        assert.strictEqual(code, token === undefined ? undefined : "invalid_token")
        const metadata = yield* Effect.promise(() =>
          discoverOAuthProtectedResourceMetadata(url, resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl })
        )
        assert.strictEqual(metadata.resource, url)
        assert.isUndefined(metadata.authorization_servers)
      }
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))
})
