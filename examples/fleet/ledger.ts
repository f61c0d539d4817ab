/** Records what happens to a session on two servers. `npm run example -- examples/fleet/ledger.ts` */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as TestClock from "effect/testing/TestClock"
import { Client, Server, SessionLedger, signIn } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { FleetAuthenticator, FleetLedger, ServerSessions, SharedRecords } from "latchkey/fleet"
import { Authenticator } from "latchkey/http-api"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

// #region servers
/** A server of a fleet. Its authenticator records session events under the server's name. */
const server = (name: string) =>
  FleetAuthenticator.layer().pipe(
    Layer.provideMerge([ServerSessions.layer(), FleetLedger.layer({ server: name })]),
    Layer.provide(SharedRecords.layerKeyValue())
  )

/** Runs a program as the user of a request, and records what it does to the session. */
const asUser = <A, E, R>(request: Request, program: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const ledger = yield* FleetLedger.FleetLedger
    const opened = yield* (yield* ServerSessions.ServerSessions).open(request)
    yield* Effect.provide(program, Client.layerNoProject({ tokenStore: opened.layer, ledger }), { local: true })
    return opened.setCookies()
  })
// #endregion

// #region story
const story = (userId: string) =>
  Effect.gen(function*() {
    const entries = yield* (yield* FleetLedger.FleetLedger).entriesOf(userId)
    for (const entry of entries) console.log(`${entry.server}: ${SessionLedger.sentenceOf(entry)}`)
  })
// #endregion

const program = Effect.gen(function*() {
  const [first, second] = yield* Effect.forEach(
    ["first", "second"] as const,
    (name) => Layer.build(Layer.fresh(server(name)))
  )
  const [setCookie] = yield* Effect.provideContext(
    asUser(new Request("https://app.example.com/"), signIn.withPassword(ada)),
    first!
  )
  const request = { method: "GET", headers: { cookie: setCookie!.split(";")[0]! } }
  const authenticate = Authenticator.use(({ authenticate }) => authenticate(request))
  yield* TestClock.adjust("2 hours")
  yield* Effect.provideContext(authenticate, second!)
  const [user] = yield* Server.users.list()
  for (const { id, userId } of yield* Server.sessions.list({ userId: user!.id })) {
    yield* Server.sessions.revoke({ id, userId })
  }
  yield* TestClock.adjust("2 hours")
  yield* Effect.provideContext(authenticate, first!)
  yield* Effect.provideContext(story(user!.id), second!)
})

// the emulator and the servers share one virtual clock
const live = Server.layerNoProject().pipe(
  Layer.provideMerge(Emulator.layerProject()),
  Layer.provideMerge([Emulator.layer({ users: [ada] }), KeyValueStore.layerMemory]),
  Layer.provideMerge(TestClock.layer())
)
await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(live)))
