/**
 * Effects and functions that run only while the same person is signed in. `npm run example --
 * examples/guides/person.ts`
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import { Client, currentUser, forPerson, signIn, signOut, whilePerson } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createClient, PersonChanged } from "latchkey/promise"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
await using platform = await startEmulator({ users: [ada, bob] })
const { project } = platform
const events = await Effect.runPromise(Queue.unbounded<string>())
const tell = (event: string) => Queue.offer(events, event)

// #region socket
/** Stands in for your WebSocket: connects, and disconnects when it is interrupted. */
const socket = Effect.gen(function*() {
  const { primaryEmail } = yield* currentUser.get({ or: "throw" })
  yield* tell(`${primaryEmail} is connected`)
  return yield* Effect.onInterrupt(Effect.never, () => tell(`${primaryEmail} is disconnected`))
})

/** Connects each person who signs in, and disconnects when the person signs out. Fork it when your app starts. */
const connections = whilePerson(socket)
// #endregion

/** Stands in for a slow transfer. */
const sendParts = Effect.as(Effect.never, "uploaded")

// #region upload
/** An upload that stops when the person signs out or another person signs in. */
const upload = forPerson(sendParts).pipe(
  Effect.catchTag("PersonChanged", ({ reason }) => Effect.succeed(`upload stopped: ${reason}`))
)
// #endregion

const program = Effect.gen(function*() {
  const next = Effect.map(Queue.take(events), (event) => console.log(event))
  yield* Effect.forkScoped(connections)
  yield* signIn.withPassword(ada)
  yield* next
  const uploading = yield* Effect.forkChild(upload, { startImmediately: true })
  yield* signIn.withPassword(bob)
  yield* next
  yield* next
  console.log(yield* Fiber.join(uploading))
  yield* signOut()
  yield* next
})
await Effect.runPromise(Effect.scoped(Effect.provide(program, Client.layer(project))))

/** Stands in for the transfer to your storage. Rejects when the signal is aborted. */
const transfer = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))

await using client = createClient(project)
await client.signIn.withPassword(ada)
// #region promises
const uploading = client.session.forPerson(async (client, signal) => {
  await transfer(signal)
  // this client never writes for another person
  await client.currentUser.update({ clientMetadata: { avatar: "uploaded" } })
})
// #endregion
const stopped = uploading.then(
  () => "done",
  (error: unknown) => error instanceof PersonChanged ? `upload stopped: ${error.reason}` : "upload failed"
)
await client.signOut()
console.log(await stopped)
