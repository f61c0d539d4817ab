import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, beforeEach, vi } from "vitest"
import { timeLimit } from "../../../layers/call/requestSettings.ts"

const tooSlow = () => Effect.fail("too slow")

describe("time limit", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("a time limit interrupts an effect that takes longer, and continues with the alternative", async () => {
    const events: Array<string> = []
    const slow = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void events.push("interrupted")))
    const exit = Effect.runPromiseExit(timeLimit(slow, 1000, tooSlow))
    await vi.advanceTimersByTimeAsync(999)
    assert.deepStrictEqual(events, [])
    await vi.advanceTimersByTimeAsync(1)
    assert.deepStrictEqual(await exit, Exit.fail("too slow"))
    assert.deepStrictEqual(events, ["interrupted"])
  })

  it("an effect that ends within its time limit leaves no timer behind", async () => {
    const results = [
      await Effect.runPromiseExit(timeLimit(Effect.promise(() => Promise.resolve(1)), 1000, tooSlow)),
      await Effect.runPromiseExit(timeLimit(Effect.succeed(2), 1000, tooSlow)),
      await Effect.runPromiseExit(timeLimit(Effect.fail("refused"), 1000, tooSlow))
    ]
    assert.deepStrictEqual(results, [Exit.succeed(1), Exit.succeed(2), Exit.fail("refused")])
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("interrupting the caller ends the effect and the timer of its time limit", async () => {
    const events: Array<string> = []
    const slow = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void events.push("interrupted")))
    const fiber = Effect.runFork(timeLimit(slow, 1000, tooSlow))
    await Effect.runPromise(Fiber.interrupt(fiber))
    assert.deepStrictEqual(events, ["interrupted"])
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("an infinite time limit sets no timer", async () => {
    const fiber = Effect.runFork(timeLimit(Effect.never, Infinity, tooSlow))
    assert.strictEqual(vi.getTimerCount(), 0)
    await Effect.runPromise(Fiber.interrupt(fiber))
  })
})

describe("time limit by a provided clock", () => {
  it.effect("a time limit follows the provided clock", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(timeLimit(Effect.never, 1000, tooSlow))
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(yield* Fiber.await(fiber), Exit.fail("too slow"))
    }))

  it.effect("an effect with a time limit uses the services of its caller", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust(5000)
      assert.strictEqual(yield* timeLimit(Clock.currentTimeMillis, 1000, tooSlow), 5000)
    }))
})
