/** What readers do in the sandboxes of the site: edit the code, open an email's link, reset. `npm run prove site`. */
import type { Locator, Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { loadFiveThings, opened, run, signUp } from "../support/openSandbox.ts"
import { sandboxFiles } from "../support/sandbox.ts"

let files: ReadonlyMap<string, string>

beforeAll(async () => {
  files = await sandboxFiles()
})

describe("a sandbox of the site", () => {
  it("a sandbox shows the email of a sign-up next to the app, and opens its link there", async () => {
    const sandbox = await opened(files, "first-minute")
    await signUp(sandbox, "grace@example.com")

    await sandbox.page.getByRole("button", { name: /^Verify your email at/ }).waitFor()
    await sandbox.page.getByRole("button", { name: "Open the link" }).click()

    await sandbox.app.getByRole("heading", { name: /verified/i }).waitFor()
  })

  it("a sandbox shows an email as HTML, and a link in it opens the page in the app", async () => {
    const sandbox = await opened(files, "first-minute")
    await signUp(sandbox, "grace@example.com")
    const { app, page } = sandbox
    const shown = page.frameLocator("iframe[title^='Email: Verify your email']")

    await shown.getByRole("link", { name: "Verify email" }).click()

    await app.getByRole("heading", { name: /verified/i }).waitFor()
    assert.strictEqual(
      await shown.locator("body").evaluate(() => {
        try {
          return String(parent.document)
        } catch (error) {
          return (error as Error).name
        }
      }),
      "SecurityError"
    )
  })

  it("a sandbox in a narrow column fills the window after a press of Wide, Escape restores the page, and the app keeps running", async () => {
    const { app, page } = await opened(files, "sessions", { viewport: { width: 1280, height: 800 } })
    await page.locator("main").evaluate((main) => {
      main.style.width = "688px"
    })
    await loadFiveThings(app, 1)
    const width = () => page.locator(".sandbox").evaluate((sandbox) => sandbox.getBoundingClientRect().width)

    await page.getByRole("button", { name: "Wide" }).click()
    assert.isAbove(await width(), 1200)
    const boxes = await Promise.all(
      ["App", "Emails", "Requests", "Code"].map((name) => page.getByRole("region", { name }).boundingBox())
    )
    assert.isTrue(boxes.every((box) => box !== null && box.x >= 0 && box.y >= 0 && box.y + box.height <= 800))
    await page.keyboard.press("Escape")

    assert.strictEqual(await width(), 688)
    await app.getByText("Loaded: 1").waitFor()
  })

  /** Presses Tab until an element has the focus. */
  const tabTo = async (page: Page, locator: Locator) => {
    const has = () =>
      locator.evaluate((element) => element === (element.getRootNode() as Document | ShadowRoot).activeElement)
    for (let presses = 0; presses < 60; presses++) {
      if (await has()) return
      await page.keyboard.press("Tab")
    }
    assert.fail("Tab doesn't reach the element")
  }

  it("a sandbox can be used with the keyboard alone", async () => {
    const { app, page } = await opened(files, "sessions", { viewport: { width: 390, height: 844 } })

    await tabTo(page, app.getByRole("button", { name: "Load five things" }))
    await page.keyboard.press("Enter")
    await app.getByText("Loaded: 1").waitFor()
    await tabTo(page, page.getByRole("tab", { name: "Code" }))
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")

    await page.getByRole("tabpanel", { name: /^Requests/ }).getByText("/users/me").first().waitFor()
  })

  it("the sandbox of the front page can be used with the keyboard alone: sign-up, email, code, an outage and a reset", async () => {
    const { app, page } = await opened(files, "first-minute", {
      code: "print('ran')",
      isHero: true,
      viewport: { width: 1280, height: 800 }
    })

    await tabTo(page, app.getByLabel("Email"))
    await page.keyboard.type("grace@example.com")
    await tabTo(page, app.getByLabel("Password", { exact: true }))
    await page.keyboard.type("correct horse battery staple")
    await page.keyboard.press("Enter")
    await app.getByRole("heading", { name: "Hello grace@example.com" }).waitFor()
    const link = page.getByRole("button", { name: "Open the link" })
    await link.waitFor()
    await tabTo(page, link)
    await page.keyboard.press("Enter")
    await app.getByRole("heading", { name: /verified/i }).waitFor()

    await tabTo(page, page.getByRole("button", { name: "Code", exact: true }))
    await page.keyboard.press("Enter")
    await tabTo(page, page.getByRole("button", { name: "Run" }))
    await page.keyboard.press("Enter")
    await page.getByRole("log", { name: "Output" }).getByText("ran").waitFor()

    await tabTo(page, page.getByRole("radio", { name: "Online" }))
    await page.keyboard.press("ArrowRight")
    assert.isTrue(await page.getByRole("radio", { name: "Offline" }).isChecked())
    await tabTo(page, page.getByRole("button", { name: "Reload" }))
    await page.keyboard.press("Enter")
    await app.getByText("There is no connection.").waitFor()
    await tabTo(page, page.getByRole("button", { name: "Reset" }))
    await page.keyboard.press("Enter")
    await app.getByRole("button", { name: "Create account" }).waitFor()
  })

  it("a sandbox runs edited code, and shows typed errors with links to their pages", async () => {
    const { page } = await opened(files, "first-minute", { code: "print('first')" })
    assert.strictEqual(await run(page), "first")

    await page.getByRole("textbox", { name: /^Code/ }).fill(
      "import { createClient } from \"latchkey/promise\"\n"
        + "const client = createClient(project)\n"
        + "await client.signIn.withPassword({ email: \"ada@example.com\", password: \"wrong\" })"
    )

    assert.match(await run(page), /^EmailPasswordMismatch: Wrong e-mail or password\. EMAIL_PASSWORD_MISMATCH/)
    assert.strictEqual(
      await page.getByRole("link", { name: "EMAIL_PASSWORD_MISMATCH" }).getAttribute("href"),
      "/latchkey/errors/EMAIL_PASSWORD_MISMATCH"
    )
  })

  it("a sandbox lists the modules that its code can import", async () => {
    const { page } = await opened(files, "first-minute", { code: "import { z } from \"zod\"" })

    assert.match(await run(page), /can't import "zod".*latchkey\/promise/)
  })

  it("Reset restores the users and the code that a sandbox started with", async () => {
    const { app, page } = await opened(files, "sessions", { code: "print('first')" })
    await page.getByRole("textbox", { name: /^Code/ }).fill("print('second')")
    await page.getByRole("button", { name: "+1 day" }).click()

    await page.getByRole("button", { name: "Reset" }).click()
    await app.getByRole("heading", { name: "Hello Ada Lovelace" }).waitFor()

    assert.strictEqual(await run(page), "first")
  })
})
