/** The sandboxes of the site: the app, its requests, clock and faults. The gate `site` also tests their code. */
import type { Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { loadFiveThings, opened, origin, signUp } from "../support/openSandbox.ts"
import { sandboxFiles } from "../support/sandbox.ts"

let files: ReadonlyMap<string, string>

beforeAll(async () => {
  files = await sandboxFiles()
})

const figures = (page: Page): Promise<string> => page.locator(".figures").innerText()

describe("a sandbox of the site", () => {
  it("Z2 a sandbox that waits for Retry-After continues when the clock is advanced", async () => {
    const { app, page } = await opened(files, "retry")
    await page.getByRole("radio", { name: "429" }).check()
    await app.getByRole("button", { name: "Load five things" }).click()
    await page.locator(".status", { hasText: "429" }).first().waitFor()

    await page.getByRole("radio", { name: "Online" }).check()
    await page.getByRole("button", { name: "+1 min" }).click()

    await app.getByText("Loaded: 1").waitFor()
  })

  it("Z1, Z2: a sandbox runs the example \"first minute\" without a request, and leaves its page untouched", async () => {
    const sandbox = await opened(files, "first-minute", { isHero: true, viewport: { width: 1280, height: 800 } })
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
    await app.getByText("There is no connection.").waitFor()
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

  it("the sandbox of the front page shows the app, its emails and its requests side by side, or stacked on a phone", async () => {
    const places = async (width: number) => {
      const { page } = await opened(files, "first-minute", { isHero: true, viewport: { width, height: 844 } })
      const boxes = await Promise.all(
        ["App", "Emails", "Requests"].map((name) => page.getByRole("region", { name }).boundingBox())
      )
      return boxes.map((box) => box!)
    }
    const [app, emails, requests] = await places(1280)
    assert.deepStrictEqual([emails!.y, requests!.y], [app!.y, app!.y])
    assert.isTrue(app!.x < emails!.x && emails!.x < requests!.x)

    const [first, second, third] = await places(390)
    assert.deepStrictEqual([second!.x, third!.x], [first!.x, first!.x])
    assert.isTrue(first!.y + first!.height <= second!.y && second!.y + second!.height <= third!.y)
  })

  it("an app in a sandbox takes focus only while the reader is using the app", async () => {
    const { app, page } = await opened(files, "first-minute", { isHero: true })
    await app.getByLabel("Email").waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.tagName)
    assert.strictEqual(await focused(), "BODY")

    await app.getByRole("link", { name: "Sign in" }).click()
    await app.getByRole("heading", { name: /Sign in/ }).waitFor()

    assert.isTrue(await app.getByLabel("Email").evaluate((field) => field === document.activeElement))
  })
})
