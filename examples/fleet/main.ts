/**
 * One server of a fleet: browsers hold an opaque cookie, and the tokens are in a store that all servers share. `npm run
 * example -- examples/fleet/main.ts`
 *
 * Start several servers with REDIS_URL and HEXCLAVE_API_URL set. Each of them can handle every request. Without these
 * variables, the program starts its own store and emulator.
 */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { serve } from "@hono/node-server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { Hono } from "hono"
import { csrf } from "hono/csrf"
import { Client, currentUser, signIn, signOut } from "latchkey"
import { defaultProject, startEmulator } from "latchkey/emulator"
import { ServerSessions, SharedRateLimitGate, SharedRecords, SharedResponses, writeCookies } from "latchkey/fleet"
import { Project, Transport } from "latchkey/layers"

const { FLEET_SERVER = "1", REDIS_URL, HEXCLAVE_API_URL } = process.env

const baseUrl = HEXCLAVE_API_URL ?? (await startEmulator({
  users: [{ email: "ada@example.com", password: "correct horse" }]
})).baseUrl

/** State that the servers share. During a Redis outage, commands fail at once, and the client reconnects soon. */
const shared = REDIS_URL === undefined
  ? Layer.mergeAll(SharedRecords.layerKeyValue(), Persistence.layerBackingKvs, RateLimiter.layerStoreMemory).pipe(
    Layer.provide(KeyValueStore.layerMemory)
  )
  : Layer.mergeAll(SharedRecords.layerRedis(), Persistence.layerBackingRedis, RateLimiter.layerStoreRedis()).pipe(
    Layer.provide(NodeRedis.layer({
      url: REDIS_URL,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 500) }
    }))
  )

const project = Project.layer({
  projectId: defaultProject.id,
  publishableClientKey: defaultProject.publishableClientKey,
  baseUrl,
  extraRequestHeaders: { "x-fleet-server": FLEET_SERVER }
})

/** Shares responses and rate limits between the servers. */
const platform = Layer.merge(
  SharedResponses.layer().pipe(Layer.provide(Transport.layerFetch())),
  SharedRateLimitGate.layer().pipe(Layer.provide(RateLimiter.layer))
)

const runtime = ManagedRuntime.make(
  ServerSessions.layer().pipe(Layer.provideMerge(project), Layer.provideMerge(platform), Layer.provide(shared))
)

type Services =
  | ServerSessions.ServerSessions
  | Project.Project
  | Transport.Transport
  | Layer.Success<ReturnType<typeof Client.layer>>

/** Handles a request of a user. Users stay signed in during an outage of the store or the platform. */
const as = <E>(request: Request, program: Effect.Effect<Response, E, Services>): Promise<Response> =>
  runtime.runPromise(
    Effect.gen(function*() {
      const opened = yield* (yield* ServerSessions.ServerSessions).open(request)
      const client = Client.layerNoProject({ tokenStore: opened.layer })
      const response = yield* Effect.provide(program, client, { local: true })
      writeCookies(response.headers, opened.setCookies())
      return response
    }).pipe(
      Effect.catchCause((cause) =>
        Effect.as(
          Effect.logWarning("A request failed.", cause),
          new Response("Try again in a moment.", { status: 503 })
        )
      )
    )
  )

const me = Effect.map(currentUser.get(), (user) =>
  user === null
    ? new Response("You are signed out.", { status: 401 })
    : Response.json({ id: user.id, email: user.primaryEmail }))

const credentials = { email: "ada@example.com", password: "correct horse" }

const app = new Hono()
// Pages on sibling hosts can send the cookie too. Therefore check the origin of POST requests.
app.use(csrf())
app.get("/", (c) => as(c.req.raw, me))
app.post("/sign-in", async (c) => {
  const body = await c.req.json().catch(() => ({})) as Partial<typeof credentials>
  return as(
    c.req.raw,
    signIn.withPassword({ ...credentials, ...body }).pipe(
      Effect.map((user) => Response.json(user)),
      Effect.catchTag("EmailPasswordMismatch", (error) => Effect.succeed(new Response(error.message, { status: 401 })))
    )
  )
})
app.post("/sign-out", (c) => as(c.req.raw, Effect.map(signOut(), () => new Response("Signed out."))))

await runtime.runPromise(Effect.void) // fail at startup if the store can't be reached
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  console.log(`The platform is at ${baseUrl}`)
  console.log(`Listening on http://127.0.0.1:${port}`)
})
