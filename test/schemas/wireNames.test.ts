import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { wireStruct } from "../../schemas/wireNames.ts"

describe("wireStruct", () => {
  it("wireStruct builds its schema only once, when the schema is first used", () => {
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

  it("a schema from wireStruct keeps its fields when it is annotated", () => {
    const schema = wireStruct({ displayName: Schema.String }) as unknown as Schema.Top

    assert.hasAllKeys((schema.annotate({ title: "A name" }) as unknown as { fields: object }).fields, ["displayName"])
  })
})
