/**
 * A session refreshes a token before it expires, according to its policy, and once for all callers. Two days pass in a
 * moment, under `TestClock`.
 */
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Client, currentUser, SessionPolicy, signIn } from "latchkey"
import { Emulator } from "latchkey/emulator"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

const live = Client.layerNoProject().pipe(
  Layer.provide(SessionPolicy.layer({ threshold: "50 seconds" })),
  Layer.provide(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer({ users: [ada] }))
)

const program = Effect.gen(function*() {
  const { requests } = yield* Emulator
  yield* signIn.withPassword(ada)
  for (const pause of ["30 seconds", "8 minutes", "70 seconds", "2 days"] as const) {
    requests.clear()
    yield* TestClock.adjust(pause)
    yield* Effect.all([currentUser.get(), currentUser.get()], { concurrency: "unbounded" })
    console.log(`${pause} later: ${requests.list().map(({ endpoint }) => endpoint).join(", ")}`)
  }
})

await Effect.runPromise(Effect.provide(program, Layer.provideMerge(live, TestClock.layer())))
