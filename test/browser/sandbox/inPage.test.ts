/** The emulator and an app in one page, offline. */
import type { Page, Request } from "playwright-core"
import { assert, describe, it } from "vitest"
import { digitsAt } from "../../../src/emulator/model/accounts/totp.ts"
import { site } from "../site.ts"
import { plugIn } from "../virtualAuthenticator.ts"

const secret = btoa("12345678901234567890")

describe("an app with the emulator in one page", () => {
  const at = site({ page: "inPage.tsx" })

  /** Opens the page, disconnects it, and records requests from then on. */
  const opened = async () => {
    const page = await at.open("/docs", await at.newContext())
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()
    const requested: Array<string> = []
    page.on("request", (request) => {
      if (!request.url().startsWith("about:")) requested.push(request.url())
    })
    await page.context().setOffline(true)
    return { page, requested, frame: page.frameLocator("iframe") }
  }

  const shows = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor()

  const address = (page: Page) => page.evaluate(() => inPage.url())

  /** Opens the newest email to an address in the iframe. */
  const readMail = (page: Page, address: string) =>
    page.evaluate((address) => inPage.read(inPage.emulator.outbox.byAddress(address).at(-1)!), address)

  /** Signs in as Ada on the app's page. */
  const signIn = async (page: Page) => {
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com")
    await page.getByLabel("Password", { exact: true }).fill("correct horse")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }

  it("Z4, Z7: a user of an in-page app signs up, and verifies the address with the link in the email that the iframe shows", async () => {
    const { frame, page, requested } = await opened()

    await page.getByRole("link", { name: "Sign up" }).click()
    await page.getByLabel("Email").fill("grace@example.com")
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery")
    await page.getByRole("button", { name: "Create account" }).click()
    await shows(page, "Hello grace@example.com")
    await readMail(page, "grace@example.com")
    await frame.getByRole("link").click()
    await page.getByText("Verified").waitFor()

    assert.deepStrictEqual(requested, [])
  })

  it("Z4, Z7: the link in an email signs a user in without a confirmation", async () => {
    const { frame, page, requested } = await opened()

    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByRole("button", { name: "Email me a code" }).click()
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com")
    await page.getByRole("button", { name: "Email me a code" }).click()
    await page.getByLabel("Code").waitFor()
    await readMail(page, "ada@example.com")
    await frame.getByRole("link").click()
    await shows(page, "Hello ada@example.com")

    assert.deepStrictEqual(requested, [])
  })

  it("Z4, Z7: a user of an in-page app signs in at an OAuth provider in the iframe, and the app removes the code from the URL", async () => {
    const { frame, page, requested } = await opened()

    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByRole("button", { name: "GitHub" }).click()
    await frame.getByLabel("Email address").fill("lin@example.com")
    await frame.getByRole("button", { name: "Sign in", exact: true }).click()
    await shows(page, "Hello lin@example.com")

    assert.strictEqual(await address(page), "http://localhost:3000/")
    assert.deepStrictEqual(requested, [])
  })

  it("Z7: an in-page app shows its error page when the provider denies access", async () => {
    const { frame, page } = await opened()

    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByRole("button", { name: "GitHub" }).click()
    await frame.getByRole("button", { name: "Deny access" }).click()
    await page.getByRole("link", { name: "Sign in", exact: true }).click()

    assert.strictEqual(new URL(await address(page)).pathname, "/handler/sign-in")
  })

  it("Z4: an in-page app completes a sign-in with a TOTP code", async () => {
    const { page, requested } = await opened()
    const now = await page.evaluate((totpSecretBase64) => {
      const { clock, project, store } = inPage.emulator
      const [ada] = store.projects.get(project.projectId)!.users.values()
      Object.assign(ada!, { totpSecretBase64, requiresTotpMfa: true })
      clock.moveTo(new Date(Math.ceil(clock.now().getTime() / 30_000) * 30_000 + 1000))
      return clock.now().getTime()
    }, secret)

    await signIn(page)
    await page.getByLabel("Code").fill(digitsAt(secret, now))
    await page.getByRole("button", { name: "Verify" }).click()
    await shows(page, "Hello ada@example.com")

    assert.deepStrictEqual(requested, [])
  })

  it("Z4: an in-page app refreshes the session once after an hour, and keeps it through a network failure", async () => {
    const { page, requested } = await opened()
    await signIn(page)
    await shows(page, "Hello ada@example.com")

    const outcome = await page.evaluate(async () => {
      const { clock, faults, requests } = inPage.emulator
      const refreshes = () => requests.list().filter(({ path }) => path === "/auth/oauth/token").length
      requests.clear()
      clock.advance("1 hour")
      await Promise.all([latchkey.currentUser.get(), latchkey.teams.list(), latchkey.contactChannels.list()])
      const refreshed = refreshes()
      clock.advance("1 hour")
      faults.add({ respond: "drop" })
      const error = await latchkey.currentUser.get().catch((error: unknown) => (error as Error).name)
      faults.clear()
      // after a failed refresh, the session waits before the next one
      clock.advance("1 minute")
      return { refreshed, error, email: (await latchkey.currentUser.get())?.primaryEmail }
    })

    assert.deepStrictEqual(outcome, { refreshed: 1, error: "CallError", email: "ada@example.com" })
    assert.deepStrictEqual(requested, [])
  })

  it("Z4, Z7: a user of an in-page app buys a product on the checkout page in the iframe", async () => {
    const { frame, page, requested } = await opened()
    await signIn(page)
    await shows(page, "Hello ada@example.com")

    await page.evaluate(async () => void inPage.open(await buy("pro")))
    await frame.getByRole("button", { name: "Complete test purchase" }).click()
    await shows(page, "Hello ada@example.com")

    assert.strictEqual(await address(page), "http://localhost:3000/bought")
    assert.deepStrictEqual(requested, [])
  })

  it("Z4: an in-page app signs in with one of the real page's passkeys", async () => {
    const { page, requested } = await opened()
    await plugIn(page)

    const email = await page.evaluate(async () => {
      await latchkey.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
      await latchkey.passkeys.register()
      await latchkey.signOut()
      await latchkey.passkeys.signIn()
      return (await latchkey.currentUser.get())?.primaryEmail
    })

    assert.strictEqual(email, "ada@example.com")
    assert.deepStrictEqual(requested, [])
  })

  it("Z5: an in-page app leaves the URL, history, cookies and storage of the page untouched", async () => {
    const { page } = await opened()
    const surroundings = () =>
      page.evaluate(() => [
        location.href,
        history.length,
        JSON.stringify(history.state),
        document.cookie,
        JSON.stringify({ ...localStorage, ...sessionStorage })
      ])
    const before = await surroundings()

    await signIn(page)
    await shows(page, "Hello ada@example.com")
    await page.getByRole("link", { name: "Settings" }).click()
    await page.getByRole("link", { name: "Emails" }).click()
    await shows(page, "Emails")

    assert.deepStrictEqual(await surroundings(), before)
    assert.match(await address(page), /account-settings#\/emails$/)
  })

  it("Z6: an email in the iframe can't run its scripts, load pictures or access the page", async () => {
    const { page } = await opened()
    const requests: Array<Request> = []
    page.on("request", (request) => void requests.push(request))
    const html =
      "<p>Hello</p><img src=\"https://tracker.example/a.png\"><script>parent.document.title = 'taken'</script>"
      + "<img src=x onerror=\"parent.document.title = 'taken'\">"

    await page.evaluate((html) => inPage.read({ to: "ada@example.com", html } as never), html)
    await page.frameLocator("iframe").getByText("Hello").waitFor()

    await Promise.all(requests.map((request) => request.response()))
    assert.deepStrictEqual(requests.map((request) => request.failure()?.errorText), ["csp", "csp"])
    assert.strictEqual(await page.title(), "Latchkey in a browser")
  })
})
