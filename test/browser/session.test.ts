/** The promise client with its default token store. */
import { assert, describe, expect, it } from "vitest"
import { site } from "./site.ts"

describe("the session of createClient in a browser", () => {
  const at = site({ page: "promise.ts" })

  it("a createClient session survives a reload, is shared with every tab, and ends in every tab", async () => {
    const grace = { email: "grace@example.com", password: "amazing grace" }
    const context = await at.newContext()
    const page = await at.open("/", context)

    await page.evaluate((person) => latchkey.signUp.withPassword(person), grace)
    await page.reload()
    assert.strictEqual(
      await page.evaluate(() => latchkey.currentUser.get({ or: "throw" }).then((user) => user.primaryEmail)),
      grace.email
    )

    const other = await at.open("/", context)
    assert.strictEqual(await other.evaluate(() => latchkey.session.state()._tag), "SignedIn")

    await page.evaluate(() => latchkey.signOut())
    await other.waitForFunction(() => latchkey.session.state()._tag === "SignedOut")
    assert.isNull(await other.evaluate(() => latchkey.currentUser.get()))
    await page.reload()
    assert.isNull(await page.evaluate(() => latchkey.currentUser.get()))
  })

  it("the session ends on the platform even if the user leaves the page during sign-out", async () => {
    const ida = { email: "ida@example.com", password: "notes on notes" }
    const page = await at.open()
    await page.evaluate((person) => latchkey.signUp.withPassword(person), ida)
    at.platform.requests.clear()

    await page.evaluate(() => {
      addEventListener("pagehide", () => void latchkey.signOut())
      location.href = "about:blank"
    })
    await page.waitForURL("about:blank")

    await expect.poll(() => at.platform.requests.list().map(({ endpoint, status }) => [endpoint, status]))
      .toContainEqual(["sessions.deleteCurrent", 200])
  })
})
