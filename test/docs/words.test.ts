import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { proseOf } from "../../docs/.vitepress/site/reference/words.ts"
import { filesIn } from "./sources.ts"

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

describe("words that users read", () => {
  it("every English text uses the spelling \"email\", except for the platform's fixed sentence", () => {
    const texts = [
      ...filesIn("schemas", /\.ts$/),
      ...filesIn("layers", /\.ts$/),
      ...filesIn("src", /\.tsx?$/),
      ...filesIn("react", /^(?!.*\/languages\/(?!en)).*\.tsx?$/),
      ...filesIn("docs", /^docs\/(?!\.).+\.md$/),
      ...filesIn("examples", /\.tsx?$/)
    ]
    const found = texts.filter((file) =>
      /e-mail/i.test(readFileSync(file, "utf8").replaceAll("Wrong e-mail or password.", ""))
    )

    assert.isAbove(texts.length, 500)
    assert.deepStrictEqual(found, [])
  })
})
