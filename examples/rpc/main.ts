/** A back end on Effect's RPC, and a client that calls it. `npm run example -- examples/rpc/main.ts` */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { Client, Project, Server, signIn, Transport } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createServer } from "node:http"
import { notesAt } from "./client.ts"
import { route } from "./server.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const emulator = await startEmulator({ users: [ada] })

// for a real project, use Project.layer({ projectId, publishableClientKey, secretServerKey })
const platform = Layer.merge(Project.layer(emulator.project), Transport.layerFetch())

const server = HttpRouter.serve(route, { disableListenLog: true, disableLogger: true }).pipe(
  Layer.provide(Server.layerNoProject()),
  Layer.provide(platform),
  Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
)

const program = Effect.gen(function*() {
  const url = yield* HttpServer.addressFormattedWith((address) => Effect.succeed(`${address}/rpc`))
  yield* signIn.withPassword(ada)
  const { all, notesOf } = yield* notesAt(url)
  yield* Console.log(`Notes of ${notesOf}. All notes: ${all}`)
})

await Effect.runPromise(program.pipe(Effect.provide([server, Client.layer(emulator.project)]), Effect.scoped))
await emulator.close()
