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

/** Output of the code, by example. `cli` waits for the reader. Some examples end with an error, which the output shows. */
const printed: { readonly [example: string]: RegExp } = {
  "firstMinute": /1 of them refreshed the session$/,
  "backEnd": /^the app's request is signed-in\s+a request without a session is signed-out$/,
  "script": /^Ada Lovelace, ada@example\.com\s+Created Grace/,
  "retry": /^Ada Lovelace, after 2 retries\s+CallError RateLimited: /,
  "sessions": /^the session is SignedIn\s+a day later, .* Ada Lovelace\s+the session is SignedOut$/,
  "testing": /^the email contains [A-Z\d]{6}\s+still signed in as ada@example\.com$/,
  "secondFactor": /^the password isn't sufficient any more\s+signed in: Ada Lovelace$/,
  "teams": /^Grace gets an email: Join Difference Engines\s+.*: true\s+.* Analytical Engines and Difference Engines$/,
  "signingIn": /^signed up as grace@example\.com\s+Wrong e-mail or password\.\s+the session is SignedIn$/,
  "mailedCodes": /^signed in with [A-Z\d]{6}, as a new user: true\s+VerificationCodeAlreadyUsed: /,
  "oauth": /^providers: github\s+Choose an account on the page of GitHub\.$/,
  "apiKeys": /^signed-in, by api-key\s+Nightly export is invalid: manually-revoked$/,
  "metadata": /^\{\s+"theme": "dark"\s+\}\s+\{\s+"theme": "light"\s+\}$/,
  "errors": /^password: Choose .*\s+email: There is already .*\s+CallError HttpFailure: /,
  "severalAccounts": /^grace@example\.com, active\s+ada@example\.com\s+now Ada Lovelace$/,
  "whySignedOut": /^The user was signed out, because .*\s+The platform rejected the refresh token /,
  "person": /^the upload starts\s+the upload stops\s+PersonChanged: SignedOut$/,
  "webhooks": /^user\.created\s+team\.created\s+The webhook was not accepted\./,
  "emails": /^sent: Your report is ready\s+Good morning: \w+$/,
  "dataVault": /^in a log: <redacted>\s+revealed: sk-of-user-42$/,
  "tape": /"password": "\{\{password:1\}\}"[\s\S]*EmailPasswordMismatch: /,
  "payments": /^0 credits\s+Pro: 100 credits\s+after some work: 70 credits\s+a month later: 100 credits$/,
  "react": /^the page shows Ada Lovelace\s+the page shows Countess of Lovelace\s+the page shows no user$/,
  "screens": /^email: Reset your password/,
  "simulation": /^The law "a profile has the name that its owner typed" is broken\..*users\.updateMe as bob/s,
  "guests": /^counts as signed in: false\s+the same user: true, with the basket \{\s+"basket"/
}

describe("the sandboxes of the pages", () => {
  const unique = new Map(sandboxes().map((each) => [`${each.scenario} ${each.code}`, each]))

  for (const { code, example, file, scenario } of unique.values()) {
    it(`Z3 a sandbox runs the code of docs/${file}`, async () => {
      const { app, page } = await opened(files, scenario, { code })
      if (scenario === "cli") {
        await page.getByRole("button", { name: "Run" }).click()
        await app.getByRole("button", { name: "Allow" }).click()
        await page.getByText("You are Ada Lovelace.").waitFor()
        return
      }

      assert.match(await run(page), printed[example]!)
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
    const violations: Array<string> = []
    const checkOn = async (page: Page, state: string) => {
      violations.push(...(await violationsIn(page)).map((each) => `${state}: ${each}`))
    }
    const { app, page } = await opened(files, "sessions", {
      ...options,
      code: "print(`a ${1}`) // text",
      whileLoading: async (page, state) => {
        if (state === "loading") await page.addScriptTag({ path: axeScript })
        await checkOn(page, state)
      }
    })
    const check = (state: string) => checkOn(page, state)
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
    await page.getByRole("radio", { name: "429" }).check()
    await app.getByText("The server asks the app to wait").waitFor()
    await check("with a 429")
    await page.getByRole("button", { name: "Reset" }).click()
    await app.getByRole("heading", { name: "Hello Ada Lovelace" }).waitFor()
    await check("after a reset")
    await app.getByRole("link", { name: "Account settings" }).click()
    await page.getByText("/handler/account-settings").waitFor()
    await page.getByRole("radio", { name: "Offline" }).check()
    await app.getByText("There is no connection.").waitFor()
    await check("offline on a screen")

    assert.deepStrictEqual(violations, [])
  })
})
