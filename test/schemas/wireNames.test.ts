import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { wireStruct } from "../../schemas/wireNames.ts"

describe("wireStruct", () => {
  it("builds the schema when it is first used, and only once", () => {
    let reads = 0
    const schema = wireStruct({
      get displayName() {
        reads++
        return Schema.String
      }
    })
    const before = reads

    const first = Schema.decodeUnknownSync(schema)({ display_name: "Ada" })
    const afterFirst = reads
    const second = Schema.decodeUnknownSync(schema)({ display_name: "Eve" })

    assert.strictEqual(before, 0)
    assert.isAbove(afterFirst, 0)
    assert.strictEqual(reads, afterFirst)
    assert.deepStrictEqual([first, second], [{ displayName: "Ada" }, { displayName: "Eve" }])
  })

  it("keeps the fields of an annotated schema", () => {
    const schema = wireStruct({ displayName: Schema.String }) as unknown as Schema.Top

    assert.hasAllKeys((schema.annotate({ title: "A name" }) as unknown as { fields: object }).fields, ["displayName"])
  })
})
