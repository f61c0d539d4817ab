/** The examples in the guides that need a browser. */
import { assert, describe, it } from "vitest"
import { site } from "./site.ts"
import { plugIn } from "./virtualAuthenticator.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

describe("examples/guides", () => {
  const at = site({
    page: "guides.tsx",
    users: [ada],
    config: { oauthProviders: [{ id: "github", type: "standard", clientId: "acme" }] }
  })

  it("passkeys.ts adds a passkey, signs in with that passkey through a button, and removes the passkey", async () => {
    const page = await at.open("/account")
    const device = await plugIn(page)

    const result = await page.evaluate(async (ada) => {
      await latchkey.signIn.withPassword(ada)
      const result = await guides.addPasskey(latchkey)
      await latchkey.signOut()
      return result
    }, ada)
    await page.evaluate(() => void guides.signInWithPasskey(latchkey))
    await page.waitForURL(`${at.url}/`)
    const user = await page.evaluate(() => latchkey.currentUser.get({ or: "throw" }))
    await page.evaluate(() => guides.removePasskey(latchkey))

    assert.strictEqual(result, "Next time you can sign in with your passkey.")
    assert.strictEqual(user.primaryEmail, ada.email)
    assert.deepStrictEqual(await device.passkeys(), [])
  })

  it("passkeys.ts offers a passkey by autofill in the input field, and stops autofill without an error", async () => {
    const page = await at.open()
    const problems: Array<string> = []
    page.on("pageerror", (error) => void problems.push(error.message))
    await plugIn(page, { present: false })

    const offered = await page.evaluate(async () => {
      document.getElementById("app")!.innerHTML = "<input autocomplete=\"username webauthn\">"
      const stop = guides.offerInField(latchkey)
      const button = await guides.showsButton(latchkey)
      stop()
      return button
    })

    assert.isTrue(offered)
    assert.deepStrictEqual(problems, [])
  })

  it("Providers.tsx signs in with an OAuth provider, and connects the account with another scope", async () => {
    const page = await at.open("/providers")

    await page.getByRole("button", { name: "Continue with github" }).click()
    await page.getByLabel("Email address").fill("grace@example.com")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "Home" }).waitFor()
    await page.goto(`${at.url}/repositories`)
    await page.getByLabel("Email address").fill("grace@example.com")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByText("Connected: <redacted>").waitFor()

    assert.strictEqual(page.url(), `${at.url}/repositories`)
  })
})
