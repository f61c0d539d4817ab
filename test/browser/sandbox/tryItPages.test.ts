/** Each sandbox of the site's pages: its code and its accessibility. `npm run prove site`. */
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

  for (
    const [name, options] of [
      ["light", {}],
      ["dark", { colorScheme: "dark" }],
      ["on a phone", { viewport: { width: 390, height: 844 } }]
    ] as const
  ) {
    it(`a sandbox is accessible (${name})`, async () => {
      const { app, page } = await opened(files, "sessions", { ...options, code: "print(`a ${1}`) // text" })
      await loadFiveThings(app, 1)
      const panes = name === "on a phone" ? ["App", "Emails", "Requests", "Code"] : ["all"]
      await page.addScriptTag({ path: axeScript })
      const violations: Array<string> = []
      for (const pane of panes) {
        if (pane !== "all") await page.getByRole("tab", { name: pane }).click()
        violations.push(
          ...await page.evaluate(async (tags) => {
            const { violations } = await window.axe.run(document.body, { runOnly: tags })
            return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))
          }, everything)
        )
      }

      assert.deepStrictEqual(violations, [])
    })
  }
})
