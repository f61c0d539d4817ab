import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Visibility } from "../../../layers/browser/Visibility.ts"
import * as ReadPolicy from "../../../layers/reads/ReadPolicy.ts"
import { every, get, invalidate, over, read, type ReadState } from "../../../layers/reads/Reads.ts"
import { shown, source, watch } from "../../support/platform/watchedReads.ts"
import { runs } from "../../support/suite/properties.ts"

const alone = over(Layer.empty)

const seconds = (...times: ReadonlyArray<number>) => times.map((time) => time * 1000)

/** A page. The test controls whether it is visible. */
const page = () => {
  const listeners = new Set<(why: "focus" | "online") => void>()
  let hidden = false
  const service: Visibility = {
    isHidden: () => hidden,
    onReturn: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
  return {
    listeners,
    layer: over(Layer.empty).pipe(
      // disables the refresh of stale reads when the user returns, which isn't tested here
      Layer.provide(Layer.merge(Layer.succeed(Visibility, service), ReadPolicy.layer({ staleness: Infinity })))
    ),
    hide: Effect.sync(() => void (hidden = true)),
    show: Effect.andThen(
      Effect.sync(() => {
        hidden = false
        for (const listener of [...listeners]) listener("focus")
      }),
      TestClock.adjust(0)
    )
  }
}

/** Creates a read that fails when the test says so, and records the start times of its requests. */
const flaky = () => {
  const starts: Array<number> = []
  const state = { fails: false }
  const effect = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    starts.push(now)
    return state.fails ? Effect.fail("out of order") : Effect.succeed(starts.length)
  })
  return { read: read("flaky", effect), starts, state }
}

