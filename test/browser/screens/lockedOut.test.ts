/** A browser with the cookies of a deleted account. docs/laws.md T3. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { createServer } from "../../../src/promise/index.ts"
import { site } from "../site.ts"
import { signInBrowser } from "../visit.ts"

const ben = { email: "ben@example.com", password: "battery staple" }

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor()

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const type = async (page: Page, { email, password }: typeof ben) => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
}

describe("the user of a deleted account", () => {
  // The platform fails when it refreshes the session of a deleted user.
  const at = site({ page: "screens.tsx", build: "production", users: [ben], revision: "2025-08" })

  let people = 0

  /**
   * Opens a page with the cookies of such a session. `over`: the access token has expired, and the refresh fails with a
   * 500.
   */
  const opened = async (path: string, when: "at once" | "over") => {
    const { baseUrl, clock, project: { projectId, ...keys } } = at.platform
    await using server = createServer({ ...keys, projectId, baseUrl })
    const gone = { email: `gone${++people}@example.com`, password: "correct horse" }
    const { id: userId } = await server.users.create({
      primaryEmail: gone.email,
      primaryEmailAuthEnabled: true,
      password: gone.password
    })
    const context = await at.newContext()
    await signInBrowser(at, context, gone)
    await server.users.delete({ userId })
    if (when === "over") clock.advance("11 minutes")
    const refreshes = () =>
      at.platform.requests.list().filter(({ endpoint, status }) => endpoint === "oauth.refresh" && status === 500)
    const before = refreshes().length
    const page = await at.open(path, context)
    return { page, context, refused: () => refreshes().length - before }
  }

  for (const when of ["at once", "over"] as const) {
    const how = when === "over" ? ", without an access token" : ""

    it(`T3: the user of a deleted account signs in on the sign-in screen${how}`, async () => {
      const { page, refused } = await opened("/handler/sign-in", when)
      await type(page, ben)
      await press(page, "Sign in")

      await heading(page, /ben@example\.com/)
      assert.strictEqual(refused() > 0, when === "over")
    })

    it(`T3: the user of a deleted account creates an account on the sign-up screen${how}`, async () => {
      const { page } = await opened("/handler/sign-up", when)
      const email = `new-${when.replace(" ", "-")}@example.com`
      await type(page, { email, password: "a long password" })
      await press(page, "Create account")

      await heading(page, new RegExp(email))
    })
  }

  it("T3: the account settings redirect the user of a deleted account to sign-in", async () => {
    const { context, page } = await opened("/handler/account-settings", "at once")

    await heading(page, "Sign in to My app")
    assert.isFalse((await context.cookies()).some(({ name }) => name.includes("refresh")))
  })

  it("T3: the account settings link to sign-out if the account was deleted and no access token is left", async () => {
    const { context, page } = await opened("/handler/account-settings", "over")
    await heading(page, "Something went wrong")
    await page.getByRole("link", { name: "Sign out" }).click()
    await page.getByText("You are signed in.").waitFor()
    await press(page, "Sign out")

    await heading(page, "You are signed out")
    assert.isFalse((await context.cookies()).some(({ name }) => name.includes("refresh")))
  })

  it("T3: the sign-out screen has no session to end after the account was deleted", async () => {
    const { page } = await opened("/handler/sign-out", "at once")

    await heading(page, "You are not signed in")
  })
})
