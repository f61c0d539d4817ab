/** A record of a session, and why it ended. `npm run example -- examples/guides/ledger.ts` */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Client, currentUser, SessionLedger, signIn } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer, sessionLedger } from "latchkey/promise"

const ada = { email: "ada@example.com", password: "correct horse" }
await using platform = await startEmulator({ users: [ada] })
const { project } = platform

// #region layer
const live = Client.layer(project).pipe(Layer.provideMerge(SessionLedger.layer()))
// #endregion

// #region watch
/** Prints what happens to the session until it ends. */
const watch = SessionLedger.SessionLedger.use(({ changes }) =>
  Stream.runForEach(
    Stream.takeUntil(changes, ({ _tag }) => _tag === "Ended"),
    (entry) => Console.log(SessionLedger.sentenceOf(entry))
  )
)
// #endregion

// #region why
/** Prints why the user was signed out. */
const explain = SessionLedger.SessionLedger.use(({ entries }) =>
  Console.log((SessionLedger.whySignedOut(entries()) ?? ["No session has ended."]).join("\n"))
)
// #endregion

await using server = createServer(project)
const endAllSessions = async (userId: string) => {
  for (const { id } of await server.sessions.list({ userId })) await server.sessions.revoke({ id, userId })
}

const program = Effect.gen(function*() {
  const watching = yield* Effect.forkChild(watch, { startImmediately: true })
  yield* signIn.withPassword(ada)
  const { id } = yield* currentUser.get({ or: "throw" })
  // an hour later, an administrator ends the session
  yield* Effect.promise(() => endAllSessions(id))
  platform.clock.advance("1 hour")
  yield* currentUser.get()
  yield* Fiber.join(watching)
  yield* explain
})
await Effect.runPromise(Effect.provide(program, live))

// #region promises
const ledger = sessionLedger()
await using client = createClient({ ...project, ledger })
await client.signIn.withPassword(ada)
await client.signOut()
for (const sentence of ledger.whySignedOut() ?? []) console.log(sentence)
// #endregion