describe("polled read", () => {
  it.effect("N11: a polled read is requested on its schedule, and each wait starts at the previous response", () =>
    Effect.gen(function*() {
      const { read, starts } = source(1000)
      yield* watch(every(read, Schedule.spaced("10 seconds")))

      yield* TestClock.adjust("35 seconds")

      assert.deepStrictEqual(starts, seconds(0, 11, 22, 33))
    }).pipe(Effect.provide(alone)))

  it.effect("N11: polling ends with its schedule", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      yield* watch(every(Schedule.spaced("1 second").pipe(Schedule.upTo({ times: 2 })))(read))

      yield* TestClock.adjust("1 minute")

      assert.deepStrictEqual(starts, seconds(0, 1, 2))
    }).pipe(Effect.provide(alone)))

  it.effect("N11: polling passes the read's state to the schedule, which can use the state to stop or to choose its next wait", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      const untilThree = Schedule.spaced("1 second").pipe(
        Schedule.setInputType<ReadState<number>>(),
        Schedule.while(({ input }) => input._tag === "Success" && input.value < 3)
      )
      yield* watch(every(read, untilThree))

      yield* TestClock.adjust("1 minute")

      assert.deepStrictEqual(starts, seconds(0, 1, 2))
    }).pipe(Effect.provide(alone)))

  it.effect("N11: polling pauses without watchers and restarts its schedule with the next watcher", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      const polled = every(read, Schedule.spaced("2 seconds"))
      const { leave } = yield* watch(polled)
      yield* TestClock.adjust("3 seconds")
      yield* leave
      yield* TestClock.adjust("3 seconds")

      yield* watch(polled)
      yield* TestClock.adjust("2 seconds")

      assert.deepStrictEqual(starts, seconds(0, 2, 8))
    }).pipe(Effect.provide(alone)))

  it.effect("N11: a read is polled only while it is watched with a schedule", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      yield* watch(read)
      yield* get(every(read, Schedule.spaced("1 second")))
      yield* TestClock.adjust("1 minute")
      const before = [...starts]

      const { leave } = yield* watch(every(read, Schedule.spaced("1 second")))
      yield* TestClock.adjust("2 seconds")
      yield* leave
      yield* TestClock.adjust("1 minute")

      assert.deepStrictEqual(before, [0])
      assert.deepStrictEqual(starts, seconds(0, 61, 62))
    }).pipe(Effect.provide(alone)))

  it.effect("N11: a polled read is polled once for any number of watchers", () =>
    Effect.gen(function*() {
      const { read, starts } = source()
      for (let each = 0; each < 3; each++) yield* watch(every(read, Schedule.spaced("1 second")))

      yield* TestClock.adjust("3 seconds")

      assert.deepStrictEqual(starts, seconds(0, 1, 2, 3))
    }).pipe(Effect.provide(alone)))

  it.effect("N11: polling pauses while the page is hidden, and reads immediately when the page is shown again if a read is due", () => {
    const { hide, layer, listeners, show } = page()
    return Effect.gen(function*() {
      const { read, starts } = source()
      const { leave } = yield* watch(every(read, Schedule.spaced("10 seconds")))
      yield* hide
      yield* TestClock.adjust("61 seconds")
      const whileHidden = [...starts]

      yield* show
      yield* TestClock.adjust("10 seconds")
      yield* leave

      assert.deepStrictEqual(whileHidden, [0])
      assert.deepStrictEqual(starts, seconds(0, 61, 71))
      assert.strictEqual(listeners.size, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("N11: polling keeps waiting when the page is shown again if no read is due yet", () => {
    const { hide, layer, show } = page()
    return Effect.gen(function*() {
      const { read, starts } = source()
      yield* watch(every(read, Schedule.spaced("10 seconds")))
      yield* hide
      yield* TestClock.adjust("4 seconds")
      yield* show
      const atReturn = [...starts]
      yield* TestClock.adjust("6 seconds")

      assert.deepStrictEqual(atReturn, [0])
      assert.deepStrictEqual(starts, seconds(0, 10))
    }).pipe(Effect.provide(layer))
  })

  it.effect.prop("N11: polling waits up to five minutes after failures, and never less than its schedule requires", {
    period: Schema.Int.check(Schema.isBetween({ minimum: 300, maximum: 20_000 }))
  }, ({ period }) =>
    Effect.gen(function*() {
      const { read, starts, state } = flaky()
      state.fails = true
      yield* watch(every(read, Schedule.spaced(period)))

      yield* TestClock.adjust("1 hour")
      const waits = starts.slice(1).map((start, at) => start - starts[at]!)

      for (const [at, wait] of waits.entries()) {
        assert.isAtLeast(wait, period)
        // jitter of 0.8 to 1.2
        assert.isAtLeast(wait, Math.min(300_000, 1000 * 2 ** at) * 0.8 - 1)
        assert.isAtMost(wait, Math.max(period, Math.min(300_000, 1000 * 2 ** at) * 1.2) + 1)
      }
      assert.isAbove(waits.length, 10)
    }).pipe(Effect.provide(Layer.provideMerge(alone, TestClock.layer()))), { arbitrary: { runs: runs(20) } })

  it.effect("N11: polling returns to its schedule after the first success", () =>
    Effect.gen(function*() {
      const { read, starts, state } = flaky()
      yield* watch(every(read, Schedule.spaced("1 second")))
      state.fails = true
      yield* TestClock.adjust("15 seconds")
      state.fails = false
      const failed = starts.length
      yield* TestClock.adjust("1 minute")

      const waits = starts.slice(1).map((start, at) => Math.round(start - starts[at]!))
      assert.deepStrictEqual(new Set(waits.slice(failed)), new Set([1000]))
      assert.isBelow(failed, 8)
    }).pipe(Effect.provide(alone)))

  it.effect("C7: polling backs off after failures according to the policy's schedule", () =>
    Effect.gen(function*() {
      const { read, starts, state } = flaky()
      state.fails = true
      yield* watch(every(read, Schedule.spaced("1 second")))

      yield* TestClock.adjust("90 seconds")

      assert.deepStrictEqual(starts, seconds(0, 30, 60, 90))
    }).pipe(
      Effect.provide(Layer.provide(alone, ReadPolicy.layer({ pollBackoff: Schedule.spaced(Duration.seconds(30)) })))
    ))

  it.effect("a polled read sends no request while another request for the same read is under way", () =>
    Effect.gen(function*() {
      const { read, starts } = source(3000)
      const { states } = yield* watch(every(read, Schedule.spaced("10 seconds")))
      yield* TestClock.adjust("12 seconds")

      yield* invalidate(read)
      yield* TestClock.adjust("3 seconds")

      assert.deepStrictEqual(starts, seconds(0, 12))
      assert.deepStrictEqual(shown(states), ["Pending", "1", "1…", "2"])
    }).pipe(Effect.provide(alone)))
})
