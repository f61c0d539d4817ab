/** A bug that a user sees becomes a failing test, and the fix makes the test pass. */
import { readFile } from "node:fs/promises"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { runTests } from "../../support/processes/runTests.ts"
import { site } from "../site.ts"
import { axe, colours, everything } from "../support/axe.ts"
import { visit } from "../visit.ts"

const nameless = { email: "nobody@example.com", password: "correct horse battery" }

const bug = "displayName!.split"

describe("a test that the devtools save", () => {
  const at = site({ page: "savedTest.tsx", users: [nameless] })

  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

  const openRequests = async (page: Page) => {
    await press(page, "Latchkey devtools")
    await page.getByRole("tab", { name: "Requests" }).click()
  }

  it("W6: Save as test turns a bug on a page into a failing test that passes once the bug is fixed", async () => {
    const context = await at.newContext()
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    const page = await visit(at, "/", { context, as: nameless })
    await openRequests(page)
    await press(page, "Record")
    await press(page, "Show my initials")
    const message = /Cannot read properties of null \(reading 'split'\)/
    await page.getByText(message).waitFor()

    await press(page, "Save as test")
    await page.getByLabel("What should happen").fill("a user without a name has initials")
    await page.getByLabel("Function to test (optional)").fill("initials")
    await page.getByLabel("in the module").fill("./initials.ts")
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Download")])
    await press(page, "Copy")
    await page.getByText(/^Copied a test/).waitFor()

    const fileName = "a-user-without-a-name-has-initials.tape.test.ts"
    assert.strictEqual(download.suggestedFilename(), fileName)
    const source = await readFile(await download.path(), "utf8")
    assert.strictEqual(await page.evaluate(() => navigator.clipboard.readText()), source)
    const cookies = (await context.cookies()).flatMap(({ value }) => decodeURIComponent(value).split(/[^\w-]+/))
    const secrets = cookies.filter((part) => part.length >= 30)
    assert.isAtLeast(secrets.length, 3)
    for (const secret of [...secrets, nameless.email]) assert.notInclude(source, secret)
    assert.notMatch(source, /pck_\w/)

    const app = await readFile(path.join(import.meta.dirname, "../pages/initials.ts"), "utf8")
    assert.include(app, bug)
    const results = await runTests({
      [`before/${fileName}`]: source,
      "before/initials.ts": app,
      [`after/${fileName}`]: source,
      "after/initials.ts": app.replace(bug, "(displayName ?? \"\").split")
    })
    const before = results[`before/${fileName}`]!
    assert.strictEqual(before.title, "a user without a name has initials")
    assert.isFalse(before.passed)
    assert.match(before.problem, message)
    assert.deepStrictEqual(results[`after/${fileName}`], { title: before.title, passed: true, problem: "" })
  })

  it("Save as test can be used with the keyboard, and has no accessibility violation on light and dark pages", async () => {
    const page = await visit(at, "/", { as: nameless })
    await press(page, "Show my initials")
    await openRequests(page)
    await page.getByRole("button", { name: "Save as test" }).press("Enter")
    await page.getByLabel("What should happen").and(page.locator(":focus")).waitFor()
    await page.addScriptTag({ path: axe })

    const found: Array<string> = []
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      found.push(
        ...await page.evaluate(
          async (rules) => {
            const panel = [...document.querySelectorAll("div")].find(({ shadowRoot }) => shadowRoot !== null)!
            return (await window.axe.run(panel, { runOnly: [...rules], resultTypes: ["violations"] })).violations
              .map(({ help, nodes }) => `${help}: ${nodes.map((node) => node.html).join(", ")}`)
          },
          colorScheme === "light" ? everything : colours
        )
      )
    }
    assert.deepStrictEqual(found, [])

    await page.keyboard.type("a title")
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")])
    assert.strictEqual(download.suggestedFilename(), "a-title.tape.test.ts")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Save as test" }).and(page.locator(":focus")).waitFor()
  })
})
