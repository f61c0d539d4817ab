import type { Page } from "playwright-core"
import { describe, it } from "vitest"
import { site } from "../../support/site.ts"
import { visit } from "../../support/visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

/** Time passes for the platform, and not for the page. */
const stopClock = async ({ clock }: Page) => {
  await clock.install()
  await clock.pauseAt(Date.now() + 60_000)
}

describe("what is on its way is shown when it is there, and waits for no timer:", () => {
  const at = site({
    page: "screens.tsx",
    chunks: true,
    users: [ada],
    config: { oauthProviders: [{ id: "github", type: "shared" }] }
  })

  const open = async (path: string, as?: typeof ada) =>
    visit(at, path, { context: await at.newContext(), prepare: stopClock, ...as === undefined ? {} : { as } })

  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).waitFor()

  it("a page that reads the user", async () => {
    const page = await open("/", ada)

    await page.getByRole("heading", { name: `Hello ${ada.email}` }).waitFor()
  })

  it("sign-in, and the marks of its providers", async () => {
    const page = await open("/handler/sign-in")

    await button(page, "Continue with GitHub")
    await page.locator("svg.lk-mark").first().waitFor()
  })

  it("a section of the account settings, and the next one", async () => {
    const page = await open("/handler/account-settings#/two-step", ada)

    await button(page, "Set up")
    await page.getByRole("link", { name: "Password" }).click()
    await button(page, "Change password")
  })
})
