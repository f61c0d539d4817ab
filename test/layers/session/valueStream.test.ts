import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { valueStream } from "../../../layers/session/valueStream.ts"

const variable = <A>(initial: A) => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    set: (next: A) => {
      value = next
      for (const listener of listeners) listener()
    },
    listeners,
    stream: valueStream(() => value, (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    })
  }
}

describe("a value as a stream", () => {
  it.effect("a value's stream starts with the value at the time of subscription", () =>
    Effect.gen(function*() {
      const number = variable(1)
      number.set(2)

      assert.deepStrictEqual(yield* Stream.runCollect(Stream.take(number.stream, 1)), [2])
    }))

  it.effect("a value's stream emits every change to a slow consumer, without repeating a value", () =>
    Effect.gen(function*() {
      const number = variable(0)
      const read = yield* Effect.forkChild(
        Stream.runCollect(Stream.take(Stream.tap(number.stream, () => Effect.yieldNow), 5)),
        { startImmediately: true }
      )

      for (const next of [1, 1, 2, 3, 3]) number.set(next)
      yield* Effect.yieldNow
      number.set(4)

      assert.deepStrictEqual(yield* Fiber.join(read), [0, 1, 2, 3, 4])
    }))

  it.effect("a value's stream removes its listener when the consumer stops, even while waiting", () =>
    Effect.gen(function*() {
      const number = variable(0)
      const read = yield* Effect.forkChild(Stream.runDrain(number.stream), { startImmediately: true })
      assert.strictEqual(number.listeners.size, 1)

      yield* Fiber.interrupt(read)

      assert.strictEqual(number.listeners.size, 0)
    }))
})
