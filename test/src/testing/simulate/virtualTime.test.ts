import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { turns, virtualTime } from "../../../../src/testing/simulate/virtualTime.ts"

describe("virtual time", () => {
  const Timer = Schema.Struct({
    millis: Schema.Literals([-1, 0, 1, 5, 5, 20, 100]),
    /** Whether the timer is cancelled before it ends. */
    cancelled: Schema.Boolean
  })

  it.effect.prop(
    "X1: timers fire at their times, simultaneous timers fire in the order in which they started, and cancelled timers never fire",
    {
      timers: Arbitrary.array(Arbitrary.schema(Timer), { maxLength: 12 }),
      passes: Arbitrary.array(Arbitrary.schema(Schema.Literals([1, 4, 30])), { maxLength: 6 })
    },
    ({ passes, timers }) =>
      Effect.gen(function*() {
        const time = virtualTime(1000)
        const woken: Array<readonly [number, number]> = []
        const fibers = yield* Effect.forEach(timers, ({ millis }, index) =>
          Effect.forkChild(
            Effect.andThen(time.sleep(millis), Effect.sync(() => void woken.push([index, time.now()]))),
            { startImmediately: true }
          ))
        for (const [index, { cancelled }] of timers.entries()) if (cancelled) yield* Fiber.interrupt(fibers[index]!)
        const pending = timers.filter(({ cancelled, millis }) => !cancelled && millis > 0)
        assert.strictEqual(time.timers(), pending.length)
        assert.strictEqual(time.next(), Math.min(...pending.map(({ millis }) => millis)))

        for (const millis of passes) yield* time.pass(millis)

        const now = 1000 + passes.reduce((sum, millis) => sum + millis, 0)
        const expected = timers.flatMap(({ cancelled, millis }, index) =>
          // a timer without a duration has ended before it could be cancelled
          (cancelled && millis > 0) || 1000 + millis > now ? [] : [[index, 1000 + Math.max(0, millis)] as const]
        ).toSorted(([, one], [, other]) => one - other)
        assert.deepStrictEqual(woken, expected)
        assert.strictEqual(time.now(), now)
        yield* Effect.forEach(fibers, Fiber.interrupt)
        assert.strictEqual(time.timers(), 0)
      })
  )

  it.effect("X1: virtual time waits until the program is idle after every timer, including simultaneous timers", () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      const time = virtualTime(0, Effect.andThen(turns, Effect.sync(() => void seen.push(`rest ${time.now()}`))))
      for (const [name, millis] of [["a", 2], ["b", 2], ["c", 3]] as const) {
        yield* Effect.forkChild(Effect.andThen(time.sleep(millis), Effect.sync(() => void seen.push(name))), {
          startImmediately: true
        })
      }

      yield* time.pass(4)

      assert.deepStrictEqual(seen, ["a", "rest 2", "b", "rest 2", "c", "rest 3", "rest 4"])
    }))

  it.effect("X1: the clock shows the virtual time in all units, and sleeps in virtual time", () =>
    Effect.gen(function*() {
      const { clock, pass } = virtualTime(7)
      const fiber = yield* Effect.forkChild(clock.sleep(5 as never), { startImmediately: true })
      yield* pass(5)
      yield* Fiber.join(fiber)

      assert.deepStrictEqual(
        [
          clock.currentTimeMillisUnsafe(),
          yield* clock.currentTimeMillis,
          clock.currentTimeNanosUnsafe(),
          yield* clock.currentTimeNanos,
          clock.monotonicTimeNanosUnsafe(),
          yield* clock.monotonicTimeNanos
        ],
        [12, 12, 12_000_000n, 12_000_000n, 5_000_000n, 5_000_000n]
      )
    }))
})
