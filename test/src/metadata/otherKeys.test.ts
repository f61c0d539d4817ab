/** Keys that other programs store in metadata. docs/laws.md N16, metadata-1, metadata-2. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { Metadata } from "../../../src/metadata/index.ts"
import { withOtherKeys } from "../../../src/metadata/otherKeys.ts"

/** Returns what an update stores. The change gets the decoded value. */
const updated = <Type>(
  schema: Schema.Codec<Type, any>,
  stored: unknown,
  change: (value: any) => unknown
): unknown => {
  const codec = Schema.toCodecJson(schema)
  const value = Schema.decodeUnknownSync(codec)(stored)
  return withOtherKeys(
    SchemaAST.toEncoded(codec.ast),
    Schema.encodeUnknownSync(codec)(change(value)),
    stored,
    Schema.encodeUnknownSync(codec)(value)
  )
}

const Ui = Schema.Struct({ ui: Schema.Struct({ theme: Schema.String, size: Schema.optionalKey(Schema.Number) }) })

const Items = Schema.Struct({ items: Schema.Array(Schema.Struct({ name: Schema.String, done: Schema.Boolean })) })

const Ids = Schema.Struct({
  items: Schema.Array(Schema.Struct({ id: Schema.Union([Schema.String, Schema.Number]), name: Schema.String }))
})

interface Tree {
  readonly name: string
  readonly child?: Tree
}

const Tree: Schema.Codec<Tree> = Schema.Struct({
  name: Schema.String,
  child: Schema.optionalKey(Schema.suspend((): Schema.Codec<Tree> => Tree))
})

const rename = (name: string) => (value: object) => ({ ...value, name })

