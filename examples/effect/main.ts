/** The Effect quickstart of the README, on the embedded platform. `npm run example -- examples/effect/main.ts` */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, currentUser, signUp } from "latchkey"
import { Emulator } from "latchkey/emulator"

const program = Effect.gen(function*() {
  yield* signUp.withPassword({
    email: "ada@example.com",
    password: "correct horse battery staple",
    verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
  })
  const user = yield* currentUser.get({ or: "throw" })
  yield* Console.log(`Signed in as ${user.primaryEmail}`)
})

// Client.layer({ projectId: "…", publishableClientKey: "pck_…" }) is the real platform
const live = Client.layerNoProject().pipe(Layer.provide(Emulator.layerProject), Layer.provide(Emulator.layer()))

await Effect.runPromise(Effect.provide(program, live))
