/** A back end on Effect's `HttpApi` that authenticates requests. `npm run example -- examples/http-api/main.ts` */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { currentUser, Project, Server, Transport } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import {
  asCaller,
  Authenticator,
  CurrentAuthentication,
  layerAuthentication,
  layerPermissions,
  router
} from "latchkey/http-api"
import { createServer } from "node:http"
import { Api, handlers } from "./notes.ts"

const emulator = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// for a real project, use Project.layer({ projectId, publishableClientKey, secretServerKey })
const platform = Layer.merge(
  Project.layer(emulator.project),
  Transport.layerFetch()
)

const api = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(handlers),
  Layer.provide([layerAuthentication(), layerPermissions()])
)

const greeting = HttpRouter.add(
  "GET",
  "/",
  Effect.map(CurrentAuthentication, ({ status }) => HttpServerResponse.text(`You are ${status}.`))
).pipe(Layer.provide(router.authenticate.layer))

/**
 * Calls the platform as the user of the request. Each request has its own session, so each gets its own layer.
 */
const profile = HttpRouter.add(
  "GET",
  "/profile",
  asCaller(currentUser.get({ or: "throw" })).pipe(
    Effect.map(({ primaryEmail }) => HttpServerResponse.text(`You are ${primaryEmail}.`)),
    Effect.orDie
  )
).pipe(Layer.provide(router.requireSession.layer), HttpRouter.provideRequest(platform))

const live = Layer.mergeAll(api, greeting, profile).pipe(
  Layer.provide(Authenticator.layer()),
  Layer.provide(Server.layerNoProject()),
  Layer.provide(platform)
)

const listening = Layer.effectDiscard(
  HttpServer.addressFormattedWith((address) =>
    Console.log(`The platform is at ${emulator.baseUrl}\nListening on ${address}`)
  )
)

await Effect.runPromise(
  Layer.launch(
    Layer.merge(HttpRouter.serve(live, { disableListenLog: true, disableLogger: true }), listening).pipe(
      Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
    )
  )
)
