/**
 * An API whose endpoints fail with the platform's errors, and a client that handles them by class.
 * `npm run example -- examples/effect-api/main.ts`
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { Client, Project, Server, signIn, teams, Transport } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { Authenticator, layerAuthentication, layerPermissions } from "latchkey/http-api"
import { createServer } from "node:http"
import { Api } from "./api.ts"
import { nameOf, write } from "./client.ts"
import { handlers } from "./handlers.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
const emulator = await startEmulator({ config: { clientTeamCreationEnabled: true }, users: [ada, bob] })

// for a real project, use Project.layer({ projectId, publishableClientKey, secretServerKey })
const platform = Layer.merge(Project.layer(emulator.project), Transport.layerFetch())
const serverAccess = Layer.provide(Server.layerNoProject(), platform)

const api = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(handlers),
  Layer.provide([layerAuthentication(), layerPermissions()]),
  // the handlers call the platform at server level
  HttpRouter.provideRequest(serverAccess),
  Layer.provide(Authenticator.layer()),
  Layer.provide([serverAccess, platform])
)

const server = HttpRouter.serve(api, { disableListenLog: true, disableLogger: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
)

const program = Effect.gen(function*() {
  const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
  yield* signIn.withPassword(ada)
  const { id } = yield* teams.create({ displayName: "Blue" })

  yield* Console.log(yield* nameOf(url, id))
  yield* Console.log(yield* nameOf(url, "5a3c9f0e-1b2c-4d5e-8f90-123456789000"))
  yield* Console.log(yield* write(url, id, "Water the plants"))
  yield* Console.log(yield* write(url, id, "Water all the plants in the office"))

  yield* signIn.withPassword(bob)
  yield* Console.log(yield* write(url, id, "Water the plants"))
})

await Effect.runPromise(program.pipe(Effect.provide([server, Client.layer(emulator.project)]), Effect.scoped))
await emulator.close()
