/** Damaged and foreign values in a secure store, its limits, and its error messages. docs/laws.md Y1, native-1. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyValueStore, type KeyValueStoreError } from "effect/persistence/KeyValueStore"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TokenStore } from "../../../layers/session/TokenStore.ts"
import { type Keychain, layerSecureKeyValue, layerSecureStore, type SecureStore } from "../../../src/native/index.ts"
import { keyOfName, longestShort, longestValue, split } from "../../../src/native/parts.ts"
import { project } from "../../support/contract/project.ts"
import { scriptedSecureStore } from "./scriptedSecureStore.ts"

const withTexts = <A, E>(module: SecureStore, use: (texts: KeyValueStore) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(KeyValueStore, use), layerSecureKeyValue(module))

const read = (entries: Map<string, string>) => withTexts(scriptedSecureStore(entries).module, (texts) => texts.get("k"))

/**
 * Parts in a store: those of the id `id`, and one of another id. `heads` lists the text that the store reads for each
 * head.
 */
const parts: ReadonlyArray<readonly [string, string]> = [["k.id.0", "one "], ["k.id.1", "two"], ["k.old.0", "old"]]

const heads: ReadonlyArray<readonly [head: string, text: string | undefined]> = [
  ["#id.2", "one two"],
  ["#id.1", "one "],
  ["#id.0", ""],
  ["#id.000002", "one two"],
  ["#id.3,old.1", "old"],
  ["#id.3,old.000001", "old"],
  ["#id.3,gone.1\nshort", "short"],
  ["#id.3\n", ""],
  ["#id.3\nshort\nof two lines", "short\nof two lines"],
  ["#id.3", undefined],
  ["#", undefined],
  ["#id", undefined],
  ["#id.", undefined],
  ["#.2", undefined],
  ["#id.x", undefined],
  ["#id.-1", undefined],
  ["#id.0000002", undefined],
  ["#ID.2", undefined],
  ["#i-d.2", undefined],
  ["#id.2,", undefined],
  ["#id.2;old.1", undefined],
  ["#id.2 short", undefined],
  ["##id.2", undefined],
  ["x#id.2", "x#id.2"],
  ["", ""]
]

