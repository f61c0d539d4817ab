/** Tests the tools with the emulator and the official client. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, Server, signIn, userApiKeys } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { createServer } from "node:http"
import { connect } from "./client.ts"
import { mcpAt } from "./server.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

const served = HttpServer.addressFormattedWith((address) =>
  Effect.succeed(HttpRouter.serve(mcpAt(`${address}/mcp`), { disableListenLog: true, disableLogger: true }))
)

const live = Layer.unwrap(served).pipe(
  Layer.provide(Server.layerNoProject()),
  Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
  Layer.provideMerge(Client.layerNoProject()),
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ users: [ada], config: { allowUserApiKeys: true } }))
)

it.live("an assistant reads the notes of the user that gave it a key, but may not erase them", () =>
  Effect.gen(function*() {
    const url = yield* HttpServer.addressFormattedWith((address) => Effect.succeed(`${address}/mcp`))
    const { userId } = yield* signIn.withPassword(ada)
    const { value } = yield* userApiKeys.create({ description: "the assistant on my laptop", expiresAt: null })
    const assistant = yield* Effect.acquireRelease(
      Effect.promise(() => connect(url, Redacted.value(value))),
      (client) => Effect.promise(() => client.close())
    )
    const call = (name: string) => Effect.promise(() => assistant.callTool({ name }).catch(({ message }) => message))

    assert.include(JSON.stringify(yield* call("myNotes")), userId)
    assert.include(JSON.stringify(yield* call("eraseNotes")), "not an API key")
  }).pipe(Effect.provide(live), Effect.scoped))