const cases: ReadonlyArray<{
  readonly title: string
  readonly schema: Schema.Codec<any, any>
  readonly stored: unknown
  readonly change: (value: any) => unknown
  readonly right: unknown
}> = [
  {
    title: "metadata-1: an unknown key of an inner object is kept",
    schema: Ui,
    stored: { ui: { theme: "dark", beta: true }, other: 1 },
    change: ({ ui }) => ({ ui: { ...ui, theme: "light" } }),
    right: { other: 1, ui: { theme: "light", beta: true } }
  },
  {
    title: "metadata-1: a known key that the update removes from an inner object is removed",
    schema: Ui,
    stored: { ui: { theme: "dark", size: 1, beta: { deep: [1] } } },
    change: () => ({ ui: { theme: "light" } }),
    right: { ui: { theme: "light", beta: { deep: [1] } } }
  },
  {
    title: "metadata-1: a key with the name of a prototype's member is kept as a key",
    schema: Ui,
    stored: JSON.parse("{\"ui\":{\"theme\":\"a\",\"__proto__\":{\"x\":1},\"constructor\":2}}"),
    change: (value) => value,
    right: JSON.parse("{\"ui\":{\"theme\":\"a\",\"__proto__\":{\"x\":1},\"constructor\":2}}")
  },
  {
    title: "metadata-1: unknown keys are kept at every depth of a recursive schema",
    schema: Tree,
    stored: { name: "a", x: 1, child: { name: "b", x: 2, child: { name: "c", x: 3 } } },
    change: rename("z"),
    right: { name: "z", x: 1, child: { name: "b", x: 2, child: { name: "c", x: 3 } } }
  },
  {
    title: "metadata-1: unknown keys in the values of a record are kept, and removed records are removed",
    schema: Schema.Struct({ boards: Schema.Record(Schema.String, Schema.Struct({ open: Schema.Boolean })) }),
    stored: { boards: { a: { open: true, x: 1 }, b: { open: true, x: 2 } } },
    change: () => ({ boards: { a: { open: false }, c: { open: true } } }),
    right: { boards: { a: { open: false, x: 1 }, c: { open: true } } }
  },
  {
    title: "metadata-1: a record with a pattern contains only the keys that match the pattern",
    schema: Schema.StructWithRest(Schema.Struct({ a: Schema.Number }), [
      Schema.Record(Schema.TemplateLiteral(["x-", Schema.String]), Schema.Number)
    ]),
    stored: { a: 1, "x-1": 1, "x-2": 2, other: 3 },
    change: () => ({ a: 2, "x-2": 3 }),
    right: { a: 2, "x-2": 3, other: 3 }
  },
  {
    title: "metadata-1: the keys of an older version of an inner object are removed",
    schema: Schema.Struct({
      ui: Metadata.versions(
        Schema.Struct({ theme: Schema.String }),
        Metadata.older(Schema.Struct({ dark: Schema.Boolean }), () => ({ theme: "dark" }))
      )
    }),
    stored: { ui: { dark: true, beta: 1 } },
    change: (value) => value,
    right: { ui: { theme: "dark", beta: 1 } }
  },
  {
    title: "metadata-1: the keys of all members of a union are known",
    schema: Schema.Struct({
      shape: Schema.Union([
        Schema.Struct({ kind: Schema.Literal("circle"), radius: Schema.Number }),
        Schema.Struct({ kind: Schema.Literal("square"), side: Schema.Number })
      ])
    }),
    stored: { shape: { kind: "circle", radius: 1, color: "red" } },
    change: () => ({ shape: { kind: "square", side: 2 } }),
    right: { shape: { kind: "square", side: 2, color: "red" } }
  },
  {
    title: "metadata-1: a value of a schema without keys is replaced as a whole",
    schema: Schema.Struct({ any: Schema.Unknown, json: Schema.Json, none: Schema.NullOr(Schema.String) }),
    stored: { any: { a: 1 }, json: { a: 1 }, none: null, other: 1 },
    change: () => ({ any: { b: 1 }, json: { b: 1 }, none: "x" }),
    right: { any: { b: 1 }, json: { b: 1 }, none: "x", other: 1 }
  },
  {
    title: "metadata-1: a schema that accepts anything replaces the whole value",
    schema: Schema.Unknown,
    stored: { a: 1, b: 2 },
    change: () => ({ a: 1 }),
    right: { a: 1 }
  },
  {
    title: "metadata-1: unknown keys beside an encoded key with another name are kept",
    schema: Schema.Struct({ ui: Schema.Struct({ since: Schema.Date }).pipe(Schema.encodeKeys({ since: "from" })) }),
    stored: { ui: { from: "2026-04-01T00:00:00.000Z", beta: 1 } },
    change: () => ({ ui: { since: new Date("2026-05-01T00:00:00Z") } }),
    right: { ui: { from: "2026-05-01T00:00:00.000Z", beta: 1 } }
  },
  {
    title: "metadata-1: an object that replaces null, text or an array gets no keys",
    schema: Schema.Struct({ a: Schema.NullOr(Schema.Struct({ b: Schema.Number })) }),
    stored: { a: null, x: [1] },
    change: () => ({ a: { b: 1 } }),
    right: { a: { b: 1 }, x: [1] }
  },
  {
    title: "metadata-2: items that stay equal keep their unknown keys when items are added, removed and moved",
    schema: Items,
    stored: {
      items: [{ name: "a", done: true, x: 1 }, { name: "b", done: false, x: 2 }, { name: "c", done: false, x: 3 }]
    },
    change: ({ items: [a, , c] }) => ({ items: [c, { name: "n", done: false }, a, { name: "m", done: true }] }),
    right: {
      items: [
        { name: "c", done: false, x: 3 },
        { name: "n", done: false },
        { name: "a", done: true, x: 1 },
        { name: "m", done: true }
      ]
    }
  },
  {
    title: "metadata-2: changed items correspond by their place if no item was moved, added or removed",
    schema: Items,
    stored: { items: [{ name: "a", done: false, x: 1 }, { name: "b", done: false, x: 2 }] },
    change: ({ items }) => ({ items: items.map(({ name }: { readonly name: string }) => ({ name, done: true })) }),
    right: { items: [{ name: "a", done: true, x: 1 }, { name: "b", done: true, x: 2 }] }
  },
  {
    title: "metadata-2: a changed item gets no keys if another item was moved",
    schema: Items,
    stored: { items: [{ name: "a", done: false, x: 1 }, { name: "b", done: false, x: 2 }] },
    change: ({ items: [a] }) => ({ items: [{ name: "n", done: true }, a] }),
    right: { items: [{ name: "n", done: true }, { name: "a", done: false, x: 1 }] }
  },
  {
    title: "metadata-2: equal items keep their keys in order",
    schema: Items,
    stored: { items: [{ name: "a", done: false, x: 1 }, { name: "a", done: false, x: 2 }] },
    change: ({ items: [a] }) => ({ items: [a, a, a] }),
    right: {
      items: [{ name: "a", done: false, x: 1 }, { name: "a", done: false, x: 2 }, { name: "a", done: false }]
    }
  },
  {
    title: "metadata-2: items with an id correspond by it, wherever they are and whatever changed",
    schema: Ids,
    stored: { items: [{ id: "1", name: "a", x: 1 }, { id: 2, name: "b", x: 2 }, { id: "3", name: "c", x: 3 }] },
    change: () => ({ items: [{ id: 2, name: "z" }, { id: "2", name: "b" }, { id: "1", name: "y" }] }),
    right: { items: [{ id: 2, name: "z", x: 2 }, { id: "2", name: "b" }, { id: "1", name: "y", x: 1 }] }
  },
  {
    title: "metadata-2: an item with a new id gets no keys of the item that it replaces",
    schema: Ids,
    stored: { items: [{ id: "1", name: "a", x: 1 }] },
    change: () => ({ items: [{ id: "2", name: "a" }] }),
    right: { items: [{ id: "2", name: "a" }] }
  },
  {
    title: "metadata-2: an item whose id the schema doesn't contain keeps it like any unknown key",
    schema: Items,
    stored: { items: [{ name: "a", done: false, id: "7" }] },
    change: () => ({ items: [{ name: "a", done: true }] }),
    right: { items: [{ name: "a", done: true, id: "7" }] }
  },
  {
    title: "metadata-2: items correspond although the schema adds a default to stored items",
    schema: Schema.Struct({
      items: Schema.Array(Metadata.versions(
        Schema.Struct({ name: Schema.String, size: Schema.Number }),
        Metadata.older(Schema.Struct({ name: Schema.String }), ({ name }) => ({ name, size: 0 }))
      ))
    }),
    stored: { items: [{ name: "a", x: 1 }, { name: "b", x: 2 }] },
    change: ({ items: [, b] }) => ({ items: [b] }),
    right: { items: [{ name: "b", size: 0, x: 2 }] }
  },
  {
    title: "metadata-2: items of a tuple correspond by their place",
    schema: Schema.Struct({
      pair: Schema.TupleWithRest(
        Schema.Tuple([Schema.Struct({ a: Schema.Number }), Schema.Struct({ b: Schema.Number })]),
        [Schema.Struct({ c: Schema.Number })]
      )
    }),
    stored: { pair: [{ a: 1, x: 1 }, { b: 1, x: 2 }, { c: 1, x: 3 }, { c: 2, x: 4 }] },
    change: () => ({ pair: [{ a: 2 }, { b: 2 }, { c: 2 }] }),
    right: { pair: [{ a: 2, x: 1 }, { b: 2, x: 2 }, { c: 2, x: 4 }] }
  },
  {
    title: "metadata-2: entries of a map correspond by their key",
    schema: Schema.Struct({ map: Schema.ReadonlyMap(Schema.String, Schema.Struct({ a: Schema.Number })) }),
    stored: { map: [["k", { a: 1, x: 1 }], ["l", { a: 1, x: 2 }]] },
    change: () => ({ map: new Map([["n", { a: 1 }], ["l", { a: 2 }]]) }),
    right: { map: [["n", { a: 1 }], ["l", { a: 2, x: 2 }]] }
  },
  {
    title: "metadata-2: arrays inside arrays keep the unknown keys of their items",
    schema: Schema.Struct({ rows: Schema.Array(Schema.Array(Schema.Struct({ a: Schema.Number }))) }),
    stored: { rows: [[{ a: 1, x: 1 }], [{ a: 2, x: 2 }, { a: 3, x: 3 }]] },
    change: ({ rows: [, second] }) => ({ rows: [second] }),
    right: { rows: [[{ a: 2, x: 2 }, { a: 3, x: 3 }]] }
  }
]

