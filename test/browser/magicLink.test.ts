import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "./site.ts"

/** Follows the link in the address bar; returns the user id or the error. */
const follow = (page: Page) =>
  page.evaluate(() =>
    latchkey.signIn.withLink({ code: new URL(location.href).searchParams.get("code") ?? "" }).catch((error) => ({
      tag: error._tag as string,
      message: error.message as string
    }))
  )

const isSignedIn = (page: Page) => page.evaluate(async () => await latchkey.currentUser.get() !== null)

describe("a sign-in link in a browser", () => {
  const at = site({ page: "promise.ts", users: [{ email: "ada@example.com" }] })

  /** Requests an email on the sign-in page and returns the page and the link. */
  const mailed = async (query = "") => {
    const email = "ada@example.com"
    const page = await at.open(`/handler/sign-in${query}`)
    await page.evaluate((email) => latchkey.signIn.sendCode({ email }), email)
    return { page, link: at.platform.outbox.byAddress(email).at(-1)!.link! }
  }

  it("a sign-in link signs in on the device that requested it, and returns to the requested page", async () => {
    const { link, page } = await mailed("?after_auth_return_to=%2Fbasket")
    assert.strictEqual(new URL(link).pathname, "/handler/magic-link-callback")

    await page.goto(link)
    const outcome = await follow(page)
    const onwards = await page.evaluate(() => latchkey.redirectTo.hrefOf("afterSignIn"))

    assert.deepInclude(outcome, { isNewUser: false })
    assert.isTrue(await isSignedIn(page))
    assert.strictEqual(onwards, "/basket")
  })

  it("a sign-in link opened on another device signs in only on that device", async () => {
    const { link, page } = await mailed()

    const other = await at.open(link)
    const outcome = await follow(other)

    assert.deepInclude(outcome, { isNewUser: false })
    assert.deepStrictEqual([await isSignedIn(other), await isSignedIn(page)], [true, false])
  })
})
