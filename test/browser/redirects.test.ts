import { assert, describe, it } from "vitest"
import { hostileRedirects } from "../support/platform/hostileRedirects.ts"
import { site } from "./site.ts"

describe("redirects in a browser", () => {
  const at = site({ page: "promise.ts" })

  const untrusted = "Redirect URL is not trusted; should be relative"

  it("H8, H9: no redirect follows a hostile URL of the test corpus, whether it is an argument or part of the page's address", async () => {
    const page = await at.open("/handler/sign-in")
    const left: Array<string> = []
    page.on("framenavigated", (frame) => void left.push(frame.url()))
    page.on("dialog", (dialog) => void left.push(dialog.message()))

    const outcomes = await page.evaluate(async (hostile) => {
      const outcome = (flow: Promise<unknown>) => flow.then(() => "followed", (error: Error) => error.message)
      const found: Array<readonly [string, string, string]> = []
      for (const url of hostile) {
        const query = new URLSearchParams({ after_auth_return_to: url })
        history.replaceState(null, "", `/handler/sign-in?${query}`)
        found.push([url, await outcome(latchkey.redirectTo.url(url)), await outcome(latchkey.redirectTo.afterSignIn())])
      }
      return found
    }, hostileRedirects)

    assert.deepStrictEqual(outcomes, hostileRedirects.map((url) => [url, untrusted, untrusted]))
    assert.deepStrictEqual(left.filter((url) => !url.startsWith(`${at.url}/handler/sign-in`)), [])
  })

  it("H9: sign-in and sign-up pages return to the page that the user came from", async () => {
    const page = await at.open("/basket?item=1#top")
    const go = async (route: "signIn" | "signUp" | "afterSignUp", expected: string) => {
      const going = page.evaluate((route) => latchkey.redirectTo[route](), route).catch(() => {})
      await page.waitForURL(`${at.url}${expected}`)
      await going
      await page.waitForFunction(() => "latchkey" in globalThis)
    }

    await go("signIn", "/handler/sign-in?after_auth_return_to=%2Fbasket%3Fitem%3D1%23top")
    await go("signUp", "/handler/sign-up?after_auth_return_to=%2Fbasket%3Fitem%3D1%23top")
    await go("afterSignUp", "/basket?item=1#top")
  })

  it("a redirect with replace removes the page from the history", async () => {
    const page = await at.open("/a")
    await page.goto(`${at.url}/b`)

    const going = page.evaluate(() => latchkey.redirectTo.home({ replace: true })).catch(() => {})
    await page.waitForURL(`${at.url}/`)
    await going
    await page.goBack()

    assert.strictEqual(page.url(), `${at.url}/a`)
  })

  it("H8: a <base> element of the document does not change a redirect", async () => {
    const page = await at.open("/a")

    const going = page.evaluate(() => {
      document.head.innerHTML += `<base href="http://evil.test/">`
      return latchkey.redirectTo.url("/b")
    }).catch(() => {})
    await page.waitForURL(`${at.url}/b`)
    await going
  })

  it("a signed-out user is redirected to sign-in and back", async () => {
    const page = await at.open("/account?tab=2")

    const going = page.evaluate(() => latchkey.currentUser.get({ or: "redirect" })).catch(() => {})
    await page.waitForURL(`${at.url}/handler/sign-in?after_auth_return_to=%2Faccount%3Ftab%3D2`)
    await going
  })
})
