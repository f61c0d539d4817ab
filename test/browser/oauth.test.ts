import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { digitsAt } from "../../src/emulator/model/accounts/totp.ts"
import { beginHalfMinute } from "../support/suite/halfMinute.ts"
import { site } from "./site.ts"
import { axe, everything } from "./support/axe.ts"

describe("signing in at a provider", () => {
  const at = site({
    page: "oauth.tsx",
    config: {
      oauthProviders: [{ id: "github", type: "shared" }, { id: "gitlab", type: "standard", clientId: "acme" }]
    },
    users: [{ email: "ada@example.com", password: "correct horse", displayName: "Ada Lovelace" }]
  })

  const exchanges = () => at.platform.requests.list().filter(({ path }) => path.endsWith("/auth/oauth/token")).length

  /** Fills in the provider's page. */
  const leave = async (page: Page, button = "GitHub") => {
    await page.getByRole("button", { name: button }).click()
    await page.waitForURL(`${at.platform.baseUrl}/**`)
  }

  const admit = async (page: Page, email: string) => {
    await page.getByLabel("Email address").fill(email)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }

  const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

  const outerCookies = async (page: Page) =>
    (await page.context().cookies()).filter(({ name }) => name.startsWith("stack-oauth-outer-"))

  /** Returns the URLs of the site that "back" and "forward" open in the tab. */
  const historyOf = async (page: Page) => {
    const { entries } = await (await page.context().newCDPSession(page)).send("Page.getNavigationHistory")
    return entries.map(({ url }) => url).filter((url) => url.startsWith(at.url))
  }

  it("H4, H5, H9: OAuth sign-up under StrictMode exchanges the code once, removes it from URL and history, returns to the page, and survives a reload", async () => {
    const before = exchanges()
    const start = "/handler/sign-in?after_auth_return_to=%2Fbasket%3Fitem%3D1"
    const page = await at.open(start)
    const addresses: Array<string> = []
    await page.exposeFunction("noteAddress", (address: string) => void addresses.push(address))

    await leave(page)
    const [cookie] = await outerCookies(page)
    const now = await page.evaluate(() => Date.now() / 1000)
    await admit(page, "grace@example.com")
    await shows(page, "grace@example.com")

    assert.strictEqual(page.url(), `${at.url}/basket?item=1`)
    assert.strictEqual(exchanges() - before, 1)
    const clean = `${at.url}/handler/oauth-callback?after_auth_return_to=%2Fbasket%3Fitem%3D1`
    assert.deepStrictEqual(addresses, [clean, clean])
    assert.deepStrictEqual(await historyOf(page), [at.url + start, page.url()])
    assert.approximately(cookie!.expires - now, 3600, 30)
    assert.deepInclude(cookie, { path: "/", sameSite: "Lax", secure: false, httpOnly: false })
    assert.deepStrictEqual(await outerCookies(page), [])

    await page.reload()
    await shows(page, "grace@example.com")
    assert.strictEqual(exchanges() - before, 1)
  })

  it("H2: neither \"back\" nor opening the OAuth callback URL again signs in a second time", async () => {
    const page = await at.open("/handler/sign-in")
    const visited: Array<string> = []
    page.on("framenavigated", (frame) => void visited.push(frame.url()))
    await leave(page)
    await admit(page, "barbara@example.com")
    await shows(page, "barbara@example.com")
    const callback = visited.find((url) => url.includes("code="))!
    const before = exchanges()

    await page.goBack()
    await page.goForward()
    await shows(page, "barbara@example.com")
    await page.goto(callback)
    await shows(page, "null")

    assert.strictEqual(exchanges(), before)
  })

  it("H2: an OAuth callback URL creates no session in a different browser", async () => {
    const page = await at.open("/handler/sign-in")
    await page.route(`${at.platform.baseUrl}/provider-sign-in/**`, (route) => route.abort())
    const [provider] = await Promise.all([
      page.waitForRequest("**/provider-sign-in/github?*"),
      page.getByRole("button", { name: "GitHub" }).click()
    ])
    const account = { email: "mallory@example.com" }
    const callback = await at.platform.oauth.signIn({ authorizeUrl: provider.url(), account })
    const before = exchanges()

    const victim = await at.open(callback)
    await shows(victim, "null")

    assert.strictEqual(exchanges(), before)
    assert.strictEqual(victim.url(), callback)
  })

  it("two tabs sign in with OAuth at the same time, each with its own state", async () => {
    const context = await at.newContext()
    const first = await at.open("/handler/sign-in", context)
    const second = await at.open("/handler/sign-in", context)
    await leave(first)
    await leave(second)

    await admit(second, "second@example.com")
    await shows(second, "second@example.com")
    await admit(first, "first@example.com")
    await shows(first, "first@example.com")
  })

  it("OAuth links an account to the signed-in user and returns to the page", async () => {
    const page = await at.open("/settings?tab=accounts")
    await shows(page, "nobody")

    const linking = page.evaluate(async () => {
      await latchkey.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
      await latchkey.oauth.link({ provider: "gitlab", scopes: ["read_repository"] })
    })
    await Promise.all([page.waitForURL(`${at.platform.baseUrl}/**`), linking.catch(() => {})])
    await admit(page, "ada@lab.example.com")
    await shows(page, "ada@example.com")

    assert.strictEqual(page.url(), `${at.url}/settings?tab=accounts`)
    const accounts = await page.evaluate(() => latchkey.oauthProviders.list())
    assert.deepStrictEqual(accounts.map(({ email, type }) => [type, email]), [["gitlab", "ada@lab.example.com"]])
    await page.evaluate(() => latchkey.oauth.accessTokenOrLink({ provider: "gitlab", scopes: ["read_repository"] }))
    assert.strictEqual(page.url(), `${at.url}/settings?tab=accounts`)
  })

  it("the provider's page names the provider, and has no accessibility violation in light mode, in dark mode or on a phone", async () => {
    const page = await at.open("/handler/sign-in")
    await leave(page)
    await page.getByRole("heading", { name: "Sign in with GitHub" }).waitFor()
    await page.evaluate(readFileSync(axe, "utf8"))
    const wrong: Array<string> = []

    for (const [width, colorScheme] of [[960, "light"], [960, "dark"], [390, "light"]] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      wrong.push(
        ...await page.evaluate(async (rules) => {
          const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ["violations"] })
          const found = violations.flatMap(({ help, nodes }) => nodes.map(({ html }) => `${help}: ${html}`))
          return document.documentElement.scrollWidth > innerWidth ? [...found, "wider than the window"] : found
        }, everything)
      )
    }

    assert.deepStrictEqual(wrong, [])
    await page.getByRole("button", { name: "Ada Lovelace ada@example.com" }).click()
    await page.waitForURL(`${at.url}/**`)
  })

  it("H7: OAuth sign-in requires the TOTP code on its page, and keeps the MFA attempt's code only in the tab's session storage", async () => {
    const secret = "12345678901234567890"
    const email = `${randomUUID()}@example.com`
    const page = await at.open("/handler/sign-in")
    await leave(page)
    await admit(page, email)
    await shows(page, email)
    const { id } = await page.evaluate(() => latchkey.currentUser.get({ or: "throw" }))
    await fetch(`${at.platform.baseUrl}/api/v1/users/${id}`, {
      method: "PATCH",
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "server",
        "x-stack-project-id": at.platform.project.projectId,
        "x-stack-secret-server-key": Redacted.value(at.platform.project.secretServerKey)
      },
      body: JSON.stringify({ totp_secret_base64: btoa(secret) })
    })
    await page.goto(`${at.url}/handler/sign-in?after_auth_return_to=%2Fbasket`)

    await leave(page)
    await admit(page, email)
    await page.waitForURL(`${at.url}/handler/mfa?after_auth_return_to=%2Fbasket`)

    const kept = await page.evaluate(() => ({
      session: { ...sessionStorage },
      elsewhere: JSON.stringify([location.href, document.cookie, { ...localStorage }, history.state])
    }))
    assert.deepStrictEqual(Object.keys(kept.session), ["stack_mfa_attempt_code"])
    const attemptCode = kept.session["stack_mfa_attempt_code"] as string
    assert.match(attemptCode, /^\w{45}$/)
    assert.notInclude(kept.elsewhere, attemptCode)
    assert.notInclude(JSON.stringify(await page.context().cookies()), attemptCode)
    const totp = digitsAt(btoa(secret), beginHalfMinute(at.platform))
    await page.evaluate((second) => latchkey.signIn.withTotp(second), { totp, attemptCode })
    await page.evaluate(() => latchkey.redirectTo.afterSignIn({ replace: true })).catch(() => {})
    await shows(page, email)
    assert.strictEqual(page.url(), `${at.url}/basket`)
  })

  it("OAuth sign-in in a browser that blocks cookies fails, and does not go to the provider", async () => {
    const page = await at.open("/handler/sign-in")
    await page.evaluate(() => Object.defineProperty(document, "cookie", { get: () => "", set: () => {} }))

    await page.getByRole("button", { name: "GitHub" }).click()

    await page.getByText("OAuthNotPossible: Signing in at a provider needs a cookie").waitFor()
    assert.strictEqual(page.url(), `${at.url}/handler/sign-in`)
  })
})
