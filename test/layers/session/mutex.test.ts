import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { MixedScheduler } from "effect/Scheduler"
import { makeMutex } from "../../../layers/session/mutex.ts"

const fork = Effect.forkChild({ startImmediately: true })

describe("a mutex", () => {
  it.effect("a mutex runs jobs one after the other, in the order in which they arrive", () =>
    Effect.gen(function*() {
      const locked = makeMutex()
      const events: Array<string> = []
      const job = (name: string) =>
        locked(Effect.gen(function*() {
          events.push(`${name} starts`)
          yield* Effect.yieldNow
          events.push(`${name} ends`)
        }))

      yield* Effect.all([job("a"), job("b"), job("c")], { concurrency: "unbounded" })

      assert.deepStrictEqual(events, ["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"])
    }))

  it.effect("a mutex runs the next job after one that fails, dies or is interrupted", () =>
    Effect.gen(function*() {
      const locked = makeMutex()
      yield* Effect.exit(locked(Effect.fail("no")))
      yield* Effect.exit(locked(Effect.die("crash")))
      const stuck = yield* fork(locked(Effect.never))
      const next = yield* fork(locked(Effect.succeed("ran")))

      yield* Fiber.interrupt(stuck)

      assert.strictEqual(yield* Fiber.join(next), "ran")
    }))

  it.effect("a mutex skips a job that is interrupted while it waits", () =>
    Effect.gen(function*() {
      const locked = makeMutex()
      const gate = yield* Deferred.make<void>()
      let ran = false
      const first = yield* fork(locked(Deferred.await(gate)))
      const second = yield* fork(locked(Effect.sync(() => ran = true)))
      const third = yield* fork(locked(Effect.succeed("ran")))

      yield* Fiber.interrupt(second)
      yield* Deferred.succeed(gate, undefined)

      yield* Fiber.join(first)
      assert.strictEqual(yield* Fiber.join(third), "ran")
      assert.isFalse(ran)
    }))

  it.effect("a mutex passes the lock on if a job is interrupted the moment it gets the lock", () =>
    Effect.gen(function*() {
      const locked = makeMutex()
      let endFirst!: () => void
      const first = yield* fork(locked(Effect.callback<void>((resume) => {
        endFirst = () => resume(Effect.void)
      })))
      let ran = false
      const second = yield* fork(locked(Effect.sync(() => ran = true)))
      const third = yield* fork(locked(Effect.succeed("ran")))

      endFirst()
      second.interruptUnsafe()

      assert.isTrue(Exit.isSuccess(yield* Fiber.await(first)))
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(second)))
      assert.strictEqual(yield* Fiber.join(third), "ran")
      assert.isFalse(ran)
    }))

  it("a mutex runs the next job without a timer, since browsers throttle timers in hidden tabs", async () => {
    const locked = makeMutex()
    const scheduler = new MixedScheduler("async", () => () => {}) // a scheduler whose timers never fire
    const run = <A>(effect: Effect.Effect<A>) => Effect.runPromise(effect, { scheduler })
    let endFirst!: () => void
    const first = run(locked(Effect.callback<void>((resume) => {
      endFirst = () => resume(Effect.void)
    })))
    const second = run(locked(Effect.succeed("ran")))

    endFirst()

    await first
    assert.strictEqual(await second, "ran")
  })
})
