/** Interruption reaches the wire: a timeout, the loser of a race and an interrupted fiber abort their requests. */
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Client, currentProject, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"

let aborted = 0
const slow = Layer.effect(
  Transport.Transport,
  Effect.map(Transport.Transport, ({ send }) => ({
    send: (...request: Parameters<typeof send>) =>
      Effect.delay(send(...request), "5 seconds").pipe(Effect.onInterrupt(() => Effect.sync(() => aborted++)))
  }))
)

const live = Client.layerNoProject().pipe(
  Layer.provide(slow),
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer())
)

const after = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.interrupt(fiber)
    return aborted
  })

const program = Effect.gen(function*() {
  console.log(`timeout: ${yield* after(Effect.timeoutOption(currentProject.get(), "1 second"))} aborted`)
  console.log(`race: ${yield* after(Effect.race(currentProject.get(), Effect.sleep("1 second")))} aborted`)
  console.log(`interrupted fiber: ${yield* after(currentProject.get())} aborted`)
})

await Effect.runPromise(Effect.provide(program, Layer.provideMerge(live, TestClock.layer())))
