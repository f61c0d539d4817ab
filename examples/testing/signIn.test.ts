/** Tests an app with the emulator and virtual time. */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { Client, currentUser, signIn } from "latchkey"
import { Emulator } from "latchkey/emulator"

const seed = { users: [{ email: "ada@example.com", password: "correct horse battery staple" }] }
const live = Client.layerNoProject().pipe(
  Layer.provide(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer(seed))
)

layer(live)("a signed-in user", (it) => {
  it.effect("a user stays signed in when the access token expires", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })

      yield* TestClock.adjust("11 minutes")

      assert.strictEqual((yield* currentUser.get({ or: "throw" })).primaryEmail, "ada@example.com")
    }))
})
