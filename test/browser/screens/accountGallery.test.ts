import type { AxeResults, RunOptions } from "axe-core"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { site } from "../../support/site.ts"

declare global {
  interface Window {
    readonly axe: { readonly run: (options: RunOptions) => Promise<AxeResults> }
  }
}

const axe = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"))
const pictures = fileURLToPath(new URL("../.screenshots/gallery", import.meta.url))

describe("the account settings", () => {
  const at = site({ page: "gallery.tsx" })

  for (const [width, lang, scheme] of [[1280, "en", "light"], [320, "ar", "dark"]] as const) {
    it(`fit ${width} px and have no accessibility violation in any state, in ${lang} and ${scheme}`, async () => {
      const page = await at.open()
      await page.setViewportSize({ width, height: 700 })
      await page.emulateMedia({ reducedMotion: "reduce" })
      await page.addScriptTag({ path: axe })
      const gallery = await page.evaluate((lang) => {
        speak(lang)
        return states
      }, lang)

      const violations: Array<string> = []
      for (const [screen, names] of Object.entries(gallery).filter(([screen]) => screen.startsWith("account"))) {
        for (const name of names) {
          const found = await page.evaluate(async ([screen, name, scheme]) => {
            await show(screen, name, scheme)
            const { violations } = await window.axe.run({
              runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
            })
            const { clientWidth, scrollWidth } = document.documentElement
            return [
              ...violations.map(({ help, nodes }) => `${help}: ${nodes.map((node) => node.html).join(", ")}`),
              ...scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide`] : []
            ]
          }, [screen, name, scheme] as const)
          violations.push(...found.map((text) => `${screen}, ${name}: ${text}`))
          const file = `${screen}-${name.replace(/\s/g, "-")}-${width}.png`
          await page.screenshot({ path: path.join(pictures, file), fullPage: true })
        }
      }

      assert.deepStrictEqual(violations, [])
    })
  }
})
