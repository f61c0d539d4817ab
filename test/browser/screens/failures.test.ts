import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "../site.ts"
import { noteFetches, passTime } from "../support/passTime.ts"
import { signInBrowser } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const offline = "You are offline. Please check your internet connection and try again."
const notLoaded = "A part of this page couldn't be loaded. Check your internet connection, then reload the page."

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

const says = (page: Page, sentence: string) => page.getByRole("alert").filter({ hasText: sentence }).waitFor()

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" })

describe("requests and code that fail to load", () => {
  const at = site({ page: "screens.tsx", build: "production", chunks: true, users: [ada] })

  /** A page with failing requests to the platform until the network returns. */
  const opened = async (path: string, as?: typeof ada) => {
    const context = await at.newContext()
    if (as !== undefined) await signInBrowser(at, context, as)
    const toPlatform = `${at.platform.baseUrl}/**`
    const page = await at.open(path, context, async (page) => {
      await page.clock.install()
      await noteFetches(page)
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true })
      )
      await page.route(toPlatform, (route) => route.abort("internetdisconnected"))
    })
    // the loading screen, or the error if the page started slowly
    await page.getByRole("heading", { level: 1 }).waitFor()
    await passTime(page, () => tryAgain(page).isVisible())
    return {
      page,
      goesOnline: async () => {
        await page.unroute(toPlatform)
        await page.evaluate(() => {
          Object.defineProperty(navigator, "onLine", { get: () => true })
          dispatchEvent(new Event("online"))
        })
      }
    }
  }

  it("a screen opened offline shows an error, and loads when the network returns", async () => {
    const { goesOnline, page } = await opened("/handler/sign-in")
    await heading(page, "Something went wrong")
    await says(page, offline)

    await goesOnline()

    await heading(page, "Sign in to My app")
  })

  it("a screen that failed to load is loaded again on retry", async () => {
    const { page } = await opened("/handler/account-settings", ada)
    await says(page, offline)

    await page.unroute(`${at.platform.baseUrl}/**`)
    await tryAgain(page).click()

    // another read of the screen may still be waiting for its next attempt
    await passTime(
      page,
      () => page.getByRole("heading", { level: 1, name: "Account settings", exact: true }).isVisible()
    )
  })

  it("if the code of a screen failed to load, a retry requests the code again", async () => {
    const context = await at.newContext()
    const page = await at.open("/handler/sign-in", context, (page) => page.route(/\/SignIn-/, (route) => route.abort()))
    await says(page, notLoaded)

    await page.unroute(/\/SignIn-/)
    await tryAgain(page).click()

    await heading(page, "Sign in to My app")
  })

  it("if the code of one section fails to load, the other sections stay usable", async () => {
    const context = await at.newContext()
    await signInBrowser(at, context, ada)
    const page = await at.open(
      "/handler/account-settings",
      context,
      (page) => page.route(/\/Password-/, (route) => route.abort())
    )
    await page.getByRole("link", { name: "Password" }).click()
    await says(page, notLoaded)

    await page.unroute(/\/Password-/)
    await tryAgain(page).click()

    await page.getByRole("button", { name: "Change password" }).waitFor()
  })

  it("if the code of signing in fails to load, the form keeps what was typed, and works after a reload", async () => {
    const page = await at.open(
      "/handler/sign-in",
      await at.newContext(),
      (page) => page.route(/\/authentication-/, (route) => route.abort())
    )
    await heading(page, "Sign in to My app")
    const fillIn = async () => {
      await page.getByLabel("Email").fill(ada.email)
      await page.getByLabel("Password", { exact: true }).fill(ada.password)
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
    }
    await fillIn()
    await says(page, notLoaded)
    assert.strictEqual(await page.getByLabel("Email").inputValue(), ada.email)

    // Chromium caches the failure of an import until then
    await page.unroute(/\/authentication-/)
    await page.reload()
    await fillIn()

    await heading(page, `Hello ${ada.email}`)
  })
})
