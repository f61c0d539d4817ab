/** All forms in the library, the emulator, the examples and the documentation. docs/laws.md T1, forms-1. */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { needsScript, shownForms, submitButtons } from "./support/suite/shownForms.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Opening tags of forms in React and HTML. */
const forms = globSync("{examples,layers,react,src}/**/*.{ts,tsx,html}", {
  cwd: root,
  exclude: (name) => name === "node_modules" || name === ".next"
}).flatMap((file) => {
  const text = readFileSync(path.join(root, file), "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "")
  return [...text.matchAll(/<form(?=[\s>])[^>]*/g)].map(([tag]) => ({ file, tag }))
})

/** `useForm` sets the method. A form with an action always posts in React. */
const isPosted = (tag: string) => /method="post"|\{\.\.\.(?:(?:state\.)?form\.)?props\}|action=\{/i.test(tag)

describe("a form", () => {
  it("T1: every form uses POST, so that no field gets into a URL", () => {
    assert.isAbove(forms.length, 5)
    assert.deepStrictEqual(forms.filter(({ tag }) => !isPosted(tag)), [])
  })

  it("T1: every form of the documentation and the examples for frameworks uses POST", () => {
    assert.isAbove(shownForms().length, 15)
    assert.deepStrictEqual(shownForms().filter(({ tag }) => !isPosted(tag)).map(({ file, tag }) => [file, tag]), [])
  })

  it("forms-1: every form of the documentation and the examples that needs a script is disabled until the script has loaded", () => {
    const enabled = shownForms().filter(needsScript).flatMap(({ content, file }) =>
      submitButtons(content).filter((button) => !/\bdisabled\b/.test(button)).map((button) => [file, button])
    )

    assert.isAbove(shownForms().filter(needsScript).length, 8)
    assert.deepStrictEqual(enabled, [])
  })

  it("forms-1: a form that needs a script disables its buttons until the script has loaded, and not only during a request", () => {
    const pendingOnly = shownForms().filter(needsScript).flatMap(({ content, file }) =>
      submitButtons(content).filter((button) => !/disabled(?=[\s>])|\bready\b|isReady/i.test(button)).map((
        button
      ) => [file, button])
    )

    assert.deepStrictEqual(pendingOnly, [])
  })
})
