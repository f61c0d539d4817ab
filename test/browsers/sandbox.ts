/** A sandbox of the site, in any browser. */
import { strict as assert } from "node:assert"
import { sandboxes } from "../../docs/.vitepress/site/sandboxes.ts"
import { sandboxFiles, sandboxPage } from "../browser/support/sandbox.ts"
import { until } from "./Page.ts"
import { served } from "./served.ts"
import type { Step } from "./steps.ts"

/** Serves a page with the sandbox of the site's front page. */
const frontPage = async () => {
  const { code, scenario } = sandboxes().find(({ file }) => file === "index.md")!
  return served(sandboxPage({ scenario, code, base: "/" }), await sandboxFiles())
}

export const sandboxStep: Step = {
  title: "a sandbox of the site runs its code, with one refresh after an hour",
  play: async ({ page }) => {
    using site = await frontPage()
    await page.goto(site.url)
    await until(
      "the sandbox",
      () =>
        page.evaluate(() =>
          document.querySelector("#place")?.shadowRoot?.querySelector(".sandbox")?.getAttribute("aria-busy") ===
            "false"
        )
    )
    await page.evaluate(() =>
      document.querySelector("#place")!.shadowRoot!.querySelector<HTMLElement>(".code .main")!.click()
    )
    const output = await until("the output", () =>
      page.evaluate(() => {
        const lines = document.querySelector("#place")!.shadowRoot!.querySelectorAll<HTMLElement>(".output p")
        return lines.length > 1 ? [...lines].map(({ innerText }) => innerText) : undefined
      }))
    assert.equal(output.at(-1), "1 of them refreshed the session")
    await until("the user in the app", () =>
      page.evaluate(() => {
        const { contentDocument } = document.querySelector("#place")!.shadowRoot!.querySelector("iframe")!
        return contentDocument?.body.innerText.includes("Ada Lovelace")
      }))
  }
}
