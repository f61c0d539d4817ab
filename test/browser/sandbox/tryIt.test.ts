/** The sandboxes of the site: the app, its emails, requests, clock and faults, and the code that readers edit. */
import type { Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { loadFiveThings, opened, origin, run, type Sandbox } from "../support/openSandbox.ts"
import { sandboxFiles } from "../support/sandbox.ts"

let files: ReadonlyMap<string, string>

beforeAll(async () => {
  files = await sandboxFiles()
})

const figures = (page: Page): Promise<string> => page.locator(".figures").innerText()

const signUp = async ({ app }: Sandbox, email: string) => {
  await app.getByLabel("Email").fill(email)
  await app.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
  await app.getByRole("button", { name: "Create account" }).click()
  await app.getByRole("heading", { name: `Hello ${email}` }).waitFor()
}

describe("a sandbox of the site", () => {
  it("a sandbox shows the email of a sign-up next to the app, and opens its link there", async () => {
    const sandbox = await opened(files, "first-minute")
    await signUp(sandbox, "grace@example.com")

    await sandbox.page.getByRole("button", { name: /^Verify your email at/ }).waitFor()
    await sandbox.page.getByRole("button", { name: "Open the link" }).click()

    await sandbox.app.getByRole("heading", { name: /verified/i }).waitFor()
  })

  it("Z2 a sandbox that waits for Retry-After continues when the clock is advanced", async () => {
    const { app, page } = await opened(files, "retry")
    await page.getByRole("radio", { name: "429" }).check()
    await app.getByRole("button", { name: "Load five things" }).click()
    await page.locator(".status", { hasText: "429" }).first().waitFor()

    await page.getByRole("radio", { name: "Online" }).check()
    await page.getByRole("button", { name: "+1 min" }).click()

    await app.getByText("Loaded: 1").waitFor()
  })

  it("Z1, Z2: a sandbox plays the first minute of the product without a request, and leaves its page untouched", async () => {
    const sandbox = await opened(files, "first-minute")
    const { app, page } = sandbox
    const started = sandbox.sent.length
    const before = { title: "Docs", cookie: "", stored: 0, url: `${origin}/`, pages: 2 }
    await page.context().setOffline(true)

    await signUp(sandbox, "grace@example.com")
    await page.getByRole("button", { name: "Open the link" }).waitFor()
    await loadFiveThings(app, 1)
    await page.getByRole("button", { name: "+1 h" }).click()
    await loadFiveThings(app, 2)
    assert.match(await figures(page), /1 refresh$/)
    await page.getByRole("radio", { name: "Offline" }).check()
    await page.getByRole("button", { name: "Reload" }).click()
    await page.getByText("lost").first().waitFor()
    await page.getByRole("radio", { name: "Online" }).check()
    await page.getByRole("button", { name: "+1 min" }).click()
    await app.getByRole("heading", { name: "Hello grace@example.com" }).waitFor()
    await app.getByRole("button", { name: "grace@example.com" }).click()
    await app.getByText("Sign out").click()
    await app.getByRole("link", { name: "Sign in" }).click()
    await app.getByRole("button", { name: "Continue with GitHub" }).click()
    await app.frameLocator("iframe").getByRole("button", { name: /Ada Lovelace/ }).click()
    await app.getByRole("heading", { name: "Hello Ada Lovelace" }).waitFor()

    assert.deepStrictEqual(sandbox.sent.slice(started), [])
    assert.deepStrictEqual(
      await page.evaluate(() => ({
        title: document.title,
        cookie: document.cookie,
        stored: localStorage.length + sessionStorage.length,
        url: location.href,
        pages: history.length
      })),
      before
    )
    assert.deepStrictEqual(sandbox.sent.filter((url) => !url.startsWith(origin) && !url.startsWith("about:")), [])
  })

  it("a sandbox runs edited code, and shows typed errors with a link to their page", async () => {
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
