import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { oneAtATime } from "../../../layers/session/oneAtATime.ts"

const fork = Effect.forkChild({ startImmediately: true })

describe("oneAtATime", () => {
  it.effect("what comes later starts when what came before has ended, in the order it came", () =>
    Effect.gen(function*() {
      const inTurn = oneAtATime()
      const told: Array<string> = []
      const job = (name: string) =>
        inTurn(Effect.gen(function*() {
          told.push(`${name} starts`)
          yield* Effect.yieldNow
          told.push(`${name} ends`)
        }))

      yield* Effect.all([job("a"), job("b"), job("c")], { concurrency: "unbounded" })

      assert.deepStrictEqual(told, ["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"])
    }))

  it.effect("what fails, dies or is interrupted lets the next one run", () =>
    Effect.gen(function*() {
      const inTurn = oneAtATime()
      yield* Effect.exit(inTurn(Effect.fail("no")))
      yield* Effect.exit(inTurn(Effect.die("crash")))
      const stuck = yield* fork(inTurn(Effect.never))
      const next = yield* fork(inTurn(Effect.succeed("ran")))

      yield* Fiber.interrupt(stuck)

      assert.strictEqual(yield* Fiber.join(next), "ran")
    }))

  it.effect("who is interrupted while it waits never runs, and holds up nobody", () =>
    Effect.gen(function*() {
      const inTurn = oneAtATime()
      const gate = yield* Deferred.make<void>()
      let ran = false
      const first = yield* fork(inTurn(Deferred.await(gate)))
      const second = yield* fork(inTurn(Effect.sync(() => ran = true)))
      const third = yield* fork(inTurn(Effect.succeed("ran")))

      yield* Fiber.interrupt(second)
      yield* Deferred.succeed(gate, undefined)

      yield* Fiber.join(first)
      assert.strictEqual(yield* Fiber.join(third), "ran")
      assert.isFalse(ran)
    }))

  it.effect("who is interrupted in the moment its turn comes passes it on", () =>
    Effect.gen(function*() {
      const inTurn = oneAtATime()
      let endFirst!: () => void
      const first = yield* fork(inTurn(Effect.callback<void>((resume) => {
        endFirst = () => resume(Effect.void)
      })))
      let ran = false
      const second = yield* fork(inTurn(Effect.sync(() => ran = true)))
      const third = yield* fork(inTurn(Effect.succeed("ran")))

      endFirst()
      second.interruptUnsafe()

      assert.isTrue(Exit.isSuccess(yield* Fiber.await(first)))
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(second)))
      assert.strictEqual(yield* Fiber.join(third), "ran")
      assert.isFalse(ran)
    }))
})
