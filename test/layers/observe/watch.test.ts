import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { observed, watched, type Watcher, watchPoint } from "../../../layers/observe/watch.ts"
import { turns } from "../../support/suite/fibers.ts"

interface Service {
  readonly label: string
  readonly add: (...numbers: ReadonlyArray<number>) => Effect.Effect<number, "too many">
  readonly wait: Effect.Effect<string>
  readonly twice: <A, E, R>(self: Effect.Effect<A, E, R>, other?: string) => Effect.Effect<readonly [A, A], E, R>
  readonly optional?: (text: string) => Effect.Effect<void>
}

const serviceOf = (done: Deferred.Deferred<string> = Deferred.makeUnsafe()): Service => ({
  label: "a service",
  add: (...numbers) =>
    numbers.length > 3
      ? Effect.fail("too many" as const)
      : Effect.succeed(numbers.reduce((sum, each) => sum + each, 0)),
  wait: Deferred.await(done),
  twice: (self) => Effect.all([self, self])
})

/** Collects what hooks see. */
const seeing = () => {
  const seen: Array<unknown> = []
  const watcher: Watcher<Service> = {
    built: () => void seen.push("built"),
    changed: () => void seen.push("changed"),
    hooks: {
      add: ({ args, startedAt }) => {
        seen.push(["add", args, startedAt])
        return (endedAt, exit) => void seen.push(["added", endedAt, exit])
      },
      wait: ({ args }) => {
        seen.push(["wait", args])
        return (endedAt, exit) => void seen.push(["waited", endedAt, exit])
      },
      twice: ({ args }) => void seen.push(["twice", args.length])
    }
  }
  return { seen, watcher }
}

const point = watchPoint<Service, string>("Test")

/** Messages that were logged. */
const logging = <A, E, R>(test: (lines: Array<unknown>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<unknown> = []
    return Effect.provideService(
      test(lines),
      Logger.CurrentLoggers,
      new Set([Logger.make(({ message }) => void lines.push(message))])
    )
  })

