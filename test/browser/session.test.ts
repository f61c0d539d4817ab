/** The promise client with nothing said about where its session is kept. */
import { assert, describe, it } from "vitest"
import { site } from "../support/site.ts"

describe("the session of createClient in a browser", () => {
  const at = site({ page: "promise.ts" })

  it("outlives a reload, is there in every tab, and ends in every tab", async () => {
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
})
