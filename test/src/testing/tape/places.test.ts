/** What the contract says about a place in a conversation: its names, its secrets and its types. docs/laws.md tape-1, W1. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { endpoint } from "../../../../schemas/Endpoint.ts"
import { Json, Secret } from "../../../../schemas/fields.ts"
import { KnownError } from "../../../../schemas/KnownError.ts"
import { wire, wireStruct } from "../../../../schemas/wireNames.ts"
import { camelCase, field, hasField, inside, item, type Place, root } from "../../../../src/testing/tape/places.ts"
import { itemOf, secretNames, typesOf, wireNamesOf } from "../../../../src/testing/tape/secretFields.ts"

/** The place of a body with this schema. */
const bodyOf = (schema: Schema.Constraint): Place => root("", [], typesOf(schema))

const namesIn = (schema: Schema.Constraint, ...names: ReadonlyArray<string>) =>
  names.filter((name) => hasField(bodyOf(schema), name))

describe("tape-1: names of the contract at a place", () => {
  it("tape-1: a field is found by its name on the wire, and by its name in camelCase", () => {
    const schema = wireStruct({ displayName: Schema.String, tzIdentifier: wire("tzIdentifier", Schema.String) })

    assert.deepStrictEqual(
      namesIn(schema, "display_name", "displayName", "tzIdentifier", "tz_identifier", "name", ""),
      ["display_name", "displayName", "tzIdentifier"]
    )
  })

  it("tape-1: keys of a record are data, and other members of a union have fields", () => {
    const fields = Schema.Struct({ own: Schema.String })
    const record = Schema.Record(Schema.String, fields)

    assert.deepStrictEqual(namesIn(record, "own", "ada"), [])
    assert.deepStrictEqual(namesIn(Schema.Union([record, fields, Schema.String]), "own", "ada"), ["own"])
    assert.deepStrictEqual(namesIn(Schema.StructWithRest(fields, [record]), "own", "ada"), [])
    for (const schema of [Schema.String, Schema.Array(fields), Schema.Struct({})]) {
      assert.deepStrictEqual(namesIn(schema, "own", "length"), [])
    }
    assert.isFalse(hasField(root("own", []), "own"))
  })

  it("tape-1: a value of a record has the types of the record's values", () => {
    const record = Schema.Record(Schema.String, Schema.Struct({ own: Schema.String }))

    assert.isTrue(hasField(field(bodyOf(record), "ada"), "own"))
  })

  it("tape-1: an array's items have the types of its elements and its rest", () => {
    const elements = Schema.TupleWithRest(Schema.Tuple([Schema.Struct({ one: Schema.String })]), [
      Schema.Struct({ two: Schema.String })
    ])
    const place = item(bodyOf(Schema.Union([elements, Schema.String])))

    assert.deepStrictEqual(["one", "two", "three"].filter((name) => hasField(place, name)), ["one", "two"])
    assert.deepStrictEqual(itemOf(typesOf(Schema.Union([Schema.String, Schema.Struct({ a: Schema.String })]))), [])
  })

  it("tape-1: the contract passes a passkey's options on, and a tape reads them as the standard describes them", () => {
    const { types } = bodyOf(Schema.Struct({ options_json: Json, other: Json }))
    const within = { ...root("", []), types }

    assert.isTrue(hasField(field(within, "options_json"), "challenge"))
    assert.isFalse(hasField(field(within, "other"), "challenge"))
    assert.isFalse(hasField(field(root("", []), "options_json"), "challenge"))
  })

  it("tape-2: the path of a place consists of names in camelCase, without the indexes of arrays", () => {
    const names: ReadonlyArray<readonly [wire: string, own: string]> = [
      ["display_name", "displayName"],
      ["x-own", "xOwn"],
      ["step_2_code", "step2Code"],
      ["a_B", "a_B"],
      ["a_", "a_"],
      ["email", "email"]
    ]
    for (const [wire, own] of names) assert.strictEqual(camelCase(wire), own)
    assert.deepStrictEqual(field(item(field(root("", ["users", "get"]), "auth_methods")), "key_id").path, [
      "users",
      "get",
      "authMethods",
      "keyId"
    ])
    assert.deepStrictEqual(root("path", ["users"]).path, ["users", "path"])
  })
})

