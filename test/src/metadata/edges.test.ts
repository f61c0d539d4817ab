/** Unusual schemas and values of metadata. docs/laws.md metadata-1 to metadata-5. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { Metadata, ServerMetadata } from "../../../src/metadata/index.ts"
import { withOtherKeys } from "../../../src/metadata/otherKeys.ts"
import { asServer, emulated, signUp } from "../emulator/support/support.ts"

type Codec = Schema.Codec<any, any>

/** Returns what an update stores. Without `normal`, the schema can't read the stored value. */
const sent = (schema: Codec, value: unknown, stored: unknown, isReadable = true): unknown => {
  const codec = Schema.toCodecJson(schema)
  const normal = isReadable ? Schema.encodeUnknownSync(codec)(Schema.decodeUnknownSync(codec)(stored)) : undefined
  return withOtherKeys(SchemaAST.toEncoded(codec.ast), value, stored, normal)
}

/** The problems of a stored value that doesn't match. */
const problems = (client: Codec, stored: unknown) =>
  Effect.map(
    Effect.flip(Metadata.of(Metadata.define({ client }), { clientMetadata: stored as Schema.Json })),
    ({ issues }) => issues.map(({ path, problem }) => `${path}: ${problem}`)
  )

const Named = Schema.Struct({ name: Schema.String, note: Schema.optionalKey(Schema.String) })
const WithId = Schema.Struct({ id: Schema.optionalKey(Schema.String), name: Schema.String })

describe("items of arrays", () => {
  const items = (item: Codec) => Schema.Struct({ items: Schema.Array(item) })

  it("metadata-2: a changed item next to an unchanged one keeps the unknown keys of the stored item at its position", () => {
    assert.deepStrictEqual<unknown>(
      sent(items(Named), { items: [{ name: "a" }, { name: "z" }] }, {
        items: [{ name: "a", x: 1 }, { name: "b", x: 2 }]
      }),
      { items: [{ name: "a", x: 1 }, { name: "z", x: 2 }] }
    )
  })

  it("metadata-2: an item that loses or gains an id isn't matched with the stored item at its position", () => {
    const stored = { items: [{ id: "1", name: "a", x: 1 }] }
    const without = { items: [{ name: "a", x: 1 }] }

    assert.deepStrictEqual(sent(items(WithId), { items: [{ name: "a" }] }, stored), { items: [{ name: "a" }] })
    assert.deepStrictEqual<unknown>(sent(items(WithId), { items: [{ id: "1", name: "a" }] }, without), {
      items: [{ id: "1", name: "a" }]
    })
  })

  it("metadata-2: items of a union are matched by id if one of the members has an id", () => {
    const item = Schema.Union([
      Schema.Struct({ id: Schema.Number, size: Schema.Number }),
      Schema.Struct({ text: Schema.String })
    ])

    assert.deepStrictEqual<unknown>(
      sent(items(item), { items: [{ text: "t" }, { id: 1, size: 9 }] }, {
        items: [{ id: 1, size: 2, x: 1 }, { text: "t", x: 2 }]
      }),
      { items: [{ text: "t", x: 2 }, { id: 1, size: 9, x: 1 }] }
    )
  })

  it("metadata-2: only strings and numbers count as ids", () => {
    const item = Schema.Struct({ id: Schema.Boolean, name: Schema.String })

    assert.deepStrictEqual<unknown>(
      sent(items(item), { items: [{ id: true, name: "z" }, { id: false, name: "a" }] }, {
        items: [{ id: false, name: "a", x: 1 }, { id: true, name: "b", x: 2 }]
      }),
      { items: [{ id: true, name: "z" }, { id: false, name: "a", x: 1 }] }
    )
  })

  it("metadata-2: the first element of a tuple of three doesn't count as a key", () => {
    const item = Schema.Tuple([Schema.String, Schema.Number, Schema.Struct({ a: Schema.Number })])
    const stored = { items: [["k", 1, { a: 1, x: 1 }], ["l", 1, { a: 1, x: 2 }]] }

    assert.deepStrictEqual<unknown>(
      sent(items(item), { items: [["l", 1, { a: 1 }], ["k", 2, { a: 1 }]] }, stored),
      { items: [["l", 1, { a: 1, x: 2 }], ["k", 2, { a: 1 }]] }
    )
  })

  it("metadata-2: objects in an array of entries and objects have no key", () => {
    const item = Schema.Union([Schema.Tuple([Schema.String, Named]), Named])

    assert.deepStrictEqual<unknown>(
      sent(items(item), { items: [{ name: "a" }, ["k", { name: "y" }]] }, {
        items: [["k", { name: "b", x: 1 }], { name: "a", x: 2 }]
      }),
      { items: [{ name: "a", x: 2 }, ["k", { name: "y", x: 1 }]] }
    )
  })

  it("metadata-2: items after the elements of a tuple are compared with each other", () => {
    const tuple = Schema.TupleWithRest(Schema.Tuple([Named]), [Named])

    assert.deepStrictEqual<unknown>(
      sent(tuple, [{ name: "a" }, { name: "c" }, { name: "b" }], [{ name: "a", x: 1 }, { name: "b", x: 2 }, {
        name: "c",
        x: 3
      }]),
      [{ name: "a", x: 1 }, { name: "c", x: 3 }, { name: "b", x: 2 }]
    )
  })

  it("metadata-2: stored items that the schema can't read are compared by the schema's keys at every depth", () => {
    const item = Schema.Struct({
      name: Schema.String,
      list: Schema.Array(Schema.Struct({ a: Schema.Number })),
      pair: Schema.Tuple([Schema.Struct({ a: Schema.Number })]),
      any: Schema.Union([Schema.Struct({ a: Schema.Number }), Schema.Unknown])
    })
    const one = { name: "a", list: [{ a: 1, x: 1 }], pair: [{ a: 1, x: 1 }], any: { b: 1 }, x: 1 }
    const other = { ...one, list: [{ a: 2 }], any: { b: 2 }, x: 2 }
    const clean = (item: { readonly any: { readonly b: number } }, a: number) => ({
      name: "a",
      list: [{ a }],
      pair: [{ a: 1 }],
      any: item.any
    })

    const stored = sent(items(item), { items: [clean(other, 2), clean(one, 1)] }, { items: [one, other] }, false)

    assert.deepStrictEqual<unknown>(stored, { items: [{ ...clean(other, 2), x: 2, pair: [{ a: 1, x: 1 }] }, one] })
  })
})