describe("the values of a secure store", () => {
  for (const [head, text] of heads) {
    it.effect(`Y1: the stored value ${JSON.stringify(head)} is read as ${JSON.stringify(text) ?? "no value"}`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* read(new Map([...parts, ["k", head]])), text)
      }))
  }

  /** Values of the first slot, and whether its parts are deleted by the second start, after the first has marked it. */
  const slots: ReadonlyArray<readonly [slot: string, isCleaned: boolean]> = [
    ["lost.2", true],
    ["-lost.2", true],
    ["lost.000002", true],
    ["lost.0000002", false],
    ["lost", false],
    ["lost.", false],
    [".2", false],
    ["--lost.2", false],
    ["LOST.2", false],
    ["lost.2 ", false],
    [" lost.2", false],
    ["lost.2x", false],
    ["lost-.2", false]
  ]

  for (const [slot, isCleaned] of slots) {
    it.effect(`native-1: the second start ${isCleaned ? "deletes" : "leaves"} the parts of a slot with the value ${JSON.stringify(slot)}`, () =>
      Effect.gen(function*() {
        const entries = new Map([["k", "short"], ["k.0", slot], ["k.lost.0", "a"], ["k.lost.1", "b"]])

        const texts = [yield* read(entries), yield* read(entries)]

        assert.deepStrictEqual(texts, ["short", "short"])
        assert.deepStrictEqual([...entries.keys()], isCleaned ? ["k"] : ["k", "k.0", "k.lost.0", "k.lost.1"])
      }))
  }

  it.effect("native-1: the second start deletes the parts of every slot that no head names, and keeps those of the others", () =>
    Effect.gen(function*() {
      const entries = new Map([...parts, ["k", "#id.2,old.1"], ["k.0", "old.1"], ["k.1", "id.2"]])
      for (const slot of [2, 3]) {
        entries.set(`k.${slot}`, `lost${slot}.1`)
        entries.set(`k.lost${slot}.0`, "x")
      }

      const first = yield* read(entries)
      const marked = [...entries.keys()].toSorted()
      const second = yield* read(entries)

      assert.deepStrictEqual([first, second], ["one two", "one two"])
      assert.deepStrictEqual(marked, ["k", "k.1", "k.2", "k.3", "k.id.0", "k.id.1", "k.lost2.0", "k.lost3.0"])
      assert.deepStrictEqual([...entries.keys()].toSorted(), ["k", "k.1", "k.id.0", "k.id.1"])
    }))

  it.effect("native-1: a value whose deletion has begun stays readable, and so do older values", () =>
    Effect.gen(function*() {
      const entries = new Map([...parts, ["k", "#id.2,old.1"], ["k.0", "old.1"], ["k.1", "-id.2"]])

      yield* read(entries)

      assert.deepStrictEqual([...entries.keys()].toSorted(), [
        "k",
        "k.0",
        "k.1",
        "k.id.0",
        "k.id.1",
        "k.old.0"
      ])
    }))

  /** Writes the texts `k` one after the other, over a stored value, and deletes the first part of the last. */
  const incompleteOver = (before: string | undefined, ...texts: ReadonlyArray<string>) =>
    Effect.gen(function*() {
      const entries = new Map(before === undefined ? [] : [["k", before]])
      for (const text of texts) {
        yield* withTexts(scriptedSecureStore(entries).module, (store) => store.set("k", text))
      }
      const [current = ""] = entries.get("k")!.slice(1).split(/[.,]/)
      entries.delete(`k.${current}.0`)
      return entries
    })

  const long = (letter: string) => letter.repeat(3000)

  it.effect("Y1: a long text that is incomplete is read as the text before it", () =>
    Effect.gen(function*() {
      for (const before of ["short", "", "a#", "x".repeat(longestShort)]) {
        assert.strictEqual(yield* read(yield* incompleteOver(before, long("b"))), before)
      }
      for (const unreadable of ["#", "#id", "#id.1"]) {
        assert.isUndefined(yield* read(yield* incompleteOver(unreadable, long("b"))))
      }
      assert.isUndefined(yield* read(yield* incompleteOver(undefined, long("b"))))
    }))

  it.effect("native-1: a head names its text and the complete text before it, and fits into a value with any others", () =>
    Effect.gen(function*() {
      const entries = yield* incompleteOver("short", long("a"), long("b"), long("c"))
      const full = Array.from({ length: 8 }, (_, at) => `abcdefg${at}.123456`).join(",")
      const several = yield* incompleteOver(`#${full}\n${"x".repeat(longestShort)}`, long("a"))

      assert.match(entries.get("k")!, /^#[a-z\d]+\.2,[a-z\d]+\.2$/)
      assert.strictEqual(several.get("k")!.split(",").length, 8)
    }))

  it.effect("a store is cleaned only at the first read of each value", () =>
    Effect.gen(function*() {
      const { calls, module } = scriptedSecureStore(new Map([["k", "text"], ["other", "text"]]))
      const calling = (name: string) =>
        Effect.map(withTexts(module, (texts) => texts.get(name)), () => calls.splice(0).length)

      const counts = [yield* calling("k"), yield* calling("k"), yield* calling("other"), yield* calling("other")]

      assert.isAbove(counts[0]!, 1)
      assert.deepStrictEqual(counts, [counts[0]!, 1, counts[0]!, 1])
    }))

  it.effect("a value up to the size limit is stored as one entry, and a longer value is split into a head and parts", () =>
    Effect.gen(function*() {
      const sizes: Array<number> = []
      for (const length of [0, longestShort, longestShort + 1, longestValue, longestValue + 1]) {
        const entries = new Map<string, string>()
        yield* withTexts(scriptedSecureStore(entries).module, (texts) => texts.set("k", "x".repeat(length)))
        sizes.push(entries.size)
      }

      assert.deepStrictEqual([longestShort, longestValue], [1920, 2048])
      // a head, a slot and the parts
      assert.deepStrictEqual(sizes, [1, 1, 3, 3, 4])
    }))

  it.effect("the id of a long value has eight characters, whatever the random number", () =>
    Effect.gen(function*() {
      for (const [random, id] of [[0, "00000000"], [0.5, "i0000000"], [1 - 2 ** -53, "zzzzzzzz"]] as const) {
        const entries = new Map<string, string>()
        const fixed: Random.Random = {
          nextDoubleUnsafe: () => random,
          nextIntUnsafe: () => 0
        }

        yield* Effect.provideService(
          withTexts(scriptedSecureStore(entries).module, (texts) => texts.set("k", "x".repeat(3000))),
          Random.Random,
          fixed
        )

        assert.strictEqual(entries.get("k"), `#${id}.2`)
      }
    }))

  it.effect.prop(
    "Y1: each part of a value is at most as long as the limit in bytes and ends between characters, and together the parts form the value",
    {
      characters: Arbitrary.array(
        Arbitrary.schema(Schema.Literals(["a", "\u007F", "\u0080", "\u07FF", "\u0800", "\uFFFF", "\u{10000}", "🔑"])),
        { maxLength: 40 }
      ),
      limit: Schema.Int.check(Schema.isBetween({ minimum: 4, maximum: 20 }))
    },
    ({ characters, limit }) =>
      Effect.sync(() => {
        const text = characters.join("")
        const found = split(text, limit)

        assert.strictEqual(found.join(""), text)
        for (const [at, part] of found.entries()) {
          const next = Array.from(found[at + 1] ?? "")[0]
          assert.isAtMost(Buffer.byteLength(part), limit)
          if (next !== undefined) assert.isAbove(Buffer.byteLength(part + next), limit)
        }
      })
  )

  it("names become keys that a module allows, with all other characters in hexadecimal", () => {
    assert.deepStrictEqual(
      ["", "aZ09-", "a.b_c", "é 🔑"].map(keyOfName),
      ["__", "aZ09-", "a_2e_b_5f_c", "_e9__20__1f511_"]
    )
  })
})

