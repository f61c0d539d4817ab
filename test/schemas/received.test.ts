import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { endpoint } from "../../schemas/Endpoint.ts"
import { received } from "../../schemas/received.ts"
import { wireStruct } from "../../schemas/wireNames.ts"

const input = {
  name: Schema.String,
  count: Schema.optional(Schema.Int),
  isOpen: Schema.optional(Schema.Boolean),
  parts: Schema.optional(Schema.Array(wireStruct({ size: Schema.Finite })))
}
const strict = endpoint("client", "things.create", "POST /things", { input, output: Schema.String }).spec
const lenient = endpoint("client", "things.create", "POST /things", {
  input,
  output: Schema.String,
  unknownFields: "ignored"
}).spec

describe("received", () => {
  it("the decoder of received requests reads fields by their wire names", () => {
    assert.deepStrictEqual(
      received(strict, { name: "a", is_open: true }),
      Result.succeed({
        input: { name: "a", isOpen: true },
        fields: { name: "a", is_open: true }
      })
    )
  })

  it("the decoder of received requests accepts numbers and booleans sent as text, and text sent as numbers or booleans", () => {
    const fields = { name: 7, count: "12", is_open: "false", parts: [{ size: "1.5" }, { size: 2 }] }

    const taken = Result.getOrThrow(received(strict, fields))

    assert.deepStrictEqual(taken.input, { name: "7", count: 12, isOpen: false, parts: [{ size: 1.5 }, { size: 2 }] })
    assert.deepStrictEqual(taken.fields, { name: "7", count: 12, is_open: false, parts: [{ size: 1.5 }, { size: 2 }] })
  })

  it.each([
    ["a missing field", {}],
    ["null for a field that isn't nullable", { name: null }],
    ["text for a number", { name: "a", count: "many" }],
    ["an empty text for a number", { name: "a", count: "" }],
    ["an object for text", { name: {} }],
    ["a broken number among the parts", { name: "a", parts: [{ size: "x" }] }],
    ["an unknown field", { name: "a", colour: "red" }],
    ["an unknown nested field", { name: "a", parts: [{ size: 1, colour: "red" }] }]
  ])("the decoder of received requests rejects %s", (_, fields) => {
    assert.isTrue(Result.isFailure(received(strict, fields)))
  })

  it("the decoder of received requests ignores unknown fields if the endpoint ignores them", () => {
    const taken = Result.getOrThrow(received(lenient, { name: "a", colour: "red" }))

    assert.deepStrictEqual(taken, { input: { name: "a" }, fields: { name: "a" } })
  })
})
