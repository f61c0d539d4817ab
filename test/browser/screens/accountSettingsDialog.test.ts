import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "../site.ts"
import { visit } from "../visit.ts"
import { press, type } from "./keyboard.ts"

const named = (name: string) => ({ email: `${name}@example.com`, password: "correct horse" })

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Account settings" })

const section = (page: Page, name: string) => dialogOf(page).getByRole("heading", { name, exact: true }).waitFor()

const menuOf = (page: Page) => page.getByRole("button", { name: /^Account menu for/ })

const isClosed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" })

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "")

describe("AccountSettingsDialog", () => {
  const at = site({
    page: "settingsDialog.tsx",
    chunks: true,
    users: ["ada", "founder", "fields", "tabs", "reader"].map(named),
    config: { clientTeamCreationEnabled: true }
  })

  const opened = async (name = "ada", prepare?: (page: Page) => Promise<unknown>) =>
    visit(at, "/orders?page=2#list", { as: named(name), ...(prepare !== undefined && { prepare }) })

  /** Opens the dialog from the user menu, by keyboard. */
  const fromMenu = async (name?: string) => {
    const page = await opened(name)
    await press(menuOf(page))
    await page.getByRole("menuitem", { name: "Account settings" }).waitFor()
    await page.keyboard.press("Enter")
    await section(page, "Profile")
    return page
  }

  const isStill = (page: Page) => assert.strictEqual(page.url(), `${at.url}/orders?page=2#list`)

  it("AccountSettingsDialog works by keyboard: it keeps Tab inside, and returns focus to the user menu on Escape", async () => {
    const page = await fromMenu()
    const outside: Array<string> = []

    for (const key of [...Array<string>(25).fill("Tab"), ...Array<string>(25).fill("Shift+Tab")]) {
      await page.keyboard.press(key)
      outside.push(
        await page.evaluate(() => {
          const { activeElement, body } = document
          return activeElement === body || activeElement?.closest("dialog") ? "" : activeElement!.outerHTML
        })
      )
    }
    await page.keyboard.press("Escape")

    await isClosed(page)
    assert.deepStrictEqual(outside.filter((html) => html !== ""), [])
    assert.strictEqual(await menuOf(page).and(page.locator(":focus")).count(), 1)
  })

  it("AccountSettingsDialog moves between sections, and keeps the page's URL, title, main element and h1", async () => {
    const page = await fromMenu()
    const entries = await page.evaluate(() => history.length)

    await press(dialogOf(page).getByRole("link", { name: "Sessions" }))
    await section(page, "Sessions")

    assert.strictEqual(await focused(page), "Sessions")
    assert.strictEqual(await page.title(), "Latchkey in a browser")
    assert.deepStrictEqual(
      await page.evaluate(() => ["main", "h1"].map((name) => document.querySelectorAll(name).length)),
      [1, 1]
    )
    assert.strictEqual(await page.evaluate(() => history.length), entries)
    isStill(page)
  })

  it("links in AccountSettingsDialog lead to the section on the page of the account settings, for a new tab", async () => {
    const page = await fromMenu("tabs")

    const href = await dialogOf(page).getByRole("link", { name: "Emails" }).evaluate(({ href }: HTMLAnchorElement) =>
      href
    )

    assert.strictEqual(href.replace(/\?[^#]*/, ""), `${at.url}/handler/account-settings#/emails`)
  })

  it("AccountSettingsDialog opens with the section of its prop, each time", async () => {
    const page = await opened()
    const opener = page.getByRole("button", { name: "Change email" })
    await press(opener)
    await section(page, "Emails")
    await press(dialogOf(page).getByRole("link", { name: "Profile" }))
    await section(page, "Profile")
    await page.keyboard.press("Escape")
    await isClosed(page)
    assert.strictEqual(await focused(page), "Change email")

    await page.keyboard.press("Enter")

    await section(page, "Emails")
    isStill(page)
  })

  it("AccountSettingsDialog renames the user on the page behind it", async () => {
    const page = await fromMenu("fields")

    await type(dialogOf(page).getByLabel("Name"), "Ada Lovelace")
    await page.keyboard.press("Enter")

    await page.getByRole("heading", { name: "Orders of Ada Lovelace", includeHidden: true }).waitFor()
    isStill(page)
  })

  it("AccountSettingsDialog opens a new team, and returns to the list after the user has left it", async () => {
    const page = await fromMenu("founder")
    const dialog = dialogOf(page)
    await press(dialog.getByRole("link", { name: "Teams" }))
    await type(dialog.getByLabel("Team name"), "Engines")
    await page.keyboard.press("Enter")
    await press(dialog.getByRole("link", { name: "Settings Engines" }))
    await dialog.getByRole("heading", { name: "Engines" }).waitFor()

    await press(dialog.getByRole("button", { name: "Leave team" }))
    await press(page.getByRole("dialog", { name: "Leave Engines?" }).getByRole("button", { name: "Leave team" }))

    await dialog.getByText("No teams yet").waitFor()
    isStill(page)
  })

  it("a dialog in AccountSettingsDialog closes on Escape without AccountSettingsDialog", async () => {
    const page = await fromMenu("tabs")
    await press(dialogOf(page).getByRole("link", { name: "Teams" }))
    await type(dialogOf(page).getByLabel("Team name"), "Engines")
    await page.keyboard.press("Enter")
    await press(dialogOf(page).getByRole("link", { name: "Settings Engines" }))
    await press(dialogOf(page).getByRole("button", { name: "Leave team" }))
    await page.getByRole("dialog", { name: "Leave Engines?" }).waitFor()

    await page.keyboard.press("Escape")

    await page.getByRole("dialog", { name: "Leave Engines?" }).waitFor({ state: "hidden" })
    assert.strictEqual(await dialogOf(page).count(), 1)
    assert.strictEqual(await focused(page), "Leave team")
  })

  it("AccountSettingsDialog closes on its close button, and on a press outside unless text was typed", async () => {
    const page = await fromMenu("reader")
    await page.mouse.click(4, 4)
    await isClosed(page)
    await page.getByRole("button", { name: "Change email" }).click()
    await section(page, "Emails")
    await page.getByRole("button", { name: "Close" }).click()
    await isClosed(page)
    await page.getByRole("button", { name: "Change email" }).click()
    await type(page.getByLabel("Email", { exact: true }), "grace")

    await page.mouse.click(4, 4)

    assert.strictEqual(await page.getByLabel("Email", { exact: true }).inputValue(), "grace")
  })

  it("AccountSettingsDialog loads no code before it opens", async () => {
    const scripts: Array<string> = []
    const page = await opened("reader", async (page) => page.on("request", (request) => scripts.push(request.url())))
    await menuOf(page).waitFor()
    await page.waitForLoadState("networkidle")
    const before = scripts.filter((url) => url.includes(".js") && /\/AccountSettings/.test(url))

    await menuOf(page).click()
    await page.getByRole("menuitem", { name: "Account settings" }).click()
    await section(page, "Profile")

    assert.deepStrictEqual(before, [])
    assert.isNotEmpty(scripts.filter((url) => url.includes(".js") && /\/AccountSettings/.test(url)))
  })

  it("AccountSettingsDialog fills a phone, and shows the list of sections first", async () => {
    const page = await opened("reader", async (page) => {
      await page.setViewportSize({ width: 390, height: 700 })
      await page.emulateMedia({ reducedMotion: "reduce" })
    })
    await menuOf(page).click()
    await page.getByRole("menuitem", { name: "Account settings" }).click()
    const link = dialogOf(page).getByRole("link", { name: "Sessions" })
    await link.waitFor()
    const { height, width, x, y } = (await dialogOf(page).boundingBox())!

    await link.click()
    await section(page, "Sessions")
    await dialogOf(page).getByRole("link", { name: "Account settings" }).click()

    await link.waitFor()
    assert.deepStrictEqual([x, y, width, height], [0, 0, 390, 700])
  })
})