describe("the errors of a secure store", () => {
  it.effect("native-1: a value that other programs keep changing fails after 20 attempts, and the error doesn't contain the value", () =>
    Effect.gen(function*() {
      const { module } = scriptedSecureStore()
      let reads = 0
      const changing = {
        ...module,
        getItemAsync: async (key: string) => key === "k" ? `#id${reads++}.0` : null
      }

      const error = yield* Effect.flip(withTexts(changing, (texts) => texts.get("k")))

      assert.strictEqual(error.message, "The secure store failed: Busy.")
      assert.strictEqual(reads, 21)
    }))

  it.effect("native-1: a write whose slot other programs keep taking fails after 20 attempts", () =>
    Effect.gen(function*() {
      const { module } = scriptedSecureStore()
      const ids = new Set<string>()
      const taken = {
        ...module,
        getItemAsync: async (key: string) => /^k\.\d$/.test(key) ? "other.1" : null,
        setItemAsync: async (key: string, value: string) => {
          if (/^k\.\d$/.test(key) && !value.startsWith("-")) ids.add(value)
        },
        deleteItemAsync: async () => {}
      }

      const error = yield* Effect.flip(withTexts(taken, (texts) => texts.set("k", "x".repeat(3000))))

      assert.strictEqual(error.message, "The secure store failed: Busy.")
      assert.strictEqual(ids.size, 20)
    }))

  it.effect("a secure store names its method and key in errors, and explains why it lists no keys", () =>
    Effect.gen(function*() {
      const store = scriptedSecureStore()
      store.lock()
      const failures = yield* withTexts(store.module, (texts) => {
        const uses: ReadonlyArray<Effect.Effect<unknown, KeyValueStoreError>> = [
          texts.get("k"),
          texts.set("k", "v"),
          texts.remove("k"),
          texts.clear,
          texts.size,
          texts.keys
        ]
        return Effect.forEach(uses, (use) => Effect.flip(use))
      })

      const failed = "The secure store failed: KeychainError."
      const unlisted = "Secure stores can't list their keys."
      assert.deepStrictEqual(failures.map(({ key, message, method }) => [method, key, message]), [
        ["get", "k", failed],
        ["set", "k", failed],
        ["remove", "k", failed],
        ["clear", undefined, unlisted],
        ["size", undefined, unlisted],
        ["keys", undefined, unlisted]
      ])
    }))

  it.effect("Y2: the errors of a session's secure store state what failed and what happens to the session", () =>
    Effect.gen(function*() {
      const secure = scriptedSecureStore()
      const store = Context.get(
        yield* Layer.build(Layer.fresh(Layer.provide(layerSecureStore(secure.module), project))),
        TokenStore
      )
      secure.lock()

      const errors = [
        yield* Effect.flip(store.get),
        yield* Effect.flip(store.compareAndSet(null, { accessToken: undefined, refreshToken: Redacted.make("R") }))
      ]

      assert.deepStrictEqual(errors.map(({ message, operation }) => [operation, message]), [
        [
          "read",
          "The token store could not be read: the secure store failed: KeychainError. "
          + "The session stays in memory. The store is read again in the foreground."
        ],
        [
          "write",
          "The token store could not be written: the secure store failed: KeychainError. "
          + "The session is kept in memory only and ends with this program."
        ]
      ])
      assert.deepStrictEqual([store.kind, store.endsByItself], ["a secure store", true])
    }))
})

describe("react-native-keychain", () => {
  it.effect("react-native-keychain gets the service, the module's options and one user name, and a write that it refuses fails", () =>
    Effect.gen(function*() {
      const calls: Array<unknown> = []
      let refuses = false
      const keychain: Keychain = {
        getGenericPassword: async (...args) => {
          calls.push(["get", ...args])
          return false
        },
        setGenericPassword: async (...args) => {
          calls.push(["set", ...args])
          return !refuses && {}
        },
        resetGenericPassword: async (...args) => void calls.push(["reset", ...args])
      }
      const texts = yield* Effect.provide(
        KeyValueStore,
        layerSecureKeyValue(keychain as SecureStore<{ accessible: string }>, { moduleOptions: { accessible: "a" } })
      )

      yield* texts.set("k", "v")
      yield* texts.remove("k")
      refuses = true
      const error = yield* Effect.flip(texts.set("k", "v"))

      const own = calls.filter((call) => (call as ReadonlyArray<{ service?: string }>).at(-1)?.service === "k")
      const options = { accessible: "a", service: "k" }
      assert.deepInclude(own, ["set", "latchkey", "v", options])
      assert.deepInclude(own, ["reset", options])
      assert.deepInclude(own, ["get", options])
      assert.strictEqual(error.message, "The secure store failed: Error.")
    }))
})
