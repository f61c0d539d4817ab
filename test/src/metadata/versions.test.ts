/** Chains of older versions, and explanations of values that match none. docs/laws.md metadata-3, metadata-4. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Users from "../../../schemas/endpoints/users.ts"
import { Metadata, MetadataInvalid } from "../../../src/metadata/index.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { signUp } from "../emulator/support/support.ts"

const V1 = Schema.Struct({ dark: Schema.Boolean })
const V2 = Schema.Struct({ theme: Schema.Literals(["light", "dark"]) })
const V3 = Schema.Struct({ theme: Schema.Literals(["light", "dark"]), size: Schema.Number })

const chained = Metadata.versions(
  V3,
  Metadata.older(V1, ({ dark }) => ({ theme: dark ? "dark" : "light" }))
    .older(V2, ({ theme }) => ({ theme, size: 12 })),
  Metadata.older(Schema.Null, () => ({ theme: "light", size: 12 }))
)

const read = (client: Schema.Codec<any, any>, stored: unknown) =>
  Effect.result(Metadata.of(Metadata.define({ client }), { clientMetadata: stored as Schema.Json }))

/** Returns the error of a value that matches no version. */
const refusal = (client: Schema.Codec<any, any>, stored: unknown) =>
  Effect.map(read(client, stored), (result) => {
    assert.isTrue(Result.isFailure(result))
    return Result.isFailure(result) ? result.failure : undefined!
  })

describe("chained older versions", () => {
  it.effect("metadata-3: each shape of a chain is upgraded step by step to the current one", () =>
    Effect.gen(function*() {
      const values = yield* Effect.forEach(
        [{ theme: "dark", size: 1 }, { theme: "dark" }, { dark: true }, { dark: false }, null],
        (stored) =>
          Effect.map(
            Metadata.of(Metadata.define({ client: chained }), { clientMetadata: stored }),
            ({ client }) => client
          )
      )

      assert.deepStrictEqual(values, [
        { theme: "dark", size: 1 },
        { theme: "dark", size: 12 },
        { theme: "dark", size: 12 },
        { theme: "light", size: 12 },
        { theme: "light", size: 12 }
      ])
    }))

  it.effect.prop(
    "metadata-3: a chain of any length upgrades every shape through all later ones, and the newest matching shape applies",
    {
      length: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 })),
      from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))
    },
    ({ from, length }) =>
      Effect.gen(function*() {
        const shape = (at: number) => Schema.Struct({ [`v${at}`]: Schema.Array(Schema.Number) })
        const step = (at: number) => (old: any) => ({ [`v${at + 1}`]: [...old[`v${at}`], at] })
        let chain: any = Metadata.older(shape(0), step(0))
        for (let at = 1; at < length; at++) chain = chain.older(shape(at), step(at))
        const schema = Metadata.versions(shape(length) as Schema.Codec<any, any>, chain)
        const start = Math.min(from, length)

        const result = yield* read(schema, { [`v${start}`]: [] })

        assert.deepStrictEqual(
          Result.isSuccess(result) ? result.success.client : result.failure.message,
          { [`v${length}`]: Array.from({ length: length - start }, (_, at) => start + at) }
        )
      })
  )

  it.effect("metadata-3: an upgrade that throws or returns another shape is reported, for each step of a chain", () =>
    Effect.gen(function*() {
      const throws = Metadata.versions(
        V3,
        Metadata.older(V1, (): { readonly theme: "dark" } => {
          throw new Error("s3cret")
        }).older(V2, ({ theme }) => ({ theme, size: 12 }))
      )
      const wrong = Metadata.versions(
        V3,
        Metadata.older(V1, () => ({ theme: "blue" as "dark" })).older(V2, ({ theme }) => ({ theme, size: 12 }))
      )

      const errors = [yield* refusal(throws, { dark: true }), yield* refusal(wrong, { dark: true })]

      assert.deepStrictEqual(errors.map(({ version }) => version), [2, 2])
      assert.match(errors[0]!.message, /threw an error/)
      assert.notInclude(errors[0]!.message, "s3cret")
      assert.deepStrictEqual(errors[1]!.issues.map(({ path }) => path), ["theme"])
    }))
})