describe("observed", () => {
  it.effect("observe-1: all arguments reach the service and the hook, and the result reaches the program and the hook", () =>
    Effect.gen(function*() {
      const { seen, watcher } = seeing()
      const service = observed(serviceOf(), watcher.hooks!)
      yield* TestClock.setTime(5)

      const sum = yield* service.add(1, 2, 3)
      const failure = yield* Effect.exit(service.add(1, 2, 3, 4))
      const both = yield* service.twice(Effect.succeed(1), "other")

      assert.deepStrictEqual([sum, failure, both], [6, Exit.fail("too many" as const), [1, 1]])
      assert.deepStrictEqual(seen, [
        ["add", [1, 2, 3], 5],
        ["added", 5, Exit.succeed(6)],
        ["add", [1, 2, 3, 4], 5],
        ["added", 5, Exit.fail("too many")],
        ["twice", 2]
      ])
    }))

  it.effect("a use is counted each time its effect runs, and not when the effect is created", () =>
    Effect.gen(function*() {
      const { seen, watcher } = seeing()
      const adding = observed(serviceOf(), watcher.hooks!).add(1)
      const before = seen.length

      yield* Effect.andThen(adding, adding)

      assert.deepStrictEqual([before, seen.length], [0, 4])
    }))

  it.effect("a hook sees the span of the effect that uses the service", () =>
    Effect.gen(function*() {
      const spans: Array<string | undefined> = []
      const name = (span: Tracer.AnySpan | undefined) => span?._tag === "Span" ? span.name : undefined
      const service = observed(serviceOf(), { add: ({ span }) => void spans.push(name(span)) })

      yield* Effect.withSpan(service.add(1), "a flow")
      yield* Effect.withTracerEnabled(service.add(1), false)

      assert.deepStrictEqual(spans, ["a flow", undefined])
    }))

  it("members without a hook are the service's own, including members that its class defines", () => {
    class Counter {
      #count = 1
      readonly own = Effect.succeed("own")
      readonly count = () => Effect.sync(() => this.#count++)
      ofClass(text: string): Effect.Effect<string> {
        return Effect.succeed(`${this.#count} ${text}`)
      }
      get label() {
        return "of the class"
      }
    }
    const counter = new Counter()
    const calls: Array<unknown> = []

    const service = observed(counter, {
      ofClass: ({ args }) => void calls.push(args),
      own: () => void calls.push("own")
    })

    assert.strictEqual(service.count, counter.count)
    assert.strictEqual(service.label, "of the class")
    assert.instanceOf(service, Counter)
    assert.deepStrictEqual([Effect.runSync(service.ofClass("text")), Effect.runSync(service.own)], ["1 text", "own"])
    assert.deepStrictEqual(calls, [["text"], "own"])
    assert.sameMembers(Object.keys({ ...service }), ["own", "count", "ofClass"])
  })

  it("a hook for a missing optional member adds no member", () => {
    const service = observed(serviceOf(), { optional: () => {}, add: undefined as never })

    assert.isFalse("optional" in service)
    assert.strictEqual(Effect.runSync(service.add(1)), 1)
  })

  it.effect("observe-3: a hook sees the end of a use that is interrupted at any step", () =>
    Effect.gen(function*() {
      for (let steps = 0; steps < 40; steps++) {
        const ends: Array<Exit.Exit<unknown, unknown>> = []
        let starts = 0
        const service = observed(
          { work: Effect.forEach(Array.from({ length: 30 }), () => Effect.yieldNow, { discard: true }) },
          {
            work: () => {
              starts++
              return (_, exit) => void ends.push(exit)
            }
          }
        )
        const fiber = yield* Effect.forkChild(Effect.andThen(Effect.yieldNow, service.work))
        yield* Effect.forEach(Array.from({ length: steps }), () => Effect.yieldNow, { discard: true })

        const exit = yield* Fiber.await(yield* Effect.as(Fiber.interrupt(fiber), fiber))

        assert.strictEqual(ends.length, starts, `after ${steps} steps`)
        if (starts === 1) assert.strictEqual(Exit.isSuccess(ends[0]!), Exit.isSuccess(exit))
      }
    }))

  it.effect("observe-3: an interruption ends a waiting use, and reaches the hook", () =>
    Effect.gen(function*() {
      const { seen, watcher } = seeing()
      const fiber = yield* Effect.forkChild(observed(serviceOf(), watcher.hooks!).wait, { startImmediately: true })
      yield* TestClock.adjust(10)

      yield* Fiber.interrupt(fiber)

      const [start, end] = seen as [unknown, [string, number, Exit.Exit<unknown>]]
      assert.deepStrictEqual(start, ["wait", []])
      assert.deepStrictEqual(end.slice(0, 2), ["waited", 10])
      assert.isTrue(Exit.isFailure(end[2]) && Cause.hasInterruptsOnly(end[2].cause))
    }))

  it.effect("a use in an uninterruptible region stays uninterruptible", () =>
    Effect.gen(function*() {
      const done = Deferred.makeUnsafe<string>()
      const { watcher } = seeing()
      const service = observed(serviceOf(done), watcher.hooks!)
      const fiber = yield* Effect.forkChild(Effect.uninterruptible(service.wait), { startImmediately: true })

      const interruption = yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
      yield* turns
      assert.isUndefined(fiber.pollUnsafe())
      yield* Deferred.succeed(done, "done")
      yield* Fiber.join(interruption)
    }))
})

describe("a watch point", () => {
  it.effect("a service without watchers is the service itself", () =>
    Effect.gen(function*() {
      assert.isUndefined(yield* point)
    }))

  it.effect("each watcher sees the facts, the uses and the changes of each service that is built", () =>
    Effect.gen(function*() {
      const [first, second] = [seeing(), seeing()]
      const facts: Array<string> = []
      const one = yield* watched(point, (name) => {
        facts.push(`one ${name}`)
        return first.watcher
      })
      const two = yield* watched(point, (name) => {
        facts.push(`two ${name}`)
        return second.watcher
      }).pipe(Effect.provideContext(one))
      const watching = Context.get(two, point)!("facts")

      watching.changed()
      const service = watching.around(serviceOf())
      watching.changed()
      const sum = yield* service.add(1, 2)

      assert.strictEqual(sum, 3)
      assert.deepStrictEqual(facts, ["one facts", "two facts"])
      assert.deepStrictEqual(first.seen, ["changed", "built", "changed", ["add", [1, 2], 0], [
        "added",
        0,
        Exit.succeed(3)
      ]])
      assert.deepStrictEqual(second.seen, first.seen)
    }))

  it.effect("a watcher without hooks leaves the service as it is", () =>
    Effect.gen(function*() {
      const watching = Context.get(yield* watched(point, () => ({})), point)!("facts")
      watching.changed()

      assert.strictEqual(yield* watching.around(serviceOf()).add(1), 1)
    }))

  it.effect("observe-2: if a watcher throws, its errors are logged, the program continues, and other watchers see the use", () =>
    logging((lines) =>
      Effect.gen(function*() {
        const fail = (where: string) => () => {
          throw new Error(where)
        }
        const { seen, watcher } = seeing()
        const bad = yield* watched(point, () => ({
          built: fail("built"),
          changed: fail("changed"),
          hooks: { add: () => fail("ended"), wait: fail("started") }
        }))
        const worse = yield* Effect.provideContext(watched(point, fail("watch")), bad)
        const all = yield* Effect.provideContext(watched(point, () => watcher), worse)
        const watching = Context.get(all, point)!("facts")

        watching.changed()
        const service = watching.around({ ...serviceOf(), wait: Effect.succeed("waited") })
        const results = [yield* service.add(1), yield* service.wait]

        assert.deepStrictEqual(results, [1, "waited"])
        assert.strictEqual(seen.length, 6)
        assert.deepStrictEqual(
          lines.map((line) => String((line as ReadonlyArray<Error>)[1]?.message)),
          ["watch", "changed", "built", "ended", "started"]
        )
      })
    ))

  it.effect("observe-1: a program gets the same results with any set of watchers, whatever they do", () =>
    Effect.gen(function*() {
      const behaviours: ReadonlyArray<Watcher<Service>> = [
        {},
        seeing().watcher,
        {
          hooks: {
            add: ({ args }) => {
              // even a watcher that ignores the types
              ;(args as Array<number>).length = 0
              return () => Option.none()
            }
          }
        }
      ]
      for (const one of behaviours) {
        for (const other of behaviours) {
          const first = yield* watched(point, () => one)
          const both = yield* Effect.provideContext(watched(point, () => other), first)
          const service = Context.get(both, point)!("facts").around(serviceOf())

          assert.strictEqual(yield* service.add(1, 2), 3)
        }
      }
    }))
})
