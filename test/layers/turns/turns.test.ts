import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { SharedRecords, SharedRecordsFailed } from "../../../layers/fleet/SharedRecords.ts"
import { layer as layerShared } from "../../../layers/turns/SharedTurns.ts"
import { graceMillis, makeTurns, Turns } from "../../../layers/turns/Turns.ts"
import { pass, settled, type SharedStore, sharedStore } from "../../support/platform/fleet.ts"
import { runs } from "../../support/suite/properties.ts"

/** An object that the changes affect. It detects overlapping changes. */
const thing = () => {
  let running = 0
  const seen = { overlaps: 0, done: 0, order: new Array<number>() }
  const change = (millis: number, number = 0) =>
    Effect.suspend(() => {
      seen.overlaps += running++ > 0 ? 1 : 0
      seen.order.push(number)
      return Effect.sleep(millis)
    }).pipe(
      Effect.tap(() => Effect.sync(() => void seen.done++)),
      Effect.ensuring(Effect.sync(() => void running--))
    )
  return { seen, change }
}

/** Creates a server with its own turns over the store. `setAway` makes the store unavailable to this server. */
const serverOver = ({ records }: SharedStore) =>
  Effect.gen(function*() {
    const scope = yield* Scope.fork(yield* Effect.scope)
    let away = false
    const unlessAway = <A>(operation: "read" | "write", self: Effect.Effect<A, SharedRecordsFailed>) =>
      Effect.suspend(() => away ? Effect.fail(new SharedRecordsFailed({ operation, problem: "it is away" })) : self)
    const context = yield* Layer.buildWithScope(
      Layer.fresh(Layer.provide(
        layerShared(),
        Layer.succeed(SharedRecords, {
          get: (name) => unlessAway("read", records.get(name)),
          compareAndSet: (...args) => unlessAway("write", records.compareAndSet(...args)),
          prolong: (...args) => unlessAway("write", records.prolong(...args))
        })
      )),
      scope
    )
    const turns = Context.get(context as Context.Context<never>, Turns)
    return {
      scope,
      setAway: (is: boolean) => {
        away = is
      },
      take: <A, E>(run: Effect.Effect<A, E>, name = "credits", isDone = Exit.isSuccess) =>
        turns.take({ name, run, isDone })
    }
  })

describe("turns in one process", () => {
  it.effect.prop(
    "C14: changes with the same name never overlap and begin in order, whichever of them are interrupted",
    {
      changes: Arbitrary.array(
        Arbitrary.schema(Schema.Struct({
          millis: Schema.Literals([0, 1, 10, 50]),
          interruptedAfter: Schema.Literals([-1, -1, 0, 5, 30])
        })),
        { minLength: 1, maxLength: 12 }
      )
    },
    ({ changes }) =>
      Effect.gen(function*() {
        const { change, seen } = thing()
        const turns = makeTurns()
        const fibers = yield* Effect.forEach(changes, ({ interruptedAfter, millis }, at) => {
          const taken = turns.take({ name: "credits", run: change(millis, at), isDone: () => true })
          return Effect.forkChild(
            interruptedAfter < 0 ? taken : Effect.ignore(Effect.timeout(taken, interruptedAfter)),
            { startImmediately: true }
          )
        })
        yield* TestClock.adjust("1 second")
        yield* Effect.forEach(fibers, Fiber.await)

        assert.strictEqual(seen.overlaps, 0)
        assert.deepStrictEqual(seen.order, seen.order.toSorted((a, b) => a - b))
        assert.isAtLeast(seen.done, changes.filter(({ interruptedAfter }) => interruptedAfter < 0).length)
      }),
    { arbitrary: { runs: runs(100) } }
  )

  it.effect("C14: after a change without a response, the next turn begins only after the time reserved for the change", () =>
    Effect.gen(function*() {
      const turns = makeTurns()
      const take = <A, E>(run: Effect.Effect<A, E>) => turns.take({ name: "credits", run, isDone: Exit.isSuccess })
      yield* Effect.ignore(take(Effect.fail("lost")))
      let began = false
      const other = yield* Effect.forkChild(take(Effect.sync(() => void (began = true))), { startImmediately: true })
      yield* TestClock.adjust(graceMillis - 1)
      const early = began
      yield* TestClock.adjust(1)
      yield* Fiber.join(other)

      assert.deepStrictEqual([early, began], [false, true])
      yield* take(Effect.void)
    }))

  it.effect("changes with different names don't wait for each other", () =>
    Effect.gen(function*() {
      const turns = makeTurns()
      const take = <A, E>(name: string, run: Effect.Effect<A, E>) => turns.take({ name, run, isDone: Exit.isSuccess })
      yield* Effect.forkChild(take("a", Effect.never), { startImmediately: true })
      yield* Effect.ignore(take("b", Effect.fail("lost")))

      assert.strictEqual(yield* take("c", Effect.succeed(1)), 1)
    }))
})

