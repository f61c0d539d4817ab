/** Every form of the documentation and the examples, submitted before its script has loaded. docs/laws.md T1, forms-1. */
import { assert, describe, it } from "vitest"
import { needsScript, type ShownForm, shownForms, submitButtons } from "../support/suite/shownForms.ts"
import { newContext, newPage } from "./support/browser.ts"

/**
 * Converts the markup of React, Vue and Svelte to the HTML that a server sends: without handlers and bindings, and with
 * a disabled button while the page isn't ready. Every field has a name, so that it would get into an address.
 */
const sentHtml = ({ content, tag }: ShownForm): string => {
  let field = 0
  const html = (tag.replace("<form", "<form novalidate") + content + "</form>")
    .replace(/\{\.\.\.[\w.]*props\}/g, "method=\"post\"")
    .replace(/(?:\{!?\w*\(?)?\s*:?\bdisabled=(?:\{[^{}]*\}|"[^"]*(?:ready|isReady)[^"]*")/gi, " disabled")
    .replace(/[\w:@.-]+=\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "")
    .replace(/[@:#]?v?-?[\w.:-]*[@:][\w.:-]+="[^"]*"|v-[\w-]+="[^"]*"/g, "")
    .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "")
  // components of an example, such as <CodeField>, are fields or text
  return html.replace(/<([A-Z]\w*)[^>]*\/>/g, "<input>").replace(/<\/?[A-Z]\w*[^>]*>/g, "")
    .replace(/<input\b/g, () => `<input name="field${field++}" value="hunter2"`)
}

describe("forms of the documentation and the examples", () => {
  it("T1, forms-1: a form that is submitted before its script has loaded sends nothing, and adds no field to the URL", async () => {
    const context = await newContext()
    const page = await newPage(context)
    const requests: Array<string> = []
    let html = ""
    await context.route("http://forms.example/**", (route) => {
      const request = route.request()
      requests.push(`${request.method()} ${request.url()}`)
      return route.fulfill({ contentType: "text/html", body: `<!doctype html><link rel="icon" href="data:,">${html}` })
    })
    // a component that wraps its children in a form has no button of its own
    const forms = shownForms().filter((form) => needsScript(form) && submitButtons(form.content).length > 0)

    for (const form of forms) {
      html = sentHtml(form)
      await page.goto("http://forms.example/page")
      requests.length = 0
      const fields = page.locator("input")
      for (let at = 0; at < await fields.count(); at++) await fields.nth(at).press("Enter")
      for (const button of await page.locator("button:not([type=button])").all()) {
        await button.evaluate((element: HTMLButtonElement) => element.click())
      }
      // a navigation would have begun before this round trip
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

      assert.isAbove(await fields.count(), 0, `${form.file}: ${html}`)
      assert.isAbove(await page.locator("button").count(), 0, `${form.file}: ${html}`)
      assert.deepStrictEqual([form.file, requests, page.url()], [form.file, [], "http://forms.example/page"], html)
      // even if the button were enabled, the address would contain no field
      await page.evaluate(() => document.querySelectorAll("button").forEach((each) => each.disabled = false))
      await Promise.all([
        page.waitForEvent("load"),
        page.locator("button:not([type=button])").first().click({ noWaitAfter: true })
      ])
      assert.deepStrictEqual(requests, ["POST http://forms.example/page"], `${form.file}: ${html}`)
    }

    assert.isAbove(forms.length, 8)
  })

  it("T1: a form that works without a script is submitted with POST to its action URL", async () => {
    const context = await newContext()
    const page = await newPage(context)
    const requests: Array<string> = []
    let html = ""
    await context.route("http://forms.example/**", (route) => {
      requests.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
      return route.fulfill({ contentType: "text/html", body: `<!doctype html><link rel="icon" href="data:,">${html}` })
    })
    // React keeps the submission of a form whose action is a function
    const forms = shownForms().filter((form) => !needsScript(form) && /action="/.test(form.tag))

    for (const form of forms) {
      html = sentHtml(form)
      await page.goto("http://forms.example/page")
      requests.length = 0
      await Promise.all([page.waitForEvent("load"), page.locator("button").first().click({ noWaitAfter: true })])

      const [, action] = /action="([^"]*)"/.exec(form.tag)!
      assert.deepStrictEqual(requests, [`POST ${action}`], form.file)
    }

    assert.isAbove(forms.length, 4)
  })
})