describe("items that are matched with none, or with one", () => {
  const items = (item: Codec) => Schema.Struct({ items: Schema.Array(item) })

  it("metadata-2: an item whose id is dropped on reading keeps its unknown keys if nothing else changes", () => {
    const item = Metadata.versions(
      Schema.Struct({ name: Schema.String }),
      Metadata.older(Schema.Struct({ id: Schema.String, name: Schema.String }), ({ name }) => ({ name }))
    )
    const renamed = Metadata.versions(
      Schema.Struct({ title: Schema.String }),
      Metadata.older(Schema.Struct({ id: Schema.String, name: Schema.String }), ({ name }) => ({ title: name }))
    )

    assert.deepStrictEqual<unknown>(
      sent(items(renamed), { items: [{ title: "b" }, { title: "a" }] }, {
        items: [{ id: "1", name: "a", x: 1 }, { id: "2", name: "b", x: 2 }]
      }),
      { items: [{ x: 2, title: "b" }, { x: 1, title: "a" }] }
    )
    assert.deepStrictEqual<unknown>(
      sent(items(item), { items: [{ name: "a" }] }, { items: [{ name: "a", x: 1 }] }),
      { items: [{ name: "a", x: 1 }] }
    )
  })

  it("metadata-2: a stored item is matched with only one item, and items with the same id are matched in order", () => {
    const one = { id: "1", name: "a" }
    assert.deepStrictEqual<unknown>(
      sent(items(WithId), { items: [one, one] }, { items: [{ ...one, x: 1 }] }),
      { items: [{ ...one, x: 1 }, one] }
    )
    assert.deepStrictEqual<unknown>(
      sent(items(WithId), { items: [{ ...one, name: "b" }] }, {
        items: [{ ...one, x: 1 }, { ...one, name: "b", x: 2 }]
      }),
      { items: [{ ...one, name: "b", x: 1 }] }
    )
  })

  it("metadata-2: a new item inserted before an unreadable stored item gets none of that item's unknown keys", () => {
    const stored = { items: [{ name: "a", x: 1 }] }
    assert.deepStrictEqual<unknown>(sent(items(Named), { items: [{ name: "n" }, { name: "a" }] }, stored, false), {
      items: [{ name: "n" }, { name: "a", x: 1 }]
    })
  })

  it("metadata-2: a changed item after the elements of a tuple keeps its unknown keys, by its position or its id", () => {
    const tuple = Schema.TupleWithRest(Schema.Tuple([Named]), [WithId])
    const stored = [{ name: "t", x: 0 }, { name: "a", x: 1 }, { id: "2", name: "b", x: 2 }, { name: "c", x: 3 }]

    assert.deepStrictEqual<unknown>(
      sent(tuple, [{ name: "t" }, { name: "z" }, { id: "2", name: "y" }, { name: "c" }], stored),
      [{ name: "t", x: 0 }, { name: "z", x: 1 }, { id: "2", name: "y", x: 2 }, { name: "c", x: 3 }]
    )
  })

  it("metadata-2: a stored item that is text, a list or an object is compared by the keys that the schema contains", () => {
    const item = Schema.Union([Schema.String, Schema.Array(Named), Named])
    const stored = { items: ["t", { name: "a", x: 1 }, [{ name: "b", x: 2 }]] }

    assert.deepStrictEqual<unknown>(sent(items(item), { items: [[{ name: "b" }], { name: "a" }] }, stored, false), {
      items: [[{ name: "b", x: 2 }], { name: "a", x: 1 }]
    })
  })
})

