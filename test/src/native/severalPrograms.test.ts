/** Programs that share a secure store without a lock, such as an app and its extension. docs/laws.md native-1. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import * as Schema from "effect/Schema"
import { layerSecureKeyValue } from "../../../src/native/index.ts"
import { scriptedSecureStore } from "./scriptedSecureStore.ts"

const key = "session"

/** What a program does: it starts again, stores a value of this length, or removes the value. */
const Step = Schema.Union([
  Schema.Literals(["start", "remove"]),
  Schema.Literals([10, 1900, 3000, 7000])
])

type Step = typeof Step.Type

/** Orders the calls of several processes. */
const makeOrder = () => {
  const waiting = new Map<number, () => void>()
  return {
    turnOf: (program: number) => () => new Promise<void>((resolve) => void waiting.set(program, resolve)),
    /** Runs one call after the other until the programs end. Each choice selects one of the waiting programs. */
    run: async (programs: ReadonlyArray<Promise<void>>, choices: ReadonlyArray<number>) => {
      let isOver = false
      const over = Promise.all(programs).finally(() => void (isOver = true))
      // oxlint-disable-next-line no-unmodified-loop-condition -- the promise sets it
      for (let at = 0; !isOver; at++) {
        await new Promise<void>((resolve) => setImmediate(resolve))
        const ready = [...waiting.keys()].toSorted()
        if (ready.length === 0) continue
        const chosen = ready[choices[at % choices.length]! % ready.length]!
        const resolve = waiting.get(chosen)!
        waiting.delete(chosen)
        resolve()
      }
      await over
    }
  }
}

/** Values that programs stored completely. */
interface Seen {
  readonly written: Set<string>
  isRemoved: boolean
}

const program = async (
  entries: Map<string, string>,
  turn: () => Promise<void>,
  steps: ReadonlyArray<Step>,
  name: string,
  seen: Seen,
  endAt: number = Infinity
): Promise<void> => {
  let store = scriptedSecureStore(entries, turn)
  store.endAt(endAt, false)
  for (const [at, step] of steps.entries()) {
    const use = (texts: KeyValueStore) => {
      if (step === "start") return texts.get(key)
      if (step === "remove") {
        seen.isRemoved = true
        return texts.remove(key)
      }
      const text = `${name}${at}:`.padEnd(step, name)
      seen.written.add(text)
      return texts.set(key, text)
    }
    if (step === "start") store = endAt === Infinity ? scriptedSecureStore(entries, turn) : store
    const exit = await Effect.runPromiseExit(
      Effect.provide(Effect.flatMap(KeyValueStore, use), layerSecureKeyValue(store.module))
    )
    if (exit._tag === "Failure") {
      if (endAt !== Infinity) return
      throw new Error(`step ${at} of ${name} failed: ${String(exit.cause)}`)
    }
    if (step === "start" && exit.value === undefined && !seen.isRemoved) throw new Error(`${name} read nothing`)
  }
}

const read = (entries: Map<string, string>) =>
  Effect.provide(
    Effect.flatMap(KeyValueStore, (texts) => texts.get(key)),
    layerSecureKeyValue(scriptedSecureStore(entries).module)
  )

/** A store with a long value. */
const started = Effect.gen(function*() {
  const entries = new Map<string, string>()
  const text = "before".padEnd(5000, "x")
  yield* Effect.provide(
    Effect.flatMap(KeyValueStore, (texts) => texts.set(key, text)),
    layerSecureKeyValue(scriptedSecureStore(entries).module)
  )
  const seen: Seen = { written: new Set([text]), isRemoved: false }
  return { entries, seen }
})

const Steps = Arbitrary.array(Arbitrary.schema(Step), { minLength: 1, maxLength: 4 })
const Choices = Arbitrary.array(Arbitrary.schema(Schema.Literals([0, 1, 2])), { minLength: 5, maxLength: 120 })

describe("several programs over one secure store", () => {
  it.effect.prop(
    "native-1: two programs read whole values in any order of their calls, and the next change leaves no other entry",
    { first: Steps, second: Steps, choices: Choices, isRemoval: Schema.Boolean },
    ({ choices, first, isRemoval, second }) =>
      Effect.gen(function*() {
        const { entries, seen } = yield* started
        const order = makeOrder()
        yield* Effect.promise(() =>
          order.run([
            program(entries, order.turnOf(0), first, "a", seen),
            program(entries, order.turnOf(1), second, "b", seen)
          ], choices)
        )
        const found = yield* read(entries)

        if (!seen.isRemoved || found !== undefined) {
          assert.isTrue(seen.written.has(found!), `found ${found?.slice(0, 9)}`)
        }
        yield* Effect.provide(
          Effect.flatMap(KeyValueStore, (texts) => isRemoval ? texts.remove(key) : texts.set(key, "x".repeat(2049))),
          layerSecureKeyValue(scriptedSecureStore(entries).module)
        )
        assert.strictEqual(entries.size, isRemoval ? 0 : 4)
      })
  )

  it.effect.prop(
    "native-1: three programs leave a whole value in any order of their calls",
    { first: Steps, second: Steps, third: Steps, choices: Choices },
    ({ choices, first, second, third }) =>
      Effect.gen(function*() {
        const { entries, seen } = yield* started
        const order = makeOrder()
        // with three programs, a read during the others' writes can miss the value
        const reads = { ...seen, isRemoved: true }
        yield* Effect.promise(() =>
          order.run(
            [first, second, third].map((steps, at) => program(entries, order.turnOf(at), steps, "abc"[at]!, reads)),
            choices
          )
        )
        const found = yield* read(entries)

        const isRemoved = [first, second, third].some((steps) => steps.includes("remove"))
        if (!isRemoved || found !== undefined) assert.isTrue(seen.written.has(found!), `found ${found?.slice(0, 9)}`)
      })
  )

  it.effect.prop(
    "native-1: a program that is terminated during a write leaves a whole value, whatever the other program does",
    {
      first: Steps,
      second: Steps,
      choices: Choices,
      at: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 }))
    },
    ({ at, choices, first, second }) =>
      Effect.gen(function*() {
        const { entries, seen } = yield* started
        const long = (steps: ReadonlyArray<Step>) => steps.filter((step) => step !== 1900)
        const order = makeOrder()

        yield* Effect.promise(() =>
          order.run([
            program(entries, order.turnOf(0), long(first), "a", seen, at),
            program(entries, order.turnOf(1), long(second), "b", seen)
          ], choices)
        )
        const found = yield* read(entries)

        if (!seen.isRemoved || found !== undefined) {
          assert.isTrue(seen.written.has(found!), `found ${found?.slice(0, 9)}`)
        }
      })
  )
})
