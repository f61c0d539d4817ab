import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { digitsAt } from "../../../src/emulator/model/accounts/totp.ts"
import { beginHalfMinute } from "../../support/suite/halfMinute.ts"
import { site } from "../site.ts"
import { pauseClock } from "../support/passTime.ts"
import { plugIn } from "../virtualAuthenticator.ts"
import { visit } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const careful = { email: "careful@example.com", password: "correct horse" }

const typed = async (page: Page, { email, password }: typeof ada) => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

const isIn = (page: Page, email: string) => page.getByRole("heading", { name: `Hello ${email}` }).waitFor()

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector) === true, selector)

describe("the sign-in screen", () => {
  const at = site({
    page: "screens.tsx",
    chunks: true,
    users: [ada, careful],
    config: { oauthProviders: [{ id: "github", type: "shared" }] },
    // Sends a page slowly, so that the browser stays on the current page.
    answer: (request, response) => request.url === "/slow" && response.writeHead(204).end() !== undefined
  })

  it("the sign-in screen signs in with a password and goes to the home page", async () => {
    const page = await visit(at, "/handler/sign-in")
    await page.waitForFunction(() => document.title === "Sign in to My app")

    await typed(page, ada)

    await page.waitForURL(`${at.url}/`)
    await isIn(page, ada.email)
  })

  it("the sign-in screen can be used with the keyboard: email has focus, then password, \"Show\", \"Forgot password?\" and the button", async () => {
    const page = await visit(at, "/handler/sign-in")
    await heading(page, "Sign in to My app")
    await hasFocus(page, "input[name=email]")
    await page.keyboard.type(ada.email)
    await page.keyboard.press("Tab")
    await page.keyboard.type(ada.password)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    const shown = await page.getByLabel("Password", { exact: true }).inputValue()
    await page.keyboard.press("Tab")
    const after = await page.evaluate(() => document.activeElement?.textContent)

    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")

    await isIn(page, ada.email)
    assert.strictEqual(after, "Forgot password?")
    assert.strictEqual(shown, ada.password)
  })

  it("a wrong password shows an error at its field, keeps the typed text and moves focus to that field", async () => {
    const page = await visit(at, "/handler/sign-in")

    await typed(page, { ...ada, password: "wrong horse" })

    await page.getByText("Wrong e-mail or password.").waitFor()
    await hasFocus(page, "input[name=password]")
    assert.strictEqual(
      await page.locator("input[name=password]").getAttribute("aria-describedby"),
      await page.locator(".lk-wrong").getAttribute("id")
    )
    assert.strictEqual(await page.getByLabel("Email").inputValue(), ada.email)
  })

  it("an invalid form moves focus to the first invalid field without a request, and clears the error on change", async () => {
    const page = await visit(at, "/handler/sign-in")
    await page.getByLabel("Email").waitFor()
    const before = at.platform.requests.list().length

    await page.getByRole("button", { name: "Sign in", exact: true }).click()

    await hasFocus(page, "input[name=email]")
    assert.strictEqual(await page.locator("[aria-invalid=true]").count(), 2)
    assert.include(await page.getByLabel("Email").ariaSnapshot(), "invalid")
    await page.keyboard.type("a")
    await page.waitForFunction(() => document.querySelectorAll("[aria-invalid=true]").length === 1)
    assert.strictEqual(
      at.platform.requests.list().slice(before).filter(({ path }) => path.includes("password")).length,
      0
    )
  })

  it("a rate limit shows a countdown that changes every second and is announced every ten seconds", async () => {
    const page = await visit(at, "/handler/sign-in", {
      context: await at.newContext(),
      prepare: (page) => page.clock.install()
    })
    await page.getByLabel("Email").waitFor()
    await pauseClock(page)
    const headers = {
      "retry-after": "42",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "retry-after"
    }
    await page.route("**/password/sign-in", (route) => route.fulfill({ status: 429, headers }), { times: 1 })
    const announcements = async () => [
      await page.locator("[role=alert] [aria-hidden]").textContent(),
      await page.locator("[role=alert] .lk-hidden").textContent()
    ]
    const sentence = (seconds: number) => `Too many attempts. You can try again in ${seconds} seconds.`

    await typed(page, ada)
    await page.getByText(sentence(42)).first().waitFor()
    await page.clock.runFor(5_000)
    await page.getByText(sentence(37)).waitFor()
    await page.getByText(sentence(40)).waitFor()
    await page.clock.runFor(60_000)
    await page.getByText("You can try again now.").first().waitFor()
    const announced = await announcements()

    assert.deepStrictEqual(announced, ["You can try again now.", "You can try again now."])
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await isIn(page, ada.email)
  })

  it("the sign-in screen reports that the browser is offline, and signs in once it is back online", async () => {
    const page = await visit(at, "/handler/sign-in")
    await page.getByLabel("Email").waitFor()
    await page.context().setOffline(true)

    await typed(page, ada)
    const alert = page.getByRole("alert")
    await alert.waitFor()

    assert.strictEqual(
      await alert.textContent(),
      "You are offline. Please check your internet connection and try again."
    )
    await page.context().setOffline(false)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await isIn(page, ada.email)
  })

  it("the sign-in screen keeps the return URL when the user opens sign-up, forgot-password and sign-in again", async () => {
    const page = await visit(at, "/handler/sign-in?after_auth_return_to=%2Fbasket%3Fitem%3D1")

    await page.locator("a[href*=basket]", { hasText: "Sign up" }).click()
    await page.locator("a[href*=basket]", { hasText: "Sign in" }).click()
    await page.locator("a[href*=basket]", { hasText: "Forgot password?" }).click()
    await page.locator("a[href*=basket]", { hasText: "Back to sign in" }).click()
    await typed(page, ada)

    await page.waitForURL(`${at.url}/basket?item=1`)
    await isIn(page, ada.email)
  })

  it("H8: an untrusted return URL is reported and replaced by the home page", async () => {
    const page = await visit(at, "/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.test%2F")
    await page.getByText("This site doesn't trust the page you came from").waitFor()

    await typed(page, ada)

    await page.waitForURL(`${at.url}/`)
    await isIn(page, ada.email)
  })

  it("the sign-in screen lets a signed-in user continue or use another account", async () => {
    const page = await visit(at, "/handler/sign-in")
    await typed(page, ada)
    await isIn(page, ada.email)

    await page.goto(`${at.url}/handler/sign-in?after_auth_return_to=%2Fbasket`)
    await page.getByText("You are signed in as ada@example.com.").waitFor()
    await page.locator("a[href='/basket']", { hasText: "Continue" }).waitFor()
    await page.getByRole("button", { name: "Use another account" }).click()

    await typed(page, careful)
    await page.waitForURL(`${at.url}/basket`)
    await isIn(page, careful.email)
  })

  it("the sign-in screen announces the redirect after sign-in, with a link in case the redirect is slow", async () => {
    const page = await visit(at, "/handler/sign-in?after_auth_return_to=%2Fslow")

    await typed(page, ada)

    await heading(page, "You are signed in")
    await hasFocus(page, "h1")
    await page.getByRole("status").filter({ hasText: "You will be redirected." }).waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "Continue" }).getAttribute("href"), "/slow")
  })

  it("an emailed code signs the user in, and creates the account if there is none", async () => {
    const page = await visit(at, "/handler/sign-in")
    await page.getByLabel("Email").fill("coded@example.com")
    await page.getByRole("button", { name: "Email me a code instead" }).click()
    assert.strictEqual(await page.getByLabel("Email").inputValue(), "coded@example.com")
    await page.getByRole("button", { name: "Email me a code" }).click()
    await hasFocus(page, "input[name=code]")
    const { otp } = at.platform.outbox.byAddress("coded@example.com").at(-1)!

    await page.keyboard.type("zzzzzz")
    await page.keyboard.press("Enter")
    await page.getByText("is not valid").waitFor()
    await hasFocus(page, "input[name=code][aria-invalid=true]")
    await page.getByLabel("Code from the email").fill(otp!.toLowerCase())
    await page.keyboard.press("Enter")

    await isIn(page, "coded@example.com")
  })

  it("a sign-in link opened in another browser signs in after confirmation, even under StrictMode", async () => {
    const page = await visit(at, "/handler/sign-in?after_auth_return_to=%2Fbasket")
    await page.getByRole("button", { name: "Email me a code instead" }).click()
    await page.getByLabel("Email").fill("linked@example.com")
    await page.getByRole("button", { name: "Email me a code" }).click()
    await heading(page, "Check your email")
    const { link } = at.platform.outbox.byAddress("linked@example.com").at(-1)!
    const before = at.platform.requests.list().length

    const scanner = await visit(at, link!)
    await heading(scanner, "Sign in with this link?")
    const other = await visit(at, link!)
    await other.getByRole("button", { name: "Continue" }).click()

    await other.waitForURL(`${at.url}/basket`)
    await isIn(other, "linked@example.com")
    const used = at.platform.requests.list().slice(before).filter(({ method, path }) =>
      method === "POST" && path.endsWith("/otp/sign-in")
    )
    assert.strictEqual(used.length, 1)
    const again = await visit(at, link!)
    await again.getByRole("button", { name: "Continue" }).click()
    await heading(again, "This link is no longer valid")
    assert.isFalse(again.url().includes("code="))
    await again.getByRole("link", { name: "Get a new link" }).click()
    await again.getByLabel("Email").waitFor()
  })

  it("the sign-in screen signs in with an OAuth provider, and reports when the user declines at the provider", async () => {
    const page = await visit(at, "/handler/sign-in?after_auth_return_to=%2Fbasket", {
      warned: [
        "The page was not opened by a provider's redirect, or this browser does not know the attempt."
      ]
    })
    await page.getByRole("button", { name: "Continue with GitHub" }).click()
    await page.waitForURL(`${at.platform.baseUrl}/**`)
    await page.getByLabel("Email address").fill("grace@example.com")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()

    await page.waitForURL(`${at.url}/basket`)
    await isIn(page, "grace@example.com")

    await page.goto(`${at.url}/handler/oauth-callback?error=access_denied&state=x`)
    await heading(page, "Sign-in failed")
    await page.context().clearCookies()
    await page.goto(`${at.url}/handler/oauth-callback`)
    await page.getByText("The provider's response is missing from this page's URL.").waitFor()
    await page.getByRole("link", { name: "Back to sign in" }).waitFor()
  })

  it("the passkey button signs in, and a dismissed prompt shows a hint", async () => {
    const page = await visit(at, "/handler/sign-in")
    const device = await plugIn(page)
    await typed(page, ada)
    await isIn(page, ada.email)
    await page.getByRole("button", { name: "Add a passkey" }).click()
    await page.getByText("Success").waitFor()
    await page.goto(`${at.url}/handler/sign-out`)
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.waitForURL(`${at.url}/`)
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()

    await device.recognises(false)
    await page.goto(`${at.url}/handler/sign-in`)
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.getByText("The passkey was not used.").waitFor()
    assert.strictEqual(await page.getByRole("alert").count(), 0)

    await device.recognises(true)
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await isIn(page, ada.email)
  })
})

