/** The README's quick start for Effect. It runs against `npx latchkey emulator`. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { Client, currentUser, signIn } from "latchkey"

const program = Effect.gen(function*() {
  yield* signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })
  const user = yield* currentUser.get({ or: "throw" })
  yield* Console.log(`Signed in as ${user.primaryEmail}`)
}).pipe(
  Effect.catchTag("EmailPasswordMismatch", (error) => Console.error(error.message))
)

await Effect.runPromise(Effect.provide(program, Client.layer()))
