import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import * as Schema from "effect/Schema"
import { layerSecureKeyValue, type SecureStore } from "../../../src/native/index.ts"
import { longestShort, split } from "../../../src/native/parts.ts"
import { scriptedSecureStore } from "./scriptedSecureStore.ts"

/** Runs an effect with the values of a module. */
const withTexts = <A, E>(module: SecureStore, use: (texts: KeyValueStore) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(KeyValueStore, use), layerSecureKeyValue(module))

const Text = Schema.Struct({
  start: Schema.Literals(["", "#", "#a.2.00000000", "\u{10FFFF}"]),
  unit: Schema.Literals(["a", "#", "é", "漢", "🔑", "{\"k\":\"#a.1.x\"}", "\u0000"]),
  bytes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7000 }))
})

const textOf = ({ bytes, start, unit }: typeof Text.Type): string =>
  start + unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)))

/** A value to store, or `null` to remove it. */
const Change = Schema.NullOr(Text)

/** A change, and the call during which the process ends. */
const Step = Schema.Struct({
  change: Change,
  at: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 })),
  isDone: Schema.Boolean
})

const key = "latchkey session"

/** Number of entries of a stored value: the value itself, or its head, its slot and its parts. */
const sizeOf = (change: typeof Change.Type): number => {
  if (change === null) return 0
  const text = textOf(change)
  return text.startsWith("#") || Buffer.byteLength(text) > longestShort ? 2 + split(text, 2048).length : 1
}

const apply = (texts: KeyValueStore, change: typeof Change.Type) =>
  change === null ? texts.remove(key) : texts.set(key, textOf(change))

describe("a secure store of strings", () => {
  it.effect.prop(
    "Y1: the next start after an interrupted change reads the old or the new value, and a complete change leaves no other entry",
    { steps: Arbitrary.array(Arbitrary.schema(Step), { minLength: 1, maxLength: 8 }), last: Change },
    ({ last, steps }) =>
      Effect.gen(function*() {
        const entries = new Map<string, string>()
        let before: string | undefined
        for (const { at, change, isDone } of steps) {
          const process = scriptedSecureStore(entries)
          process.endAt(at, isDone)

          yield* Effect.exit(withTexts(process.module, (texts) => apply(texts, change)))
          const found = yield* withTexts(scriptedSecureStore(entries).module, (texts) => texts.get(key))

          assert.include([before, change === null ? undefined : textOf(change)], found)
          before = found
        }
        const { module } = scriptedSecureStore(entries)
        yield* withTexts(module, (texts) => apply(texts, last))
        const found = yield* withTexts(module, (texts) => texts.get(key))

        assert.strictEqual(found, last === null ? undefined : textOf(last))
        assert.strictEqual(entries.size, sizeOf(last))
      })
  )

  it.effect.prop(
    "native-1: an interrupted removal leaves the whole value, or nothing after the next start",
    { before: Text, at: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })), isDone: Schema.Boolean },
    ({ at, before, isDone }) =>
      Effect.gen(function*() {
        const entries = new Map<string, string>()
        yield* withTexts(scriptedSecureStore(entries).module, (texts) => apply(texts, before))
        const process = scriptedSecureStore(entries)
        process.endAt(at, isDone)
        yield* Effect.exit(withTexts(process.module, (texts) => texts.remove(key)))

        const found = yield* withTexts(scriptedSecureStore(entries).module, (texts) => texts.get(key))

        if (found !== undefined) assert.strictEqual(found, textOf(before))
        assert.strictEqual(entries.size, found === undefined ? 0 : sizeOf(before))
      })
  )

  it.effect("Y1: a secure store returns no value if a part is missing", () =>
    Effect.gen(function*() {
      const { entries, module } = scriptedSecureStore()
      yield* withTexts(module, (texts) => texts.set("k", "x".repeat(5000)))
      const name = [...entries.keys()].find((each) => each.endsWith(".1") && each.length > "k.1".length)!
      const part = entries.get(name)!

      entries.delete(name)
      const missing = yield* withTexts(module, (texts) => texts.get("k"))
      entries.set(name, part)

      assert.isUndefined(missing)
      assert.strictEqual(yield* withTexts(module, (texts) => texts.get("k")), "x".repeat(5000))
    }))

  it.effect.prop(
    "different names in a secure store have different keys, which contain only characters that the module allows",
    {
      given: Arbitrary.array(Arbitrary.schema(Schema.String.check(Schema.isMaxLength(8))), {
        minLength: 2,
        maxLength: 6
      })
    },
    ({ given }) =>
      Effect.gen(function*() {
        const names = [...new Set(given)]
        const { module } = scriptedSecureStore()
        yield* withTexts(module, (texts) =>
          Effect.forEach(names, (name, index) =>
            texts.set(name, index % 2 === 0 ? `${index}` : `${index}`.repeat(3000))))

        const found = yield* withTexts(module, (texts) =>
          Effect.forEach(names, (name) =>
            texts.get(name)))

        assert.deepStrictEqual(
          found,
          names.map((_, index) => index % 2 === 0 ? `${index}` : `${index}`.repeat(3000))
        )
      })
  )

  it.effect("concurrent changes in a secure store run one at a time, even through two layers", () =>
    Effect.gen(function*() {
      const { module } = scriptedSecureStore()
      const write = (value: string) => withTexts(module, (texts) => texts.set("k", value.repeat(5000)))

      yield* Effect.all([..."abcdef"].map(write), { concurrency: "unbounded" })

      assert.strictEqual(yield* withTexts(module, (texts) => texts.get("k")), "f".repeat(5000))
    }))

  it.effect("an operation of a secure store waits for an earlier one whose caller was interrupted", () =>
    Effect.gen(function*() {
      const { module } = scriptedSecureStore()

      const interrupted = yield* Effect.forkChild(
        withTexts(module, (texts) => texts.set("k", "a".repeat(9000))),
        { startImmediately: true }
      )
      interrupted.interruptUnsafe()
      yield* withTexts(module, (texts) => texts.set("k", "b".repeat(5000)))

      assert.strictEqual(yield* withTexts(module, (texts) => texts.get("k")), "b".repeat(5000))
    }))

  it.effect("the error of a failing secure store contains neither the module's message nor the value", () =>
    Effect.gen(function*() {
      const store = scriptedSecureStore()
      store.lock()

      const error = yield* Effect.flip(withTexts(store.module, (texts) => texts.set("k", "secret")))

      assert.strictEqual(error.message, "The secure store failed: KeychainError.")
    }))

  it.effect("react-native-keychain and stores with getItem behave like expo-secure-store", () =>
    Effect.gen(function*() {
      const services = new Map<string, string>()
      const items = new Map<string, string>()
      const keychain: SecureStore = {
        getGenericPassword: async ({ service }) => {
          const password = services.get(service)
          return password === undefined ? false : { password }
        },
        setGenericPassword: async (_username, password, { service }) => void services.set(service, password),
        resetGenericPassword: async ({ service }) => services.delete(service)
      }
      const storage: SecureStore = {
        getItem: (key) => items.get(key),
        setItem: (key, value) => items.set(key, value),
        removeItem: (key) => items.delete(key)
      }
      for (const module of [keychain, storage]) {
        yield* withTexts(module, (texts) => texts.set("k", "v".repeat(4000)))
        assert.strictEqual(yield* withTexts(module, (texts) => texts.get("k")), "v".repeat(4000))
        yield* withTexts(module, (texts) => texts.remove("k"))
        assert.strictEqual(yield* withTexts(module, (texts) => texts.get("k")), undefined)
      }
      assert.deepStrictEqual([services.size, items.size], [0, 0])
    }))
})