describe("a sign-in screen with passkeys", () => {
  const at = site({ page: "screens.tsx", chunks: true, users: [ada] })

  it("the sign-in screen offers passkeys by autofill, and signs in with the passkey that the user picks", async () => {
    const page = await visit(at, "/handler/sign-in")
    const device = await plugIn(page)
    await typed(page, ada)
    await isIn(page, ada.email)
    await page.getByRole("button", { name: "Add a passkey" }).click()
    await page.getByText("Success").waitFor()
    assert.strictEqual((await device.passkeys()).length, 1)
    await page.context().clearCookies()

    // The virtual device selects a passkey as soon as it receives a request.
    await page.goto(`${at.url}/handler/sign-in`)

    await isIn(page, ada.email)
  })
})

describe("a sign-in with a second factor", () => {
  const at = site({ page: "screens.tsx", users: [careful] })

  it("a sign-in with MFA shows a separate page for the code, and then continues to the requested page", async () => {
    const secret = btoa("12345678901234567890")
    const user = [...at.platform.store.projects.get(at.platform.project.projectId)!.users.values()][0]!
    Object.assign(user, { totpSecretBase64: secret, requiresTotpMfa: true })
    const page = await visit(at, "/handler/sign-in?after_auth_return_to=%2Fbasket")

    await typed(page, careful)
    await page.waitForURL(`${at.url}/handler/mfa?after_auth_return_to=%2Fbasket`)
    await hasFocus(page, "input[name=totp]")
    await page.keyboard.type("12")
    await page.keyboard.press("Enter")
    await page.getByText("Enter the whole code.").waitFor()
    await page.getByLabel("Six-digit code").fill("000 000")
    await page.keyboard.press("Enter")
    await hasFocus(page, "input[name=totp][aria-invalid=true]")
    await page.getByLabel("Six-digit code").fill(digitsAt(secret, beginHalfMinute(at.platform)))
    await page.keyboard.press("Enter")

    await page.waitForURL(`${at.url}/basket`)
    await isIn(page, careful.email)
    await page.context().clearCookies()
    await page.goto(`${at.url}/handler/mfa`)
    await heading(page, "Nothing to verify")
  })
})
