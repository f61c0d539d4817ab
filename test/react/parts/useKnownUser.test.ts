import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import type { ReadState } from "../../../layers/reads/Reads.ts"
import { knownUser } from "../../../react/parts/useKnownUser.ts"
import type { User } from "../../../schemas/entities/User.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as Client from "../../../src/programs/Client.ts"
import * as reads from "../../../src/reads.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const platform = reads.over(Client.layerNoProject()).pipe(
  Layer.provideMerge(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer({ users: [ada] }))
)

const emailIn = (state: ReadState<User | null> | undefined) =>
  state?._tag === "Success" ? state.value?.primaryEmail ?? null : state?._tag

describe("useKnownUser", () => {
  it.effect("T3: useKnownUser returns null after 5 s without a response, and the user once the response arrives", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)
      yield* Emulator.useSync(({ faults }) =>
        faults.add({ endpoint: "users.getMe", respond: { type: "latency", duration: "20 seconds" } })
      )
      yield* Effect.forkChild(Stream.runDrain(reads.changes(reads.currentUser)), { startImmediately: true })
      let last: ReadState<User | null> | undefined
      const watching = yield* Effect.forkChild(
        Stream.runForEach(reads.changes(knownUser), (state) => Effect.sync(() => void (last = state))),
        { startImmediately: true }
      )

      yield* TestClock.adjust("4999 millis")
      const before = emailIn(last)
      yield* TestClock.adjust("1 millis")
      const meanwhile = emailIn(last)
      yield* TestClock.adjust("15 seconds")

      assert.deepStrictEqual([before, meanwhile, emailIn(last)], ["Pending", null, ada.email])
      yield* Fiber.interrupt(watching)
    }).pipe(Effect.provide(platform)))

  it.effect("T3: useKnownUser returns null as soon as the request fails", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)
      yield* Emulator.useSync(({ faults }) => faults.add({ endpoint: "users.getMe", respond: { type: "serverError" } }))

      yield* Effect.exit(reads.get(reads.currentUser))

      assert.isNull(yield* reads.get(knownUser))
    }).pipe(Effect.provide(platform)))
})
