import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"

const folder = new URL("../../../react/screens/", import.meta.url)

const themes = readdirSync(new URL("themes/", folder)).map((name) => `themes/${name}`)

const weights: Record<string, number> = {
  "screens.css": 8000,
  ...Object.fromEntries(themes.map((name) => [name, 700]))
}

describe.each(Object.keys(weights))("style sheet %s", (name) => {
  const css = readFileSync(new URL(name, folder), "utf8")

  it("a style sheet of the screens is at most 8 kB gzipped, and a theme at most 0.7 kB", () => {
    assert.isAtMost(gzipSync(css, { level: 9 }).length, weights[name]!)
  })

  it("a style sheet of the screens applies only to the screens", () => {
    const selectors = css.replace(/\/\*[\s\S]*?\*\//g, "").match(/[^{}]+(?=\{)/g) ?? []
    const foreign = selectors.map((selector) => selector.trim())
      .filter((selector) => !selector.includes("lk-") && !/^(?:@media|@layer latchkey$|to$|from$|\d+%$)/.test(selector))

    assert.deepStrictEqual(foreign, [])
  })

  it("a style sheet of the screens uses no physical left or right, so that it can be mirrored", () => {
    assert.deepStrictEqual(css.match(/(?:margin|padding|border|inset)-(?:left|right)|[^-\w](?:left|right)\s*:/g), null)
  })
})

describe.each(themes)("theme %s", (name) => {
  it("a theme is selected by name, and a page's own rules override it", () => {
    const sheet = readFileSync(new URL(name, folder), "utf8")

    assert.match(
      sheet,
      new RegExp(
        `^/\\*.*\\*/\n@layer latchkey \\{\n  \\[data-lk-theme="${
          name.slice(7, -4)
        }"\\] \\.lk-page \\{\n[^{}]*\\}\n\\}\n$`
      )
    )
  })
})
