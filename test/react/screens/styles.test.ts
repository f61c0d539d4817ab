import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"

const css = readFileSync(new URL("../../../react/screens/screens.css", import.meta.url), "utf8")

describe("the style sheet", () => {
  it("weighs 8 kB gzipped at most", () => {
    assert.isAtMost(gzipSync(css, { level: 9 }).length, 8000)
  })

  it("touches nothing of the page but the screens", () => {
    const selectors = css.replace(/\/\*[\s\S]*?\*\//g, "").match(/[^{}]+(?=\{)/g) ?? []
    const foreign = selectors.map((selector) => selector.trim())
      .filter((selector) => !selector.includes("lk-") && !/^(?:@media|@layer latchkey$|to$|from$|\d+%$)/.test(selector))

    assert.deepStrictEqual(foreign, [])
  })

  it("has no physical left or right, so that it mirrors", () => {
    assert.deepStrictEqual(css.match(/(?:margin|padding|border|inset)-(?:left|right)|[^-\w](?:left|right)\s*:/g), null)
  })
})
