/** Cached reads that are kept between runs of a program, in the app's own store. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, PersistedReadCache, ReadPolicy, reads, ReadStore, signOut, signUp } from "latchkey"
import { Emulator } from "latchkey/emulator"

const texts = new Map<string, string>()

const store = Layer.succeed(ReadStore.ReadStore, {
  get: (key) => Effect.sync(() => texts.get(key)),
  set: (key, text) => Effect.sync(() => void texts.set(key, text)),
  remove: (key) => Effect.sync(() => void texts.delete(key)),
  clear: Effect.sync(() => texts.clear())
})

const live = PersistedReadCache.layer({ version: "1" }).pipe(
  Layer.provide(store),
  Layer.provideMerge(Client.layerNoProject()),
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer()),
  Layer.provide(ReadPolicy.layer({ drop: "5 minutes" }))
)

it.effect("the store keeps cached reads, and removes them on sign-out", () =>
  Effect.gen(function*() {
    yield* signUp.withPassword({
      email: "ada@example.com",
      password: "correct horse battery staple",
      verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
    })

    yield* reads.get(reads.currentUser)
    assert.include([...texts.values()].join(), "ada@example.com")

    yield* signOut()
    // only one entry remains, which records that the values belong to no user
    assert.notInclude([...texts.values()].join(), "ada@example.com")
  }).pipe(Effect.provide(live)))