describe("the explanation of a value that matches no version", () => {
  const explained: ReadonlyArray<readonly [stored: unknown, version: number, issues: ReadonlyArray<string>]> = [
    [{ theme: 5, size: 1 }, 0, ["theme: Expected \"light\" | \"dark\""]],
    [{ theme: 5 }, 1, ["theme: Expected \"light\" | \"dark\""]],
    [{ dark: "yes" }, 2, ["dark: Expected boolean"]],
    [{ other: 1 }, 1, ["theme: Missing key"]],
    [{ theme: 5, size: "big" }, 0, ["theme: Expected \"light\" | \"dark\"", "size: Expected number"]]
  ]
  for (const [stored, version, issues] of explained) {
    it.effect(`metadata-4: ${JSON.stringify(stored)} is compared with version ${version}`, () =>
      Effect.gen(function*() {
        const error = yield* refusal(chained, stored)

        assert.instanceOf(error, MetadataInvalid)
        assert.deepStrictEqual(error.issues.map(({ path, problem }) => `${path}: ${problem}`), issues)
        assert.strictEqual(error.version, version)
        assert.include(
          error.message,
          version === 0 ? "Compared with the current version: " : `with older version ${version}: `
        )
      }))
  }

  it.effect("metadata-4: a value of another type is compared with the current version", () =>
    Effect.gen(function*() {
      const errors = yield* Effect.forEach([5, "text", [1], true], (stored) => refusal(chained, stored))

      assert.deepStrictEqual(errors.map(({ version }) => version), [0, 0, 0, 0])
      assert.deepStrictEqual(errors.map(({ issues }) => issues.map(({ path }) => path)), [[""], [""], [""], [""]])
    }))

  it.effect("metadata-4: the message for a definition without versions mentions no versions", () =>
    Effect.gen(function*() {
      const error = yield* refusal(V3, { theme: "dark" })
      const union = yield* refusal(Schema.Union([V2, V1]), { dark: 1 })

      assert.strictEqual(
        error.message,
        "The stored clientMetadata doesn't match its definition: size: Missing key. "
          + "Add the stored shape to the definition as an older version, or store the value again."
      )
      assert.deepStrictEqual([error.version, union.version], [undefined, undefined])
      assert.deepStrictEqual(union.issues.map(({ path }) => path), ["dark"])
    }))

  it.effect("metadata-4: a value inside another value is also compared with its nearest version", () =>
    Effect.gen(function*() {
      const error = yield* refusal(Schema.Struct({ all: Schema.Array(chained) }), {
        all: [{ dark: 1 }, { theme: 1, size: [] }]
      })

      assert.deepStrictEqual(error.issues, [
        { path: "all.0.dark", problem: "Expected boolean" },
        { path: "all.1.theme", problem: "Expected \"light\" | \"dark\"" },
        { path: "all.1.size", problem: "Expected number" }
      ])
    }))

  it.effect("metadata-4: 100,000 invalid items lead to a short message with ten problems", () =>
    Effect.gen(function*() {
      const schema = Metadata.versions(
        Schema.Struct({ pinned: Schema.Array(Schema.String) }),
        Metadata.older(V1, () => ({ pinned: [] }))
      )

      const error = yield* refusal(schema, { pinned: Array.from({ length: 100_000 }, (_, at) => at) })

      assert.strictEqual(error.version, 0)
      assert.lengthOf(error.issues, 10)
      assert.strictEqual(error.more, 99_990)
      assert.include(error.message, "pinned.9: Expected string; and 99990 more problems. ")
      assert.isBelow(error.message.length, 1000)
      assert.isBelow(JSON.stringify(error).length, 2000)
    }))

  it.effect("metadata-4: a key of one megabyte leads to a short message", () =>
    Effect.gen(function*() {
      const key = "k".repeat(1_000_000)

      const error = yield* refusal(Schema.Record(Schema.String, Schema.Number), { [key]: "x", a: { [key]: 1 } })
      const deep = yield* refusal(Schema.suspend((): Schema.Codec<any> => Deep), nested(3000))

      assert.isBelow(error.message.length, 1000)
      assert.isBelow(deep.message.length, 1000)
    }))

  it.effect.prop(
    "metadata-4: no problem is reported twice, and no stored value is shown, for any value and any order of versions",
    {
      stored: Arbitrary.schema(Schema.Struct({
        theme: Schema.optionalKey(Schema.Literals([1, "s3cret", "dark"])),
        size: Schema.optionalKey(Schema.Literals([1, "s3cret"])),
        dark: Schema.optionalKey(Schema.Literals(["s3cret", true])),
        list: Schema.optionalKey(Schema.Array(Schema.Literals([1, "s3cret"])))
      })),
      order: Schema.Boolean
    },
    ({ order, stored }) =>
      Effect.gen(function*() {
        const list = Schema.Struct({ list: Schema.Array(Schema.Boolean), size: Schema.Boolean })
        const olds = [
          Metadata.older(V1, () => ({ list: [], size: true })),
          Metadata.older(V2, () => ({ list: [], size: true })),
          Metadata.older(V3, () => ({ list: [], size: true }))
        ]
        const result = yield* read(Metadata.versions(list, ...(order ? olds : olds.toReversed())), stored)
        if (Result.isSuccess(result)) return
        const { issues, message } = result.failure

        const sentences = issues.map(({ path, problem }) => `${path}: ${problem}`)
        assert.deepStrictEqual([...new Set(sentences)], sentences)
        assert.isAtMost(issues.length, 10)
        assert.isAtLeast(issues.length, 1)
        assert.notInclude(message, "s3cret")
        for (const sentence of sentences) {
          assert.strictEqual(message.split(`${sentence};`).length + message.split(`${sentence}.`).length, 3)
        }
      })
  )
})

