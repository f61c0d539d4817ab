import type { Page } from "playwright-core"
import { describe, it } from "vitest"
import { site } from "../site.ts"
import { pauseClock } from "../support/passTime.ts"
import { visit } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

/** Stops the page's clock. The platform's clock continues. */
const stopClock = async (page: Page) => {
  await page.clock.install()
  await pauseClock(page)
}

/** Holds back the page's requests until they are released. */
const holding = () => {
  const requested = new Map<RegExp, Promise<unknown>>()
  const release = new Map<RegExp, () => void>()
  return {
    hold: async (page: Page, ...what: ReadonlyArray<RegExp>) => {
      for (const pattern of what) {
        const released = new Promise<void>((resolve) => release.set(pattern, resolve))
        const request = page.waitForRequest(pattern)
        request.catch(() => {}) // the test handles the rejection where it awaits the request
        requested.set(pattern, request)
        await page.route(pattern, (route) => released.then(() => route.continue()))
      }
    },
    isAsked: (...what: ReadonlyArray<RegExp>) => Promise.all(what.map((pattern) => requested.get(pattern))),
    letThrough: (...what: ReadonlyArray<RegExp>) => what.forEach((pattern) => release.get(pattern)?.())
  }
}

describe("loading content", () => {
  const at = site({
    page: "screens.tsx",
    chunks: true,
    users: [ada],
    config: { oauthProviders: [{ id: "github", type: "shared" }] }
  })

  const open = async (path: string, prepare: (page: Page) => Promise<unknown>, as?: typeof ada) =>
    visit(at, path, { context: await at.newContext(), prepare, ...as === undefined ? {} : { as } })

  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).waitFor()

  describe("content that has loaded", () => {
    it("a page that reads the user shows the user without waiting for a timer", async () => {
      const page = await open("/", stopClock, ada)

      await page.getByRole("heading", { name: `Hello ${ada.email}` }).waitFor()
    })

    it("the sign-in screen and its providers' logos appear without waiting for a timer", async () => {
      const page = await open("/handler/sign-in", stopClock)

      await button(page, "Continue with GitHub")
      await page.locator("svg.lk-mark").first().waitFor()
    })

    it("a section of the account settings, and the next one, appear without waiting for a timer", async () => {
      const page = await open("/handler/account-settings#/mfa", stopClock, ada)

      await button(page, "Set up")
      await page.getByRole("link", { name: "Password" }).click()
      await button(page, "Change password")
    })
  })

  it("a screen requests its code, the project and the user at the same time, and then a section's code and data", async () => {
    const [screen, project, user] = [/\/AccountSettings-/, /\/projects\/current/, /\/users\/me/] as const
    const [section, addresses] = [/\/Emails-/, /\/contact-channels/] as const
    const { hold, isAsked, letThrough } = holding()
    const page = await open(
      "/handler/account-settings#/emails",
      (page) => hold(page, screen, project, user, section, addresses),
      ada
    )

    await isAsked(screen, project, user)
    letThrough(screen)
    await isAsked(section, addresses)
    letThrough(project, user, section, addresses)

    await page.getByRole("listitem").filter({ hasText: ada.email }).waitFor()
  })
})
