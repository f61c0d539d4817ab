/** An MCP server, and the official client that calls its tools. `npm run example -- examples/mcp/main.ts` */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, Project, Server, signIn, Transport, userApiKeys } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createServer } from "node:http"
import { connect } from "./client.ts"
import { mcpAt } from "./server.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const emulator = await startEmulator({
  users: [ada],
  config: { allowUserApiKeys: true },
  payments: { items: { credits: {} } }
})

// for a real project, use Project.layer({ projectId, publishableClientKey, secretServerKey })
const platform = Layer.merge(Project.layer(emulator.project), Transport.layerFetch())

/** In production, the address is known: `mcpAt("https://notes.example.com/mcp")`. */
const served = HttpServer.addressFormattedWith((address) =>
  Effect.succeed(HttpRouter.serve(mcpAt(`${address}/mcp`), { disableListenLog: true, disableLogger: true }))
)

const server = Layer.unwrap(served).pipe(
  Layer.provide(Server.layerNoProject()),
  Layer.provide(platform),
  Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
)

/** Calls a tool, and prints its result, or why it was refused. */
const call = async (url: string, token: string, name: string) => {
  const client = await connect(url, token)
  const said = await client.callTool({ name }).then(
    ({ content }) => JSON.stringify(content),
    (error: Error) => error.message
  )
  console.log(`${name}: ${said}`)
  await client.close()
}

const program = Effect.gen(function*() {
  const url = yield* HttpServer.addressFormattedWith((address) => Effect.succeed(`${address}/mcp`))
  yield* signIn.withPassword(ada)
  const key = yield* userApiKeys.create({ description: "the assistant on my laptop", expiresAt: null })
  const token = Redacted.value(key.value)
  yield* Effect.promise(async () => {
    for (const tool of ["myNotes", "allNotes", "eraseNotes", "draw"]) await call(url, token, tool)
    await connect(url, "made-up").catch((error: { readonly code?: number }) => console.log(`made-up: ${error.code}`))
  })
})

await Effect.runPromise(program.pipe(Effect.provide([server, Client.layer(emulator.project)]), Effect.scoped))
await emulator.close()
