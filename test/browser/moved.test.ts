/** The single-page app that the guide moves, in a browser: its cookies, its router, and the screens. */
import { assert, describe, it } from "vitest"
import { site } from "./site.ts"
import { visit } from "./visit.ts"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }

describe("the moved single-page app", () => {
  const at = site({
    page: "moved.tsx",
    chunks: true,
    users: [ada],
    config: { clientTeamCreationEnabled: true }
  })

  it("the page that requires a user opens the screens, signs in, goes back, and keeps the user after a reload and a sign-out", async () => {
    const page = await visit(at, "/")
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.getByLabel("Email").fill(ada.email)
    assert.strictEqual(new URL(page.url()).pathname, "/handler/sign-in")
    await page.getByLabel("Password", { exact: true }).fill(ada.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
    assert.strictEqual(page.url(), `${at.url}/`)
    await page.getByRole("button", { name: "New team" }).click()
    await page.getByText("1 teams").waitFor()
    assert.isTrue(await page.evaluate(() => "isSamePage" in window))

    await page.reload()
    await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
    await page.getByRole("button", { name: "Sign out", exact: true }).click()
    await page.getByLabel("Password", { exact: true }).waitFor()
    assert.include(
      at.platform.requests.list().map(({ method, path, status }) => `${method} ${path} ${status}`),
      "DELETE /auth/sessions/current 200"
    )
  })

  it("the app's own sign-in page shows the error of the platform, and goes to the first page", async () => {
    const page = await visit(at, "/login")
    await page.locator("[type=email]").fill(ada.email)
    await page.locator("[type=password]").fill("wrong")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByText(/wrong e-?mail or password/i).waitFor()
    await page.locator("[type=password]").fill(ada.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
    assert.strictEqual(page.url(), `${at.url}/`)
  })
})
