import type { AxeResults, RunOptions } from "axe-core"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "../../support/site.ts"

declare global {
  interface Window {
    readonly axe: { readonly run: (options: RunOptions) => Promise<AxeResults> }
  }
}

const axe = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"))
const pictures = fileURLToPath(new URL("../.screenshots/gallery", import.meta.url))
const themes = fileURLToPath(new URL("../../../examples/react-app/themes.css", import.meta.url))

const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]

describe("the screens", () => {
  const at = site({ page: "gallery.tsx" })

  const gallery = async () => {
    const page = await at.open()
    await page.emulateMedia({ reducedMotion: "reduce" })
    await page.addScriptTag({ path: axe })
    return page
  }

  /** Shows every state, and tells what is wrong with it. The account settings are in accountGallery.test.ts. */
  const wrongIn = async (page: Page, look: string, options: {
    readonly rules: ReadonlyArray<string>
    readonly scheme?: "light" | "dark"
    /** Pictures of these states. @default all */
    readonly pictured?: ReadonlyArray<string>
  }) => {
    const wrong: Array<string> = []
    const states = Object.entries(await page.evaluate(() => globalThis.states))
      .flatMap(([screen, names]) => screen.startsWith("account") ? [] : names.map((name) => [screen, name] as const))
    for (const [screen, name] of states) {
      const found = await page.evaluate(async ([screen, name, scheme, rules]) => {
        await show(screen, name, scheme)
        const { violations } = await window.axe.run({ runOnly: [...rules] })
        const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
        return [
          ...violations.map(({ help, nodes }) => `${help}: ${nodes.map((node) => node.html).join(", ")}`),
          ...wide > 0 ? [`${wide} px too wide`] : []
        ]
      }, [screen, name, options.scheme ?? "light", options.rules] as const)
      wrong.push(...found.map((text) => `${screen}, ${name}, ${look}: ${text}`))
      if (options.pictured?.includes(`${screen} ${name}`) === false) continue
      const file = `${screen}-${name}-${look}.png`.replace(/\s/g, "-")
      await page.screenshot({ path: path.join(pictures, file), fullPage: true })
    }
    return wrong
  }

  it("have no accessibility violation in any state, light or dark", async () => {
    const page = await gallery()
    await page.setViewportSize({ width: 900, height: 820 })

    const wrong = [
      ...await wrongIn(page, "light", { rules: everything }),
      ...await wrongIn(page, "dark", { rules: ["color-contrast"], scheme: "dark" })
    ]

    assert.deepStrictEqual(wrong, [])
  })

  it("lose nothing at 320 px, from right to left in Arabic and from left to right in German", async () => {
    const page = await gallery()
    await page.setViewportSize({ width: 320, height: 640 })

    await page.evaluate(() => speak("ar"))
    const wrong = [...await wrongIn(page, "arabic", { rules: everything })]
    await page.evaluate(() => speak("de"))
    wrong.push(...await wrongIn(page, "german", { rules: ["target-size"], pictured: ["signIn everything"] }))

    assert.deepStrictEqual(wrong, [])
  })

  it("can be read in forced colours", async () => {
    const page = await gallery()
    await page.setViewportSize({ width: 900, height: 820 })
    await page.emulateMedia({ forcedColors: "active" })

    assert.deepStrictEqual(await wrongIn(page, "forced", { rules: ["color-contrast"], pictured: shown }), [])
  })

  it.each(["paper", "night", "candy"])("wear the theme %s of a few lines", async (theme) => {
    const page = await gallery()
    await page.setViewportSize({ width: 900, height: 820 })
    await page.addStyleTag({ path: themes })
    await page.evaluate((theme) => document.documentElement.setAttribute("data-theme", theme), theme)

    assert.deepStrictEqual(await wrongIn(page, theme, { rules: ["color-contrast"], pictured: shown }), [])
  })

  it("do not move when people ask for less motion", async () => {
    const page = await gallery()
    await page.evaluate(() => show("signIn", "busy", "light"))

    const durations = await page.locator(".lk-button").evaluateAll((all) =>
      all.map((button) => getComputedStyle(button).transitionDuration)
    )

    assert.deepStrictEqual([...new Set(durations)], ["0s"])
  })
})

const shown = [
  "signIn everything",
  "signIn wrong password",
  "signOut ask",
  "mfa wrong code",
  "emailVerification expired"
]
