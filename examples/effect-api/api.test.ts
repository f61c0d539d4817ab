/** Tests the API and its client with the emulator. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { Client, Server, signIn, teams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authenticator, layerAuthentication, layerPermissions } from "latchkey/http-api"
import { createServer } from "node:http"
import { Api } from "./api.ts"
import { write } from "./client.ts"
import { handlers } from "./handlers.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
const bob = { email: "bob@example.com", password: "correct horse battery staple" }

const api = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(handlers),
  Layer.provide([layerAuthentication(), layerPermissions()]),
  HttpRouter.provideRequest(Server.layerNoProject()),
  Layer.provide(Authenticator.layer()),
  Layer.provide(Server.layerNoProject())
)

const live = HttpRouter.serve(api, { disableListenLog: true, disableLogger: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
  Layer.provideMerge(Client.layerNoProject()),
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ users: [ada, bob], config: { clientTeamCreationEnabled: true } }))
)

it.live("members write notes, and other users are told why they may not", () =>
  Effect.gen(function*() {
    const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
    yield* signIn.withPassword(ada)
    const { id: team } = yield* teams.create({ displayName: "Blue" })

    assert.strictEqual(yield* write(url, team, "Water the plants"), "Blue: Water the plants")
    assert.strictEqual(yield* write(url, team, "Water all the plants in the office"), "At most 20 characters.")

    yield* signIn.withPassword(bob)
    assert.include(yield* write(url, team, "Water the plants"), "You may not do this")
  }).pipe(Effect.provide(live)))
