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
  const texts = [
    "README.md",
    "AGENTS.md",
    ...filesIn("schemas", /\.ts$/),
    ...filesIn("layers", /\.ts$/),
    ...filesIn("src", /\.tsx?$/),
    ...filesIn("react", /^(?!.*\/languages\/(?!en)).*\.tsx?$/),
    ...filesIn("docs", /^docs\/(?!\.).+\.md$/),
    ...filesIn("docs/.vitepress/theme", /\.tsx?$/),
    ...filesIn("examples", /\.tsx?$/)
  ].map((file) => [file, readFileSync(file, "utf8").replaceAll("Wrong e-mail or password.", "")] as const)

  it("every English text uses the spelling \"email\", except for the platform's fixed sentence", () => {
    assert.isAbove(texts.length, 500)
    assert.deepStrictEqual(texts.filter(([, text]) => /e-mail/i.test(text)).map(([file]) => file), [])
  })

  /** The noun in a sentence, after a word that code doesn't have before a name. Servers and scanners keep their names. */
  const mail =
    /\b(?:an?|the|this|that|each|every|no|your|their|another|two|some|any|by|with|gets?|sends?|sent)\s+(?:\* )?mails?\b(?! (?:catcher|configuration|library|program|scanner|server|service)s?\b)/gi

  it("no English text calls an email a mail", () => {
    assert.deepStrictEqual(
      texts.flatMap(([file, text]) => [...text.matchAll(mail)].map(([found]) => `${file}: ${found}`)),
      []
    )
    assert.match("Grace gets a mail.", mail)
  })
})
