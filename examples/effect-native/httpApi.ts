/** A back end on `HttpApi` and its typed client, which receives the middleware's errors as the same classes. */
import { Effect, Layer, Schema } from "effect"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Client, Project, signIn, Transport } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { Authenticator, CurrentUser, layerAuthentication, layerClient, RequireUser } from "latchkey/http-api"

const mine = HttpApiEndpoint.get("mine", "/notes", { success: Schema.String }).middleware(RequireUser)
const Api = HttpApi.make("api").add(HttpApiGroup.make("notes").add(mine))
const handler = () => Effect.map(CurrentUser, ({ by }) => `by ${by}`)
const notes = HttpApiBuilder.group(Api, "notes", (on) => on.handle("mine", handler))

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
await using emulator = await startEmulator({ users: [ada] })
const platform = Layer.merge(Project.layer(emulator.project), Transport.layerFetch())
const backEnd = HttpRouter.toWebHandler(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide(notes),
    Layer.provide(layerAuthentication()),
    Layer.provide([Authenticator.layer(), HttpServer.layerServices]),
    Layer.provide(platform)
  ),
  { disableLogger: true }
)
const overHandler = Layer.succeed(FetchHttpClient.Fetch, (url, init) => backEnd.handler(new Request(url, init)))
const program = Effect.gen(function*() {
  const { notes } = yield* HttpApiClient.make(Api, { baseUrl: "http://notes.localhost" })
  console.log((yield* Effect.flip(notes.mine()))._tag)
  yield* signIn.withPassword(ada)
  console.log(yield* notes.mine())
})
const live = layerClient().pipe(
  Layer.provideMerge(Client.layer(emulator.project)),
  Layer.merge(FetchHttpClient.layer),
  Layer.provideMerge(overHandler)
)
await Effect.runPromise(Effect.provide(program, live))
