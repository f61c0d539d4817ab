/** The quick start with Effect's `HttpApi`: a route for signed-in users. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Project, Transport } from "latchkey"
import { Authenticator, CurrentUser, layerAuthentication, RequireUser } from "latchkey/http-api"
import { createServer } from "node:http"

const notes = HttpApiGroup.make("notes").add(
  HttpApiEndpoint.get("mine", "/notes", { success: Schema.Struct({ notesOf: Schema.String }) }).middleware(RequireUser)
)

const Api = HttpApi.make("api").add(notes)

const handlers = HttpApiBuilder.group(
  Api,
  "notes",
  (handlers) => handlers.handle("mine", () => Effect.map(CurrentUser, ({ userId }) => ({ notesOf: userId })))
)

// the project is read from the environment
const live = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(handlers),
  Layer.provide(layerAuthentication()),
  Layer.provide(Authenticator.layer()),
  Layer.provide([Project.layerConfig(), Transport.layerFetch()])
)

NodeRuntime.runMain(
  Layer.launch(HttpRouter.serve(live).pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: 3000 }))))
)