describe("withOtherKeys", () => {
  for (const { change, right, schema, stored, title } of cases) {
    it(title, () => {
      const before = structuredClone(stored)

      assert.deepStrictEqual(updated(schema, stored, change), right)
      assert.deepStrictEqual(stored, before)
    })
  }

  it("metadata-2: a stored array whose length differs from the schema's is compared by the keys that the schema contains", () => {
    const codec = Schema.toCodecJson(Items)

    const sent = withOtherKeys(
      SchemaAST.toEncoded(codec.ast),
      { items: [{ name: "b", done: true }] },
      { items: [{ name: "a", done: true, x: 1 }, { done: true, name: "b", x: 2 }] },
      undefined
    )

    assert.deepStrictEqual<unknown>(sent, { items: [{ name: "b", done: true, x: 2 }] })
  })

  /** A value with known keys a and b, and unknown keys x and y, at several levels. */
  const Level = Schema.Struct({
    a: Schema.Number,
    b: Schema.optionalKey(Schema.Struct({ a: Schema.Number, list: Schema.Array(Schema.Struct({ a: Schema.Number })) }))
  })
  const Int = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
  const Stored = Schema.Struct({
    a: Int,
    x: Schema.optionalKey(Int),
    y: Schema.optionalKey(Schema.Struct({ a: Int })),
    b: Schema.optionalKey(Schema.Struct({
      a: Int,
      x: Schema.optionalKey(Int),
      list: Schema.Array(Schema.Struct({ a: Int, x: Schema.optionalKey(Int) }))
    }))
  })

  it.prop(
    "metadata-1, metadata-2: an update without a change stores the stored value again, and a change of one key changes nothing else",
    { stored: Stored, a: Int },
    ({ a, stored }) => {
      assert.deepStrictEqual(updated(Level, stored, (value) => value), stored)
      assert.deepStrictEqual(updated(Level, stored, (value) => ({ ...value, a })), { ...stored, a })
      const inner = updated(
        Level,
        stored,
        (value) => value.b === undefined ? value : { ...value, b: { ...value.b, a } }
      )
      assert.deepStrictEqual(inner, stored.b === undefined ? stored : { ...stored, b: { ...stored.b, a } })
    }
  )

  it.prop(
    "metadata-2: the value that an update stores decodes to the value that the caller passed",
    { stored: Stored, next: Arbitrary.schema(Level) },
    ({ next, stored }) => {
      const codec = Schema.toCodecJson(Level)
      assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(updated(Level, stored, () => next)), next)
    }
  )
})