describe("turns among servers", () => {
  it.effect.prop(
    "C14: changes on three servers never overlap, whatever their order, whichever servers crash, and whether or not the store is available",
    {
      events: Arbitrary.array(
        Arbitrary.schema(Schema.Struct({
          server: Schema.Literals([0, 1, 2]),
          what: Schema.Literals(["change", "change", "change", "change", "lose", "crash", "away", "back"]),
          millis: Schema.Literals([0, 30, 400, 5000]),
          then: Schema.Literals([0, 0, 25, 300, 4000])
        })),
        { minLength: 4, maxLength: 14 }
      )
    },
    ({ events }) =>
      Effect.gen(function*() {
        const store = yield* sharedStore
        const { change, seen } = thing()
        const fleet = yield* Effect.forEach([0, 1, 2], () => serverOver(store))
        const changes: Array<Fiber.Fiber<unknown, unknown>> = []
        for (const { millis, server, then, what } of events) {
          const { scope, setAway, take } = fleet[server]!
          if (what === "away" || what === "back") setAway(what === "away")
          else if (what === "crash") {
            yield* Scope.close(scope, Exit.void)
            fleet[server] = yield* serverOver(store)
          } else {
            const run = what === "lose" ? Effect.andThen(change(millis), Effect.fail("lost")) : change(millis)
            changes.push(yield* Effect.forkIn(take(run), scope, { startImmediately: true }))
          }
          yield* pass(then)
        }
        for (const { setAway } of fleet) setAway(false)
        while (changes.some((fiber) => fiber.pollUnsafe() === undefined)) yield* pass(1000, 200)

        assert.strictEqual(seen.overlaps, 0)
      }).pipe(Effect.scoped),
    { arbitrary: { runs: runs(25) } }
  )

  it.effect("C14: the next server takes over from a crashed server when that server's heartbeats stop", () =>
    Effect.gen(function*() {
      const store = yield* sharedStore
      const [first, second] = [yield* serverOver(store), yield* serverOver(store)]
      yield* Effect.forkIn(first.take(Effect.never), first.scope, { startImmediately: true })
      yield* pass(1500)
      first.setAway(true)
      yield* Scope.close(first.scope, Exit.void)
      let began = false
      yield* Effect.forkChild(second.take(Effect.sync(() => void (began = true))), { startImmediately: true })
      yield* pass(graceMillis - 500)
      const early = began
      yield* pass(1000)

      assert.deepStrictEqual([early, began], [false, true])
    }).pipe(Effect.scoped))

  it.effect("C14: a server that was suspended while another server took over stops its change, and reports that the change may have been made", () =>
    Effect.gen(function*() {
      const store = yield* sharedStore
      const [first, second] = [yield* serverOver(store), yield* serverOver(store)]
      let sent = false
      const slow = yield* Effect.forkChild(
        first.take(Effect.andThen(Effect.sleep("20 seconds"), Effect.sync(() => void (sent = true)))),
        { startImmediately: true }
      )
      yield* settled
      first.setAway(true)
      yield* second.take(Effect.void).pipe(Effect.forkChild({ startImmediately: true }))
      yield* pass(4000)
      first.setAway(false)
      yield* pass(2000)
      const exit = yield* Fiber.await(slow)

      assert.isFalse(sent)
      assert.include(String(exit), "The change may have been made")
    }).pipe(Effect.scoped))

  it.effect("C14: while the store is unavailable, a change fails with SharedRecordsFailed, and nothing is sent", () =>
    Effect.gen(function*() {
      const server = yield* serverOver(yield* sharedStore)
      server.setAway(true)
      let sent = false
      const error = yield* Effect.flip(server.take(Effect.sync(() => void (sent = true))))

      assert.strictEqual(error._tag, "SharedRecordsFailed")
      assert.isFalse(sent)
    }).pipe(Effect.scoped))

  it.effect("P3: the store contains no customer names, and no record is left after the change", () =>
    Effect.gen(function*() {
      const store = yield* sharedStore
      const server = yield* serverOver(store)
      const running = yield* Effect.forkChild(server.take(Effect.sleep(500), "ada@example.com"), {
        startImmediately: true
      })
      yield* settled
      const during = yield* store.content
      yield* pass(600)
      yield* Fiber.join(running)

      assert.strictEqual(during.length, 1)
      assert.notInclude(during[0]!, "ada@")
      assert.deepStrictEqual(yield* store.content, [])
    }).pipe(Effect.scoped))
})
