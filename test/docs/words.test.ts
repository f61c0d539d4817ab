import { assert, describe, it } from "vitest"
import { proseOf } from "../../docs/.vitepress/site/reference/words.ts"

describe("sentences of doc comments", () => {
  it("sentences of doc comments have one space between words, and keep line breaks and indentation", () => {
    assert.strictEqual(
      proseOf("which of the   causes\n\n- it \t was\n  and more"),
      "which of the causes\n\n- it was\n  and more"
    )
  })

  it("sentences of doc comments show links to other names as code", () => {
    assert.strictEqual(proseOf("as {@link useRead | a read} does"), "as `useRead` does")
  })
})
