/** The examples with routers: navigation happens without page loads. */
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { serve } from "../../examples/react-router/serve.ts"
import { site } from "./site.ts"
import { visit } from "./visit.ts"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }

for (const name of ["react-router", "tanstack-router"]) {
  describe(`examples/${name}`, () => {
    const at = site({
      users: [ada],
      serve: (project) => serve(fileURLToPath(new URL(`../../examples/${name}/`, import.meta.url)), project)
    })

    /** Fails if the page was loaded again since it was opened. */
    const opened = async (path: string) => {
      const page = await visit(at, path)
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      return { page, isSamePage: () => page.evaluate(() => "isSamePage" in window) }
    }

    const goTo = (page: Page, link: string) => page.getByRole("link", { name: link, exact: true }).click()

    const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor()

    const signIn = async (page: Page) => {
      await page.getByLabel("Email").fill(ada.email)
      await page.getByLabel("Password", { exact: true }).fill(ada.password)
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
    }

    const isAtSignIn = async (page: Page, after: string) => {
      await page.getByLabel("Password", { exact: true }).waitFor()
      const { pathname, searchParams } = new URL(page.url())
      assert.deepStrictEqual([pathname, searchParams.get("after_auth_return_to")], ["/handler/sign-in", after])
    }

    it("a route that requires a user redirects to sign-in and back, repeatedly, without a page load", async () => {
      const { isSamePage, page } = await opened("/")
      await heading(page, "Signed out")

      for (let times = 0; times < 2; times++) {
        await goTo(page, "Notes")
        await isAtSignIn(page, "/notes?tag=new")
        await signIn(page)
        await heading(page, "Notes of Ada ?tag=new")
        await page.getByRole("button", { name: "Sign out" }).click()
        await heading(page, "Signed out")
      }

      assert.isTrue(await isSamePage())
    })

    it("a component that requires a user redirects through the router, and reuses the data that the loader has read", async () => {
      const { isSamePage, page } = await opened("/")
      await heading(page, "Signed out")

      await goTo(page, "Profile")
      await isAtSignIn(page, "/profile")
      await signIn(page)
      await heading(page, "Profile of Ada")
      const requested = reads()
      await goTo(page, "Notes")
      await heading(page, "Notes of Ada ?tag=new")
      await goTo(page, "Profile")
      await heading(page, "Profile of Ada")

      assert.isTrue(await isSamePage())
      assert.strictEqual(reads(), requested)
    })

    const reads = () => at.platform.requests.list().filter(({ endpoint }) => endpoint === "users.getMe").length

    it("a route that requires a user and is opened by its URL redirects to sign-in", async () => {
      const { page } = await opened("/notes?tag=old")

      await isAtSignIn(page, "/notes?tag=old")
      await signIn(page)

      await heading(page, "Notes of Ada ?tag=old")
    })
  })
}
