/**
 * An app and its back end with OpenTelemetry. `npm run example -- examples/opentelemetry/main.ts`
 *
 * Both export to a collector that this program starts, and that prints what it receives. Set OTLP_URL to export to a
 * real collector instead.
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Otlp from "effect/observability/Otlp"
import { authHeaders, Client, currentUser, Project, reads, Session, signIn, Transport } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import * as Users from "latchkey/endpoints/users"
import { Authenticator, CurrentUser, router } from "latchkey/http-api"
import { HttpConventions, Metrics } from "latchkey/layers"
import { startCollector } from "./collector.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
const platform = await startEmulator({ users: [ada] })
const { project } = platform
const url = process.env["OTLP_URL"]
const collector = url === undefined ? await startCollector() : undefined

// #region layer
/** Exports the spans, metrics and logs of one service. */
const watched = (serviceName: string) =>
  Metrics.layer().pipe(
    Layer.provideMerge(HttpConventions.layer()),
    Layer.provideMerge(Otlp.layerJson({ baseUrl: url ?? collector!.baseUrl, resource: { serviceName } })),
    Layer.provide(FetchHttpClient.layer),
    // this process runs two services, each with its own metrics
    Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map()))
  )
// #endregion

// the back end verifies access tokens without a request to the platform
const routes = HttpRouter.add(
  "GET",
  "/notes",
  Effect.map(CurrentUser, ({ userId }) => HttpServerResponse.text(`the notes of ${userId}`))
).pipe(
  Layer.provide(router.requireUser.layer),
  Layer.provide(Authenticator.layer()),
  Layer.provide(Layer.merge(Project.layer(project), Transport.layerFetch())),
  Layer.provide(HttpServer.layerServices),
  Layer.provideMerge(watched("notes-api"))
)
const backEnd = HttpRouter.toWebHandler(routes, { disableLogger: true })

// the app
const program = Effect.gen(function*() {
  // a wrong password is an error with a code
  yield* signIn.withPassword({ ...ada, password: "wrong horse" }).pipe(Effect.ignore)
  yield* signIn.withPassword(ada)
  yield* Effect.logInfo("signed in")

  // the platform responds with 429 and a wait of one second
  platform.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "tooManyRequests", retryAfterSeconds: 1 } })
  yield* currentUser.get({ or: "throw" })

  // two readers share one request
  yield* reads.get(reads.currentUser)
  yield* reads.get(reads.currentUser)

  // calls the back end, with the session and without it
  const headers = yield* authHeaders()
  for (const init of [{ headers }, {}]) {
    const response = yield* Effect.promise(() => backEnd.handler(new Request("http://notes.localhost/notes", init)))
    console.log(`the back end responds with ${response.status}`)
  }

  // the client refreshes a rejected access token
  const session = yield* Session.Session
  const tokens = yield* session.tokens()
  if (tokens._tag === "Some") yield* session.rejected(tokens.value.accessToken)
  yield* Users.getMe()
}).pipe(Effect.withSpan("visit"))

await Effect.runPromise(
  program.pipe(Effect.provide(reads.over(Client.layer(project)).pipe(Layer.provideMerge(watched("notes-app")))))
)
await backEnd.dispose() // closing the layers exports the remaining spans
await platform.close()
collector?.close()
