/** The same program with promises and with Effects. `npm run example -- examples/guides/bothWays.ts` */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { Client, currentUser, signIn } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createClient, EmailPasswordMismatch, makeAsync } from "latchkey/promise"

await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
const { project } = platform
const [email, password] = ["ada@example.com", "wrong horse"]

// #region promise
await using client = createClient(project)

try {
  await client.signIn.withPassword({ email, password })
} catch (error) {
  if (!(error instanceof EmailPasswordMismatch)) throw error
  console.log(`as a promise: ${error.message}`)
}
// #endregion

// #region effect
const program = signIn.withPassword({ email, password }).pipe(
  Effect.catchTag("EmailPasswordMismatch", (error) => Console.log(`as an Effect: ${error.message}`))
)

await Effect.runPromise(Effect.provide(program, Client.layer(project)))
// #endregion

// #region settled
const outcome = await client.signIn.withPassword({ email, password }).settled()
// the type of outcome.error lists every error of the call
if (!outcome.ok) console.log(`settled: ${outcome.error._tag}`)
// #endregion

// #region own
/** A flow of your own, written as an Effect */
const greeting = (name: string) =>
  Effect.map(currentUser.get(), (user) => `${name}, meet ${user?.displayName ?? "nobody"}`)

// The same flow, called as a promise
const { greet, dispose } = makeAsync({ greet: greeting }, Client.layer(project))
console.log(await greet("Grace"))
await dispose()
// #endregion
