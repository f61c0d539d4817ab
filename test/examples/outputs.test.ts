/** The pages show below each example what it prints. */
import { readFileSync } from "node:fs"
import { createMarkdownRenderer } from "vitepress"
import { assert, beforeAll, describe, it } from "vitest"
// @ts-expect-error a script without types
import { outputsOf, pages, withOutputs } from "../../.ci/readme.mjs"
import { markdown } from "../../docs/.vitepress/site/markdown.ts"

type Outputs = { readonly [file: string]: ReadonlyArray<{ readonly line: number; readonly text: string }> }

const texts = (pages as ReadonlyArray<string>).map((page) => readFileSync(page, "utf8"))

const block = (marker: string, title = "") => `<!-- ${marker}${title} -->\n\n\`\`\`ts${title}\nconsole.log(1)\n\`\`\`\n`

const output = (...lines: ReadonlyArray<string>) => `\n\`\`\`text [Output]\n${lines.join("\n")}\n\`\`\`\n`

describe("outputs of examples", () => {
  let outputs: Outputs
  beforeAll(() => {
    outputs = outputsOf(texts)
  })

  it("README and docs show what their examples print (update them with node .ci/readme.mjs)", () => {
    assert.isAtLeast(Object.keys(outputs).length, 40)
    for (const [at, text] of texts.entries()) assert.strictEqual(withOutputs(text, outputs), text, pages[at])
  })

  it("an outdated output is replaced, and a region shows only what its own lines print", () => {
    const promise = block("examples/guides/bothWays.ts#promise")

    assert.strictEqual(
      withOutputs(`${promise}${output("typed by hand")}\nText.\n`, outputs),
      `${promise}${output("as a promise: Wrong e-mail or password.")}\nText.\n`
    )
    assert.include(
      withOutputs(block("examples/guides/bothWays.ts"), outputs),
      "as an Effect: Wrong e-mail or password.\nsettled: EmailPasswordMismatch\n"
    )
  })

  it("a group of tabs shows the outputs of its examples below the tabs, and a file with a title shows none", () => {
    const [first, second] = ["promise", "effect"].map((region) =>
      block(`examples/guides/bothWays.ts#${region}`, ` [${region}]`)
    )
    const group = `::: code-group\n\n${first}\n${second}\n:::\n`

    assert.strictEqual(
      withOutputs(group, outputs),
      `${group}${output("as a promise: Wrong e-mail or password.", "as an Effect: Wrong e-mail or password.")}`
    )
    assert.strictEqual(withOutputs(first, outputs), first)
  })

  it("the site names the output of an example", async () => {
    const renderer = await createMarkdownRenderer("docs", markdown)

    assert.match(renderer.render(output("welcome")), /class="output language-text[^]*>Output<[^]*welcome/)
  })
})
