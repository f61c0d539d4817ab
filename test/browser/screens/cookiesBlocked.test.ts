/** Signing in with a browser that blocks cookies. docs/laws.md E8. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "../site.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const sentence = "Your browser blocks cookies on this page. Allow them, or open the page in a new window."

describe("with cookies blocked", () => {
  const at = site({
    page: "screens.tsx",
    build: "production",
    users: [ada],
    config: { magicLinkEnabled: true, oauthProviders: [{ id: "github", type: "shared" }] }
  })

  const opened = async (path: string) => {
    const page = await at.open(path, await at.newContext(), async (page) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send("Emulation.setDocumentCookieDisabled", { disabled: true })
    })
    await page.getByRole("heading", { level: 1, name: /Sign in|Create/ }).waitFor()
    return page
  }

  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

  const ways: { readonly [way: string]: readonly [path: string, take: (page: Page) => Promise<void>] } = {
    "a password": ["/handler/sign-in", async (page) => {
      await page.getByLabel("Email").fill(ada.email)
      await page.getByLabel("Password", { exact: true }).fill(ada.password)
      await press(page, "Sign in")
    }],
    "a mailed code": ["/handler/sign-in", async (page) => {
      await press(page, "Email me a code instead")
      await page.getByLabel("Email").fill(ada.email)
      await press(page, "Email me a code")
    }],
    "a provider": ["/handler/sign-in", (page) => press(page, "Continue with GitHub")],
    "a new account": ["/handler/sign-up", async (page) => {
      await page.getByLabel("Email").fill("new@example.com")
      await page.getByLabel("Password", { exact: true }).fill("a long password")
      await press(page, "Create account")
    }]
  }

  for (const [way, [path, take]] of Object.entries(ways)) {
    it(`E8: with blocked cookies, sign-in with ${way} fails with the same message before anything is sent`, async () => {
      const page = await opened(path)
      at.platform.requests.clear()

      await take(page)

      await page.getByRole("alert").filter({ hasText: sentence }).waitFor()
      assert.deepStrictEqual(at.platform.requests.list().filter(({ method }) => method === "POST"), [])
      assert.strictEqual(new URL(page.url()).pathname, path)
    })
  }
})
