/** Concurrent callers with the same key share one run. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { singleFlight } from "../../../layers/call/singleFlight.ts"

/** Creates runs that the test completes: one deferred for each run, in the order in which the runs began. */
const controlled = (scope: Scope.Scope | undefined) => {
  const runs: Array<Deferred.Deferred<string, string>> = []
  const flight = singleFlight(scope, (_key: string, _input: void) =>
    Effect.suspend(() => {
      const run = Deferred.makeUnsafe<string, string>()
      runs.push(run)
      return Deferred.await(run)
    }))
  return { flight, runs }
}

const startNow = { startImmediately: true } as const

describe("singleFlight", () => {
  it.effect("a caller of singleFlight during a run gets the result of that run", () =>
    Effect.gen(function*() {
      const { flight, runs } = controlled(yield* Effect.scope)
      const first = yield* Effect.forkChild(flight("a"), startNow)
      const second = yield* Effect.forkChild(flight("a"), startNow)
      yield* Deferred.succeed(runs[0]!, "it")
      assert.strictEqual(yield* Fiber.join(first), "it")
      assert.strictEqual(yield* Fiber.join(second), "it")
      assert.strictEqual(runs.length, 1)
    }))

  it.effect("singleFlight starts a separate run for another key", () =>
    Effect.gen(function*() {
      const { flight, runs } = controlled(yield* Effect.scope)
      yield* Effect.forkChild(flight("a"), startNow)
      yield* Effect.forkChild(flight("b"), startNow)
      assert.strictEqual(runs.length, 2)
    }))

  it.effect("interrupting the first caller of singleFlight doesn't affect the other callers", () =>
    Effect.gen(function*() {
      const { flight, runs } = controlled(yield* Effect.scope)
      const first = yield* Effect.forkChild(flight("a"), startNow)
      const second = yield* Effect.forkChild(flight("a"), startNow)
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(runs[0]!, "it")
      assert.strictEqual(yield* Fiber.join(second), "it")
    }))

  it.effect("singleFlight shares a failure but doesn't keep it: the next caller starts a new run", () =>
    Effect.gen(function*() {
      const { flight, runs } = controlled(yield* Effect.scope)
      const first = yield* Effect.forkChild(Effect.flip(flight("a")), startNow)
      const second = yield* Effect.forkChild(Effect.flip(flight("a")), startNow)
      yield* Deferred.fail(runs[0]!, "no")
      assert.strictEqual(yield* Fiber.join(first), "no")
      assert.strictEqual(yield* Fiber.join(second), "no")
      const third = yield* Effect.forkChild(flight("a"), startNow)
      yield* Deferred.succeed(runs[1]!, "yes")
      assert.strictEqual(yield* Fiber.join(third), "yes")
    }))

  it.effect("a singleFlight run ends with its scope, and its callers are interrupted", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { flight } = controlled(scope)
      const waiting = yield* Effect.forkChild(flight("a"), startNow)
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(waiting)))
    }))

  it.effect("a singleFlight run without a scope outlives the caller that started it", () =>
    Effect.gen(function*() {
      const { flight, runs } = controlled(undefined)
      const first = yield* Effect.forkChild(flight("a"), startNow)
      yield* Fiber.interrupt(first)
      const second = yield* Effect.forkChild(flight("a"), startNow)
      assert.strictEqual(runs.length, 1)
      yield* Deferred.succeed(runs[0]!, "it")
      assert.strictEqual(yield* Fiber.join(second), "it")
    }))

  it.effect("a singleFlight run that completes synchronously leaves nothing behind", () =>
    Effect.gen(function*() {
      let runs = 0
      const flight = singleFlight(yield* Effect.scope, (_key: string, _input: void) => Effect.sync(() => ++runs))
      assert.strictEqual(yield* flight("a"), 1)
      assert.strictEqual(yield* flight("a"), 2)
    }))
})
