/** Each sandbox of the site's pages: its code and its accessibility. `npm run prove site`. */
import type { Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { sandboxes } from "../../../docs/.vitepress/site/sandboxes.ts"
import { axe as axeScript, everything } from "../support/axe.ts"
import { loadFiveThings, opened, run } from "../support/openSandbox.ts"
import { sandboxFiles } from "../support/sandbox.ts"

let files: ReadonlyMap<string, string>

beforeAll(async () => {
  files = await sandboxFiles()
})

/** Output of the code, by scenario. The code of `retry` ends with an error, and that of `cli` waits for the reader. */
const printed: { readonly [scenario: string]: RegExp } = {
  "first-minute": /1 of them refreshed the session$/,
  "back-end": /^the app's request is signed-in\s+a request without a session is signed-out$/,
  "script": /^Ada Lovelace, ada@example\.com\s+Created Grace/,
  "retry": /^Ada Lovelace, after 2 retries\s+CallError RateLimited: /,
  "sessions": /^the session is SignedIn\s+a day later, .* Ada Lovelace\s+the session is SignedOut$/,
  "testing": /^the mail contains [A-Z\d]{6}\s+still signed in as ada@example\.com$/,
  "second-factor": /^the password isn't sufficient any more\s+signed in: Ada Lovelace$/,
  "teams": /^Grace gets a mail: Join Difference Engines\s+.*: true\s+.* Analytical Engines and Difference Engines$/
}

describe("the sandboxes of the pages", () => {
  const unique = new Map(sandboxes().map((each) => [`${each.scenario} ${each.code}`, each]))

  for (const { code, file, scenario } of unique.values()) {
    it(`Z3 a sandbox runs the code of docs/${file}`, async () => {
      const { app, page } = await opened(files, scenario, { code })
      if (scenario === "cli") {
        await page.getByRole("button", { name: "Run" }).click()
        await app.getByRole("button", { name: "Allow" }).click()
        await page.getByText("You are Ada Lovelace.").waitFor()
        return
      }

      assert.match(await run(page), printed[scenario]!)
    })
  }

  const onPhone = { viewport: { width: 390, height: 844 } }
  const places = [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a phone", onPhone],
    ["at the top of the front page", { isHero: true, viewport: { width: 1280, height: 800 } }],
    ["at the top of the front page, on a phone", { isHero: true, ...onPhone }]
  ] as const

  const violationsIn = (page: Page) =>
    page.evaluate(async (tags) => {
      const { violations } = await window.axe.run(document.body, { runOnly: tags })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))
    }, everything)

  it.each(places)("a sandbox is accessible in each of its states (%s)", async (_, options) => {
    const { app, page } = await opened(files, "sessions", { ...options, code: "print(`a ${1}`) // text" })
    await page.addScriptTag({ path: axeScript })
    const violations: Array<string> = []
    const check = async (state: string) => {
      violations.push(...(await violationsIn(page)).map((each) => `${state}: ${each}`))
    }
    await loadFiveThings(app, 1)
    await check("signed in")
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click()
      await check(await tab.innerText())
    }
    if ("isHero" in options) await page.getByRole("button", { name: "Code" }).click()
    await page.getByRole("button", { name: /^200/ }).first().click().catch(() => {})
    await check("with code and an exchange")
    await page.getByRole("radio", { name: "Offline" }).check()
    await page.getByRole("button", { name: "Reload" }).click()
    await app.getByText("There is no connection.").waitFor()
    await check("offline")

    assert.deepStrictEqual(violations, [])
  })
})
