import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as TestClock from "effect/testing/TestClock"
import type { Tabs } from "../../../layers/browser/Tabs.ts"
import { entryLockOf } from "../../../layers/session/mutex.ts"
import { turns } from "../../support/suite/fibers.ts"

/** A store whose operations take some time, with one entry. */
const storeOf = (millis: number) => {
  let text: string | undefined
  const paused = <A>(use: () => A) => millis === 0 ? Effect.sync(use) : Effect.delay(Effect.sync(use), millis)
  return KeyValueStore.makeStringOnly({
    get: () => paused(() => text),
    set: (_, value) => paused(() => void (text = value)),
    remove: () => paused(() => void (text = undefined)),
    clear: Effect.void,
    clearPrefix: () => Effect.void,
    size: Effect.succeed(1),
    keys: Effect.succeed(["entry"])
  })
}

/** Tabs that record their locks. */
const recording = () => {
  const topics: Array<string> = []
  const tabs: Tabs = {
    join: () => ({ notify: () => {}, leave: () => {} }),
    withLock: (topic) => (self) => Effect.andThen(Effect.sync(() => topics.push(topic)), self)
  }
  return { tabs, topics }
}

/** Adds a letter to the entry. */
const add = (store: KeyValueStore.KeyValueStore, letter: string) =>
  Effect.flatMap(store.get("entry"), (text) => store.set("entry", (text ?? "") + letter))

describe("entryLockOf", () => {
  it.effect("accounts-1: changes by clients that share a store run one at a time, and none is lost", () =>
    Effect.gen(function*() {
      const store = storeOf(10)
      const { tabs } = recording()
      const letters = ["a", "b", "c"]

      const fiber = yield* Effect.forkChild(
        Effect.forEach(letters, (letter) => entryLockOf(store, tabs, "entry")(add(store, letter)), {
          concurrency: "unbounded"
        })
      )
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
      const read = yield* Effect.forkChild(store.get("entry"))
      yield* TestClock.adjust("1 second")

      assert.strictEqual(yield* Fiber.join(read), "abc")
    }))

  it.effect("accounts-1: a change to a store that responds asynchronously takes the lock that the tabs share", () =>
    Effect.gen(function*() {
      const { tabs, topics } = recording()
      const store = storeOf(10)

      const fiber = yield* Effect.forkChild(entryLockOf(store, tabs, "entry")(add(store, "a")))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)

      assert.deepStrictEqual(topics, ["writes of entry"])
    }))

  it.effect("a change to a store that responds synchronously ends in the same turn, without the lock that the tabs share", () =>
    Effect.gen(function*() {
      const { tabs, topics } = recording()
      const store = storeOf(0)

      const fiber = Effect.runFork(entryLockOf(store, tabs, "entry")(add(store, "a")))

      assert.strictEqual(fiber.pollUnsafe()?._tag, "Success")
      assert.deepStrictEqual(topics, [])
    }))

  it.effect("the lock of an entry is released after a failure, a defect and an interruption", () =>
    Effect.gen(function*() {
      const { tabs } = recording()
      const store = storeOf(0)
      const locked = entryLockOf(store, tabs, "entry")

      yield* Effect.exit(locked(Effect.fail("no")))
      yield* Effect.exit(locked(Effect.die("no")))
      const hanging = yield* Effect.forkChild(locked(Effect.never), { startImmediately: true })
      const waiting = yield* Effect.forkChild(locked(Effect.succeed("waited")), { startImmediately: true })
      yield* turns
      yield* Fiber.interrupt(hanging)

      assert.strictEqual(yield* Fiber.join(waiting), "waited")
    }))

  it.effect("entries of other keys and other stores don't wait for one another", () =>
    Effect.gen(function*() {
      const { tabs } = recording()
      const store = storeOf(0)
      yield* Effect.forkChild(entryLockOf(store, tabs, "entry")(Effect.never), { startImmediately: true })

      assert.strictEqual(yield* entryLockOf(store, tabs, "other")(Effect.succeed(1)), 1)
      assert.strictEqual(yield* entryLockOf(storeOf(0), tabs, "entry")(Effect.succeed(2)), 2)
    }))
})
