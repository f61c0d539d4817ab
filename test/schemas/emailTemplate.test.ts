import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { schemasOf } from "../../schemas/compiled/schemasOf.ts"
import { list } from "../../schemas/endpoints/emailTemplates.ts"

const template = { id: "t1", display_name: "Welcome", tsx_source: "export {}" }

describe("an email template", () => {
  it("an email template decodes type, subject, content and isDefault if the platform sends them, and omits them otherwise", () => {
    const older = {
      ...template,
      type: "magic_link",
      subject: "Sign in",
      content: { type: "doc", content: [{ type: "paragraph" }] },
      is_default: true
    }

    const response = { templates: [older, template] }
    const { templates: [first, second] } = Schema.decodeUnknownSync(schemasOf(list.spec).output)(response)

    assert.deepStrictEqual([first.type, first.subject, first.isDefault], ["magic_link", "Sign in", true])
    assert.deepStrictEqual(first.content, older.content)
    assert.deepStrictEqual(Object.keys(second).sort(), ["displayName", "id", "tsxSource"])
    assert.deepStrictEqual(
      Schema.encodeUnknownSync(schemasOf(list.spec).output)({ templates: [first, second] }),
      response
    )
  })
})
