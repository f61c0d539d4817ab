import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Visibility } from "../../../layers/browser/Visibility.ts"
import { changes, over, read } from "../../../layers/reads/Reads.ts"

const focus = () => window.dispatchEvent(new Event("focus"))
const online = () => window.dispatchEvent(new Event("online"))

describe("reads of an Effect program", () => {
  /** Watches a value until the scope of the cache is closed. Returns how often the value was read. */
  const watchCounter = Effect.gen(function*() {
    let count = 0
    const counter = read("counter", Effect.sync(() => ++count))
    yield* Effect.forkScoped(Stream.runDrain(changes(counter)), { startImmediately: true })
    yield* TestClock.adjust(0)
    return () => count
  })

  it.effect("N5: watched reads are refreshed when the user returns to the page, at most every 5 s, until their scope is closed", () =>
    Effect.gen(function*() {
      const counts: Array<number> = []

      const program = yield* Effect.forkChild(
        Effect.gen(function*() {
          const count = yield* watchCounter
          for (const wait of ["4999 millis", "1 millis", "1 second"] as const) {
            yield* TestClock.adjust(wait)
            focus()
            online()
            yield* TestClock.adjust(0)
            counts.push(count())
          }
          return count
        }).pipe(Effect.scoped, Effect.provide(over(Layer.empty)))
      )
      const count = yield* Fiber.join(program)
      yield* TestClock.adjust("1 hour")
      focus()
      yield* TestClock.adjust(0)

      assert.deepStrictEqual([...counts, count()], [1, 2, 2, 2])
    }))

  it.effect("N5: watched reads are also refreshed by other sources of visibility, such as a native shell", () =>
    Effect.gen(function*() {
      const listeners = new Set<(why: "focus" | "online") => void>()
      const shell: Visibility = {
        onReturn: (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        }
      }

      const count = yield* Effect.gen(function*() {
        const count = yield* watchCounter
        yield* TestClock.adjust("5 seconds")
        for (const notify of listeners) notify("focus")
        yield* TestClock.adjust(0)
        return count()
      }).pipe(
        Effect.scoped,
        Effect.provide(over(Layer.empty).pipe(Layer.provide(Layer.succeed(Visibility, shell))))
      )

      assert.strictEqual(count, 2)
      assert.strictEqual(listeners.size, 0)
    }))
})
