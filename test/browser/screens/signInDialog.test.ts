import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { digitsAt } from "../../../src/emulator/model/accounts/totp.ts"
import { beginHalfMinute } from "../../support/suite/halfMinute.ts"
import { site } from "../site.ts"
import { visit } from "../visit.ts"
import { reach } from "./keyboard.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const careful = { email: "careful@example.com", password: "correct horse" }

const secret = btoa("12345678901234567890")

const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector) === true, selector)

const ordersOf = (page: Page, email: string) => page.getByRole("heading", { name: `Orders of ${email}` }).waitFor()

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Sign in to My app" })

const opener = (page: Page) => page.getByRole("button", { name: "Sign in first" })

describe("SignInDialog", () => {
  const at = site({
    page: "dialog.tsx",
    chunks: true,
    users: [ada, careful],
    config: { oauthProviders: [{ id: "github", type: "shared" }] }
  })

  /** Opens the dialog on a page whose URL has a query, so that tests notice a redirect to any other URL. */
  const opened = async () => {
    const page = await visit(at, "/orders?page=2")
    await opener(page).click()
    await dialogOf(page).waitFor()
    await hasFocus(page, "dialog input[name=email]")
    return page
  }

  const isStill = (page: Page) => assert.strictEqual(page.url(), `${at.url}/orders?page=2`)

  it("SignInDialog can be used with the keyboard: it takes focus, keeps Tab inside, and returns focus on Escape", async () => {
    const page = await visit(at, "/orders?page=2")
    await reach(opener(page))
    await page.keyboard.press("Enter")
    await hasFocus(page, "dialog input[name=email]")
    const outside: Array<string> = []

    for (const key of [...Array<string>(15).fill("Tab"), ...Array<string>(15).fill("Shift+Tab")]) {
      await page.keyboard.press(key)
      outside.push(
        await page.evaluate(() => {
          const { activeElement, body } = document
          return activeElement === body || activeElement?.closest("dialog") ? "" : activeElement!.outerHTML
        })
      )
    }
    await page.keyboard.press("Escape")

    await hasFocus(page, "main > button")
    assert.deepStrictEqual(outside.filter((html) => html !== ""), [])
    assert.strictEqual(await page.getByRole("dialog").count(), 0)
  })

  it("SignInDialog focuses the email field each time it opens, even if its code was already loaded", async () => {
    const page = await opened()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })

    await opener(page).click()

    await dialogOf(page).waitFor()
    assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("name")), "email")
  })

  it("SignInDialog signs in with a password without leaving the page", async () => {
    const page = await opened()

    await page.keyboard.type(ada.email)
    await page.keyboard.press("Tab")
    await page.keyboard.type(ada.password)
    await page.keyboard.press("Enter")

    await ordersOf(page, ada.email)
    await page.getByText("Welcome back").waitFor()
    await hasFocus(page, "main > button")
    assert.strictEqual(await page.getByRole("dialog").count(), 0)
    isStill(page)
  })

  it("SignInDialog has one heading that names it, and keeps the page's title, main element and h1", async () => {
    const page = await opened()

    assert.strictEqual(await page.title(), "Latchkey in a browser")
    assert.deepStrictEqual(
      await page.evaluate(() => ["main", "h1", "dialog h2"].map((name) => document.querySelectorAll(name).length)),
      [1, 1, 1]
    )
  })

  it("SignInDialog is hidden as soon as the browser closes it, before React updates", async () => {
    const page = await opened()

    assert.strictEqual(
      await page.locator("dialog").evaluate((dialog: HTMLDialogElement) => {
        dialog.close()
        return getComputedStyle(dialog).display
      }),
      "none"
    )
  })

  it("SignInDialog closes on its close button, and on a press outside the dialog unless text was typed", async () => {
    const page = await opened()
    await page.mouse.click(4, 4)
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await opener(page).click()
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await opener(page).click()
    await hasFocus(page, "dialog input[name=email]")
    await page.keyboard.type("ada")

    await page.mouse.click(4, 4)

    assert.strictEqual(await page.getByLabel("Email").inputValue(), "ada")
  })

  it("SignInDialog signs up, and sends a password reset link, without leaving the page", async () => {
    const page = await opened()
    await page.getByRole("link", { name: "Forgot password?" }).click()
    await page.getByRole("dialog", { name: "Reset your password" }).waitFor()
    await page.getByRole("link", { name: "Back to sign in" }).click()
    await dialogOf(page).waitFor()
    await page.getByRole("link", { name: "Sign up" }).click()
    await page.getByRole("dialog", { name: "Create your My app account" }).waitFor()
    await page.getByLabel("Email").fill("new@example.com")
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery")

    await page.getByRole("button", { name: "Create account" }).click()

    await ordersOf(page, "new@example.com")
    await page.getByText("Welcome", { exact: true }).waitFor()
    isStill(page)
  })

  it("SignInDialog shows the field for a TOTP code in place of its form", async () => {
    const [, user] = [...at.platform.store.projects.get(at.platform.project.projectId)!.users.values()]
    Object.assign(user!, { totpSecretBase64: secret, requiresTotpMfa: true })
    const page = await opened()
    await page.getByLabel("Email").fill(careful.email)
    await page.getByLabel("Password", { exact: true }).fill(careful.password)
    await page.keyboard.press("Enter")
    await hasFocus(page, "dialog input[name=totp]")

    await page.keyboard.type(digitsAt(secret, beginHalfMinute(at.platform)))
    await page.keyboard.press("Enter")

    await ordersOf(page, careful.email)
    isStill(page)
  })

  it("SignInDialog goes to an OAuth provider, which returns to the page", async () => {
    const page = await opened()

    await page.getByRole("button", { name: "Continue with GitHub" }).click()
    await page.waitForURL(`${at.platform.baseUrl}/**`)
    await page.getByLabel("Email address").fill("grace@example.com")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()

    await page.waitForURL(`${at.url}/orders?page=2`)
    await ordersOf(page, "grace@example.com")
  })
})