const Deep: Schema.Codec<any> = Schema.Struct({ next: Schema.suspend((): Schema.Codec<any> => Deep) })

const nested = (depth: number): object => {
  let value: object = {}
  for (let at = 0; at < depth; at++) value = { next: value }
  return value
}

overBothTransports(({ emulated }) => {
  const account = Metadata.define({ client: chained })

  describe("a change of metadata that doesn't match", () => {
    it.effect("metadata-4: an update with 100,000 invalid items fails with a short message", () =>
      Effect.gen(function*() {
        yield* signUp()
        const pins = Metadata.define({ client: Schema.Struct({ pinned: Schema.Array(Schema.String) }) })

        const error = yield* Effect.flip(
          Metadata.currentUser.update(pins, { client: { pinned: Array.from({ length: 100_000 }, () => 1 as never) } })
        )

        assert.isBelow(error.message.length, 1500)
        assert.include(error.message, "client.pinned.0: Expected string")
      }).pipe(Effect.provide(emulated())))

    it.effect("metadata-4: an update with a value that matches no version reports each problem once", () =>
      Effect.gen(function*() {
        yield* signUp()

        const error = yield* Effect.flip(
          Metadata.currentUser.update(account, { client: { theme: "blue" as "dark", size: 1 } })
        )

        assert.strictEqual(
          error.message,
          "Nothing was sent, because the input is invalid: client.theme: Expected \"light\" | \"dark\"."
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("metadata-1: an update through the platform keeps the unknown keys of inner objects", () =>
      Effect.gen(function*() {
        yield* signUp()
        const definition = Metadata.define({ client: Schema.Struct({ ui: Schema.Struct({ theme: Schema.String }) }) })
        yield* Users.updateMe({ clientMetadata: { ui: { theme: "dark", beta: true }, other: 1 } })

        yield* Metadata.currentUser.update(definition, ({ client }) => ({
          client: { ...client, ui: { ...client!.ui, theme: "light" } }
        }))

        const { clientMetadata } = yield* Users.getMe()
        assert.deepStrictEqual<unknown>(clientMetadata, { other: 1, ui: { theme: "light", beta: true } })
      }).pipe(Effect.provide(emulated())))
  })
})