describe("unusual schemas", () => {
  it("metadata-1: a union with a member that accepts anything replaces the value", () => {
    const schema = Schema.Union([Schema.Struct({ a: Schema.Number }), Schema.Json])
    const any = Schema.Union([Schema.Struct({ a: Schema.Number }), Schema.Any])

    assert.deepStrictEqual<unknown>(sent(any, { a: 2 }, { a: 1, b: 2 }), { a: 2 })
    assert.deepStrictEqual<unknown>(sent(schema, { a: 2 }, { a: 1, b: 2 }), { a: 2 })
    assert.deepStrictEqual<unknown>(sent(Schema.Struct({ in: schema }), { in: { a: 2 } }, { in: { a: 1, b: 2 } }), {
      in: { a: 2 }
    })
  })

  it("metadata-1: a union that contains itself is read once", () => {
    const Self: Codec = Schema.Union([Schema.Struct({ a: Schema.Number }), Schema.suspend((): Codec => Self)])

    const stored = withOtherKeys(SchemaAST.toEncoded(Self.ast), { a: 2 }, { a: 1, x: 1 }, undefined)

    assert.deepStrictEqual<unknown>(stored, { a: 2, x: 1 })
  })

  it("metadata-1: an object is replaced if the schema expects an array or a string in its place", () => {
    const schema = Schema.Struct({ a: Schema.Union([Schema.String, Schema.Array(Schema.String)]) })

    assert.deepStrictEqual<unknown>(sent(schema, { a: ["x"] }, { a: { x: 1 } }, false), { a: ["x"] })
    assert.deepStrictEqual<unknown>(sent(schema, { a: { b: 1 } }, { a: { x: 1 } }, false), { a: { b: 1 } })
  })

  it.effect("metadata-4: a check of a whole value reports the path that it names", () =>
    Effect.gen(function*() {
      const range = Schema.Struct({ from: Schema.Number, to: Schema.Number }).check(
        Schema.makeFilter(({ from, to }) => from <= to || { path: ["to"], issue: "must not be less than from" })
      )

      assert.deepStrictEqual(yield* problems(Schema.Struct({ range }), { range: { from: 2, to: 1 } }), [
        "range.to: must not be less than from"
      ])
    }))

  it.effect("metadata-4: if a schema accepts numbers and other types, a number isn't reported as the only expected type", () =>
    Effect.gen(function*() {
      const wrong = { size: true }

      const auto = yield* problems(
        Schema.Struct({ size: Schema.Union([Schema.Number, Schema.Literal("auto")]) }),
        wrong
      )
      const finite = yield* problems(Schema.Struct({ size: Schema.Finite }), wrong)
      const named = yield* Effect.forEach(
        [["NaNo", "NaN"], ["my-Infinity", "NaN"], ["NaN", "auto"], ["Infinity", "nan"]],
        (names) => problems(Schema.Struct({ size: Schema.Union([Schema.Number, Schema.Literals(names)]) }), wrong)
      )
      const onlyNames = yield* problems(
        Schema.Struct({
          size: Schema.Union([Schema.Literals(["NaN", "Infinity"]), Schema.Literals(["-Infinity", "NaN"])])
        }),
        wrong
      )
      const number = yield* problems(Schema.Struct({ size: Schema.Number }), wrong)

      assert.include(auto.join(), "\"auto\"")
      assert.deepStrictEqual(finite, ["size: Expected number"])
      for (const each of [...named, onlyNames]) assert.notDeepEqual(each, ["size: Expected number"])
      assert.deepStrictEqual(number, ["size: Expected number"])
    }))

  it.effect("metadata-4: an older version may be a union, whose nearest member is compared", () =>
    Effect.gen(function*() {
      const schema = Schema.Struct({
        in: Metadata.versions(
          Schema.Struct({ current: Schema.Number }),
          Metadata.older(
            Schema.Union([Schema.Struct({ a: Schema.Number, b: Schema.Number }), Schema.Struct({ c: Schema.Number })]),
            () => ({ current: 1 })
          )
        )
      })

      assert.deepStrictEqual(yield* problems(schema, { in: { a: 1, b: "x" } }), ["in.b: Expected number"])
      assert.deepStrictEqual(yield* problems(schema, { in: { c: "x" } }), ["in.c: Expected number"])
      assert.deepStrictEqual((yield* problems(schema, { in: null })).map((each) => each.split(":")[0]), ["in"])
      assert.deepStrictEqual((yield* problems(schema, { in: "text" })).map((each) => each.split(":")[0]), ["in"])
      assert.deepStrictEqual(yield* problems(schema, {}), ["in: Missing key"])
    }))

  it.effect("metadata-4: the nearest version is one that has the value's type, and among these the one with most of the value's keys", () =>
    Effect.gen(function*() {
      const A = Schema.Struct({ a: Schema.Number })
      const ABC = Schema.Struct({ a: Schema.Number, b: Schema.Number, c: Schema.Number })
      const throws = () => {
        throw new Error("bug")
      }
      const nearest =
        (stored: unknown, ...olds: ReadonlyArray<Codec>) => (current: Codec, upgrade: () => any = throws) =>
          Effect.map(
            Effect.flip(
              Metadata.of(
                Metadata.define({
                  client: Metadata.versions(current, ...olds.map((old) => Metadata.older(old, upgrade)))
                }),
                { clientMetadata: stored as Schema.Json }
              )
            ),
            ({ issues, version }) => [version, ...issues.map(({ path, problem }) => `${path}: ${problem}`.slice(0, 18))]
          )

      assert.deepStrictEqual(yield* nearest({ x: 1 }, ABC)(Schema.String), [
        1,
        "a: Missing key",
        "b: Missing key",
        "c: Missing key"
      ])
      assert.deepStrictEqual(yield* nearest("text", ABC)(Schema.Number), [0, ": Expected number"])
      assert.deepStrictEqual(
        yield* nearest({ a: 1, b: "x" }, Schema.Union([ABC, A.check(Schema.makeFilter(() => false))]))(
          Schema.Struct({ z: Schema.Number })
        ),
        [1, "b: Expected number", "c: Missing key"]
      )
      assert.deepStrictEqual(yield* nearest({ a: 1 }, A)(Schema.Struct({ z: Schema.Number })), [
        1,
        ": The schema, or the upgrade of an older version, threw an error".slice(0, 18)
      ])
      assert.deepStrictEqual(
        yield* nearest({ a: "x", b: 1 }, Schema.Struct({ a: Schema.Number, b: Schema.Number }))(
          Schema.Struct({ a: Schema.Number, b: Schema.Number, z: Schema.Number })
        ),
        [1, "a: Expected number"]
      )
    }))

  it.effect("metadata-4: a long path ends with an ellipsis after 200 characters", () =>
    Effect.gen(function*() {
      const key = "k".repeat(300)
      const exact = "k".repeat(200)
      const [long] = yield* problems(Schema.Record(Schema.String, Schema.String), { [key]: 1 })
      const [short] = yield* problems(Schema.Record(Schema.String, Schema.String), { [exact]: 1 })

      assert.strictEqual(long, `${"k".repeat(199)}…: Expected string`)
      assert.strictEqual(short, `${exact}: Expected string`)
    }))
})

describe("rejected changes", () => {
  const refusal = (definition: any, change: any) =>
    Effect.map(
      Effect.flip(asServer(ServerMetadata.users.update(definition, { userId: crypto.randomUUID() }, change))),
      ({ message }) => message.replace("Nothing was sent, because the input is invalid: ", "")
    )

  it.effect("metadata-5: the error for a rejected change names the fields that can be changed, and every problem", () =>
    Effect.gen(function*() {
      yield* signUp()
      const two = Metadata.define({ client: V, readOnly: V })

      assert.deepStrictEqual(
        yield* Effect.all([
          refusal(two, { sever: 1 }),
          refusal(Metadata.define({}), { client: 1 }),
          refusal(two, { client: 5 }),
          refusal(two, { client: { a: "x", b: "y" } })
        ]),
        [
          "sever: Expected only client, readOnly.",
          "client: Expected no change, because the definition has no schema for it.",
          "client: Expected object.",
          "client.a: Expected number; client.b: Expected number."
        ]
      )
    }).pipe(Effect.provide(emulated())))
})

const V = Schema.Struct({ a: Schema.Number, b: Schema.Number })