describe("W1: secret places", () => {
  const isSecret = (schema: Schema.Constraint, name: string) => field(bodyOf(schema), name).secret

  it("W1: a field is secret if the contract says so here or, for an unknown field, anywhere", () => {
    const schema = wireStruct({ own: Secret, password: Schema.String, credential: Schema.ObjectKeyword })

    assert.isTrue(isSecret(schema, "own"))
    assert.isTrue(isSecret(schema, "credential"))
    assert.isFalse(isSecret(schema, "password"))
    assert.isTrue(isSecret(Schema.Struct({}), "password"))
    assert.isFalse(isSecret(Schema.Struct({}), "own"))
  })

  it("W1: everything inside a secret is secret, and has the secret's name", () => {
    const within = field(bodyOf(wireStruct({ own: Secret })), "own")

    assert.deepInclude(field(within, "theme"), { name: "own", secret: true, path: ["own", "theme"] })
    assert.deepInclude(item(within), { name: "own", secret: true })
    assert.isTrue(item(field(bodyOf(Schema.Struct({ codes: Schema.Array(Secret) })), "codes")).secret)
    assert.isFalse(item(field(bodyOf(Schema.Struct({ codes: Schema.Array(Schema.String) })), "codes")).secret)
  })
})

describe("tape-1: names and secrets of a contract", () => {
  const Node: Schema.Codec<unknown> = Schema.Struct({
    inRecursion: Secret,
    children: Schema.Array(Schema.suspend((): Schema.Codec<unknown> => Node))
  }) as never
  const endpoints = [
    endpoint("client", "things.write", "POST /things/{id}", {
      input: { id: Schema.String, inInput: Secret, deep: wireStruct({ inField: Secret }) },
      output: wireStruct({
        shown: Schema.String,
        list: Schema.Array(Schema.Union([Schema.Null, wireStruct({ inList: Secret })])),
        record: Schema.Record(Schema.String, wireStruct({ inRecord: Secret })),
        node: Node
      })
    })
  ]
  const errors = [
    class Refused extends KnownError("Refused", {
      code: "REFUSED",
      status: 400,
      details: { inError: Secret },
      message: "Refused."
    }) {}
  ]
  const secrets = ["in_input", "in_field", "in_list", "in_record", "in_recursion", "in_error"]

  it("W1: the secrets of a contract are found in inputs, outputs and errors, at any depth", () => {
    assert.sameMembers([...secretNames(endpoints, errors as never)], secrets)
    assert.sameMembers([...secretNames([], errors as never)], ["in_error"])
  })

  it("tape-1: the names of a contract are found in inputs, outputs and errors, at any depth", () => {
    const others = ["id", "deep", "shown", "list", "record", "node", "children"]
    assert.sameMembers([...wireNamesOf(endpoints, errors as never)], [...secrets, ...others])
  })
})

describe("tape-1: a visit of JSON", () => {
  it("tape-1: every text, name and number is visited at its place, and nothing else changes", () => {
    const value = { a: "x", b: [1, { c: "y" }], d: null, e: true, f: {} }
    const visited = inside(
      {
        text: (text, { path }) => `${text} in ${path.join(".")}`,
        name: (name) => name.toUpperCase(),
        number: (number, { path }) => `${number} in ${path.join(".")}`
      },
      value,
      root("", [])
    )

    assert.deepStrictEqual(visited, {
      A: "x in a",
      B: ["1 in b", { C: "y in b.c" }],
      D: null,
      E: true,
      F: {}
    })
  })
})
