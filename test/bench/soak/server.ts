/** Process of the fleet under faults: an HTTP server with sessions of `latchkey/fleet` over Redis. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { CallError, Client, currentUser, KnownError, RetryPolicy, Session, signIn, signOut } from "latchkey"
import { ServerSessions, SharedRateLimitGate, SharedRecords, writeCookies } from "latchkey/fleet"
import { Project, TokenStoreFailed, Transport } from "latchkey/layers"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { watchStalls } from "./periods.ts"
import { ownerOf } from "./platform.ts"

/** Resources of an idle process. */
export interface InUse {
  readonly megabytes: number
  /** Number of sockets, timers and similar resources. */
  readonly handles: number
}

/** Messages to the parent process. */
export type Report =
  | { readonly port: number }
  /** Number of changes that aren't in the store yet. Sent ten times a second. */
  | { readonly at: number; readonly unsaved: number }
  | { readonly missedAt: number }
  | { readonly stalled: { readonly from: number; readonly to: number } }
  | { readonly inUse: InUse }

/** Body of every response. `error`: tag of the error, or `untyped` if the error isn't one of the SDK. */
export interface Reply {
  readonly owners?: ReadonlyArray<string>
  readonly error?: string
}

const [, , redisUrl = "", baseUrl = "", name = ""] = process.argv

/** Sends a message, unless the parent process is gone. */
const tell = (report: Report) => process.connected && process.send!(report, undefined, undefined, () => {})

const redis = NodeRedis.layer({
  url: redisUrl,
  disableOfflineQueue: true,
  socket: { reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 500) }
})

/** Reports each command of the store that failed. */
const records = Layer.effect(
  SharedRecords.SharedRecords,
  Effect.map(SharedRecords.SharedRecords, (records) => {
    const telling = <A>(command: Effect.Effect<A, SharedRecords.SharedRecordsFailed>) =>
      Effect.tapError(command, () => Effect.sync(() => tell({ missedAt: Date.now() })))
    return {
      get: (name) => telling(records.get(name)),
      compareAndSet: (...args) => telling(records.compareAndSet(...args)),
      prolong: (...args) => telling(records.prolong(...args))
    }
  })
).pipe(Layer.provide(SharedRecords.layerRedis()))

const shared = Layer.mergeAll(records, RateLimiter.layerStoreRedis()).pipe(Layer.provide(redis))

const project = Project.layer({
  projectId: "internal",
  publishableClientKey: "pck_soak",
  baseUrl,
  extraRequestHeaders: { "x-fleet-server": name }
})

/** A few seconds instead of the default of a minute, because a caller waits for the response. */
const patience = RetryPolicy.layer({
  attempts: 3,
  base: "200 millis",
  perAttempt: "5 seconds",
  longestRetryAfter: "1 second"
})

const runtime = ManagedRuntime.make(
  ServerSessions.layer().pipe(
    Layer.provideMerge(project),
    Layer.provideMerge(Transport.layerFetch()),
    Layer.provideMerge(SharedRateLimitGate.layer().pipe(Layer.provide(RateLimiter.layer))),
    Layer.provideMerge(patience),
    // without this logger, every fault would be logged
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    Layer.provide(shared)
  )
)

const owner = Effect.gen(function*() {
  const tokens = yield* (yield* Session.Session).tokens()
  return Option.map(tokens, ({ accessToken }) => ownerOf(Redacted.value(accessToken)))
})

const programs = {
  "/": Effect.map(owner, (found): Reply => ({ owners: Option.toArray(found) })),
  "/me": Effect.gen(function*() {
    const user = yield* currentUser.get()
    const ofToken = Option.toArray(yield* owner)
    return { owners: user === null ? [] : [user.id, ...ofToken] } satisfies Reply
  }),
  "/sign-out": Effect.as(signOut(), {} as Reply)
}

const signInAs = (person: string) =>
  Effect.as(signIn.withPassword({ email: `${person}@example.com`, password: "correct horse" }), {} as Reply)

const tagsOf = (error: unknown): string | undefined =>
  error instanceof CallError
    ? `${error._tag} ${error.reason._tag}`
    : error instanceof KnownError || error instanceof SharedRecords.SharedRecordsFailed ||
        error instanceof TokenStoreFailed
    ? error._tag
    : undefined

const failed = (cause: Cause.Cause<unknown>): { readonly status: number; readonly reply: Reply } => {
  const tags = Cause.hasDies(cause) ? undefined : tagsOf(Cause.squash(cause))
  if (tags === undefined) {
    console.error(Cause.pretty(cause))
    return { status: 500, reply: { error: "untyped" } }
  }
  // the platform has ended the session
  if (tags.endsWith("RefreshTokenNotFoundOrExpired")) return { status: 401, reply: {} }
  return { status: 503, reply: { error: tags } }
}

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, "http://fleet")
  const program = Effect.gen(function*() {
    const opened = yield* (yield* ServerSessions.ServerSessions).open(request)
    const client = Client.layerNoProject({ tokenStore: opened.layer })
    const requested = pathname === "/sign-in"
      ? signInAs(searchParams.get("person")!)
      : programs[pathname as keyof typeof programs]
    const reply: Reply = yield* Effect.provide(requested, client, { local: true })
    writeCookies(response, opened.setCookies())
    const isNobody = reply.owners?.length === 0 || (pathname === "/sign-out" && !opened.signedIn)
    return { status: isNobody ? 401 : 200, reply }
  }).pipe(Effect.catchCause((cause) => Effect.succeed(failed(cause))))
  void runtime.runPromise(program).then(({ status, reply }) => response.writeHead(status).end(JSON.stringify(reply)))
})
server.keepAliveTimeout = 60_000

const sessions = await runtime.runPromise(ServerSessions.ServerSessions)

const inUse = async (): Promise<InUse> => {
  server.closeIdleConnections()
  await sleep(500)
  globalThis.gc!()
  globalThis.gc!()
  return { megabytes: process.memoryUsage().heapUsed / 1e6, handles: process.getActiveResourcesInfo().length }
}

process.on("disconnect", () => process.exit())
process.on("message", () => void inUse().then((inUse) => tell({ inUse })))
server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 }, () => {
  tell({ port: (server.address() as AddressInfo).port })
  watchStalls(
    (from, to) => tell({ stalled: { from, to } }),
    (at) => tell({ at, unsaved: sessions.unsaved() })
  )
})
