/** The policy and the store of cached reads are layers: here, values are kept for a minute in the app's own store. */
import { Effect, Layer } from "effect"
import { KeyValueStore } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Client, PersistedReadCache, ReadPolicy, reads, ReadStore, signIn } from "latchkey"
import { Emulator } from "latchkey/emulator"

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

const live = PersistedReadCache.layer({ version: "1" }).pipe(
  Layer.provide(ReadPolicy.layer({ drop: "1 minute" })),
  Layer.provide(ReadStore.layerKeyValue()),
  Layer.provideMerge(KeyValueStore.layerMemory),
  Layer.provideMerge(Client.layerNoProject()),
  Layer.provide(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer({ users: [ada] }))
)

const program = Effect.gen(function*() {
  const { requests } = yield* Emulator
  yield* signIn.withPassword(ada)
  for (const pause of ["0 seconds", "50 seconds", "2 minutes"] as const) {
    yield* TestClock.adjust(pause)
    requests.clear()
    const user = yield* reads.get(reads.currentUser)
    console.log(`after ${pause}: ${user?.displayName}, requests: ${requests.list().length}`)
  }
  console.log(`stored keys: ${(yield* (yield* KeyValueStore.KeyValueStore).keys).length}`)
})

await Effect.runPromise(Effect.provide(program, Layer.provideMerge(live, TestClock.layer())))
