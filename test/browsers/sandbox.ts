/** A sandbox of the site, in any browser. */
import { strict as assert } from "node:assert"
import { sandboxes } from "../../docs/.vitepress/site/sandboxes.ts"
import { sandboxFiles, sandboxPage } from "../browser/support/sandbox.ts"
import { type Page, until } from "./Page.ts"
import { served } from "./served.ts"
import type { Step } from "./steps.ts"

/** Serves a page with the sandbox of the site's front page: as at its top, or as on a guide. */
const frontPage = async (isHero = false) => {
  const { code, scenario } = sandboxes().find(({ file }) => file === "index.md")!
  return served(sandboxPage({ scenario, code, base: "/", isHero }), await sandboxFiles())
}

/** Opens a page, and waits until its sandbox has started. */
const started = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await until(
    "the sandbox",
    () =>
      page.evaluate(() =>
        document.querySelector("#place")?.shadowRoot?.querySelector(".sandbox")?.getAttribute("aria-busy") ===
          "false"
      )
  )
}

export const heroStep: Step = {
  title: "the sandbox at the top of the site signs a user up, and opens the link of the email in its app",
  play: async ({ page }) => {
    using site = await frontPage(true)
    await started(page, site.url)
    await until("the form", () =>
      page.evaluate(() => {
        const { contentDocument } = document.querySelector("#place")!.shadowRoot!.querySelector("iframe")!
        const form = contentDocument?.querySelector("form")
        if (!contentDocument?.defaultView || !form) return false
        // React reads a value that the field's own setter changes
        const { prototype } = contentDocument.defaultView.HTMLInputElement
        const { set } = Object.getOwnPropertyDescriptor(prototype, "value")!
        for (const input of form.querySelectorAll("input")) {
          if (input.type !== "email" && input.type !== "password") continue
          set!.call(input, input.type === "email" ? "grace@example.com" : "correct horse battery staple")
          input.dispatchEvent(new Event("input", { bubbles: true }))
        }
        form.requestSubmit()
        return true
      }))
    await until("the link of the email", () =>
      page.evaluate(() => {
        const { shadowRoot } = document.querySelector("#place")!
        const link = [...shadowRoot!.querySelectorAll("button")].find(({ textContent }) =>
          textContent === "Open the link"
        )
        link?.click()
        return link !== undefined
      }))
    await until("the verified address", () =>
      page.evaluate(() => {
        const { contentDocument } = document.querySelector("#place")!.shadowRoot!.querySelector("iframe")!
        return [...contentDocument?.querySelectorAll("h1, h2") ?? []].some(({ textContent }) =>
          /verified/i.test(textContent)
        )
      }))
  }
}

export const sandboxStep: Step = {
  title: "a sandbox of the site runs its code, with one refresh after an hour",
  play: async ({ page }) => {
    using site = await frontPage()
    await started(page, site.url)
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
