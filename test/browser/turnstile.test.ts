import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "./site.ts"

/** Replaces Cloudflare's script: the widget is a button that returns a token. */
const widgets = `globalThis.turnstile = {
  render: (element, { callback, sitekey }) => {
    element.innerHTML = "<button>I am human</button>"
    element.firstChild.onclick = () => callback("token of " + sitekey)
    return "1"
  },
  remove: () => {}
}`

describe("a sign-up that requires a bot challenge", () => {
  const at = site({ page: "turnstile.ts" })

  const open = async (
    answer: (script: { readonly page: Page; readonly requested: Array<string> }) => Promise<unknown>
  ) => {
    const requested: Array<string> = []
    const page = await at.open("/", undefined, (page) => answer({ page, requested }))
    return { requested, page }
  }

  const served = ({ requested, page }: { readonly page: Page; readonly requested: Array<string> }) =>
    page.route("https://challenges.cloudflare.com/**", (route) => {
      requested.push(route.request().url())
      return route.fulfill({ contentType: "text/javascript", body: widgets })
    })

  it("a sign-up that requires a bot challenge continues through a dialog, which can be closed and opens again", async () => {
    const { requested, page } = await open(served)
    const dialog = page.getByRole("dialog", { name: "Confirm that you are human" })
    const signUp = page.getByRole("button", { name: "Sign up" })
    assert.deepStrictEqual(requested, [])

    for (const close of [() => page.keyboard.press("Escape"), () => dialog.getByText("Cancel").click()]) {
      await signUp.click()
      await dialog.waitFor()
      await close()
      await page.getByText("BotChallengeRequired").waitFor()
      await page.locator("dialog").waitFor({ state: "detached" })
    }
    await signUp.click()
    await dialog.getByRole("button", { name: "I am human" }).click()
    await page.getByText("welcome").waitFor()

    await page.locator("dialog").waitFor({ state: "detached" })
    assert.lengthOf(requested, 1)
  })

  it("a sign-up that requires a bot challenge fails with an explanation if the script is blocked", async () => {
    const { page } = await open(({ page }) =>
      page.route("https://challenges.cloudflare.com/**", (route) => route.abort())
    )

    await page.getByRole("button", { name: "Sign up" }).click()

    await page.getByText("BotChallengeFailed").waitFor()
  })
})
