/** Going back after a completed step, and returning to the page of a completed step. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { digitsAt } from "../../../src/emulator/model/accounts/totp.ts"
import { createClient } from "../../../src/promise/index.ts"
import { beginHalfMinute } from "../../support/suite/halfMinute.ts"
import { site } from "../site.ts"
import { signInBrowser, visit } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "correct horse" }
const careful = { email: "careful@example.com", password: "correct horse" }

const typed = async (page: Page, { email, password }: typeof ada, button = "Sign in") => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: button, exact: true }).click()
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click()

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

const isIn = (page: Page, { email }: Pick<typeof ada, "email">) => heading(page, `Hello ${email}`)

const signedOut = (page: Page) => heading(page, "Nobody is signed in")

describe("going back", () => {
  const at = site({
    page: "screens.tsx",
    users: [ada, bob, careful],
    config: {
      clientTeamCreationEnabled: true,
      oauthProviders: [{ id: "github", type: "shared" }]
    }
  })

  const mailTo = (address: string) => at.platform.outbox.byAddress(address).at(-1)!.link!

  const userOf = (email: string) => {
    const { contactChannels, users } = at.platform.store.projects.get(at.platform.project.projectId)!
    const channel = [...contactChannels.values()].find(({ value }) => value === email)
    return users.get(channel!.userId)!
  }

  /** The page before the step. It opens the URL of the step. */
  const before = async (path: string, warned: ReadonlyArray<string> = []) => {
    const page = await visit(at, "/before", { warned })
    await signedOut(page)
    await page.goto(`${at.url}${path}`)
    return page
  }

  /** Goes back, and checks that the browser is then at the path and shows the signed-in user. */
  const goesBackTo = async (page: Page, path: string, user: Pick<typeof ada, "email">) => {
    await page.goBack()
    await isIn(page, user)
    assert.strictEqual(page.url(), `${at.url}${path}`)
  }

  it("\"back\" after sign-in skips the sign-in page", async () => {
    const page = await before("/handler/sign-in")
    await typed(page, ada)
    await page.waitForURL(`${at.url}/`)

    await goesBackTo(page, "/before", ada)
  })

  it("\"back\" after sign-up skips the sign-up page", async () => {
    const page = await before("/handler/sign-up")
    await typed(page, { email: "new@example.com", password: "correct horse" }, "Create account")
    await page.waitForURL(`${at.url}/`)

    await goesBackTo(page, "/before", { email: "new@example.com" })
  })

  it("\"back\" after MFA skips the mfa and sign-in pages, and opening them again continues to the app", async () => {
    const secret = btoa("12345678901234567890")
    Object.assign(userOf(careful.email), { totpSecretBase64: secret, requiresTotpMfa: true })
    const page = await before("/handler/sign-in?after_auth_return_to=%2Fbasket")
    await typed(page, careful)
    await page.getByLabel("Six-digit code").fill(digitsAt(secret, beginHalfMinute(at.platform)))
    await press(page, "Verify")
    await page.waitForURL(`${at.url}/basket`)

    await goesBackTo(page, "/before", careful)
    await page.goto(`${at.url}/handler/mfa?after_auth_return_to=%2Fbasket`)
    await page.waitForURL(`${at.url}/basket`)
    await goesBackTo(page, "/before", careful)
  })

  it("\"back\" after a sign-in link skips the link's page, and opening that page again continues to the app", async () => {
    const page = await before("/handler/sign-in?after_auth_return_to=%2Fbasket")
    await press(page, "Email me a code instead")
    await page.getByLabel("Email").fill("linked@example.com")
    await press(page, "Email me a code")
    await heading(page, "Check your email")
    const linked = { email: "linked@example.com" }
    await page.goto(`${at.url}/between`)
    await page.goto(mailTo(linked.email))
    await page.waitForURL(`${at.url}/basket`)
    await isIn(page, linked)

    await goesBackTo(page, "/between", linked)
    await page.goto(`${at.url}/handler/magic-link-callback`)
    await page.waitForURL(`${at.url}/`)
    await isIn(page, linked)
  })

  it("\"back\" after OAuth never leads to the callback, and opening the callback again continues to the app", async () => {
    const nobodyCame = "The page was not opened by a provider's redirect, or this browser does not know the attempt."
    const page = await before("/handler/sign-in?after_auth_return_to=%2Fbasket", [nobodyCame])
    await press(page, "Continue with GitHub")
    await page.waitForURL(`${at.platform.baseUrl}/**`)
    await page.getByLabel("Email address").fill("grace@example.com")
    await press(page, "Sign in")
    await page.waitForURL(`${at.url}/basket`)
    await isIn(page, { email: "grace@example.com" })

    await page.goBack()
    const back = page.url()
    await page.goto(`${at.url}/handler/oauth-callback`)
    await page.waitForURL(`${at.url}/`)

    assert.notInclude(back, "oauth-callback")
    await isIn(page, { email: "grace@example.com" })
  })

  it("\"back\" after verifying an address skips the link's page, which shows the same content when reloaded", async () => {
    const page = await before("/handler/sign-up")
    const ann = { email: "ann@example.com", password: "correct horse" }
    await typed(page, ann, "Create account")
    await isIn(page, ann)
    const link = mailTo(ann.email)
    const elsewhere = await visit(at, link)
    await press(elsewhere, "Continue")
    await heading(elsewhere, "Email verified")

    await elsewhere.reload()
    await heading(elsewhere, "Email verified")
    await page.goto(link)
    await heading(page, "Already verified")
    await page.goto(`${at.url}/between`)
    await isIn(page, ann)
    await page.goBack()
    await page.waitForURL(`${at.url}/`)
    await isIn(page, ann)
    await follow(elsewhere, "Continue")
    await signedOut(elsewhere)
    assert.strictEqual(await elsewhere.evaluate(() => history.length), 1)
  })

  it("\"back\" after a password reset skips the link's page, which shows the same content when reloaded", async () => {
    const page = await before("/handler/forgot-password")
    await page.getByLabel("Email").fill(bob.email)
    await press(page, "Email me a link")
    await heading(page, "Check your email")
    const changed = { ...bob, password: "battery staple" }
    await page.goto(`${at.url}/between`)
    await page.goto(mailTo(bob.email))
    await page.getByLabel("New password", { exact: true }).fill(changed.password)
    await page.getByLabel("Confirm new password").fill(changed.password)
    await press(page, "Change password")
    await heading(page, "Password changed")

    await page.reload()
    await heading(page, "Password changed")
    await follow(page, "Sign in")
    await typed(page, changed)
    await page.waitForURL(`${at.url}/`)

    await goesBackTo(page, "/between", bob)
  })

  it("\"back\" after joining a team skips the invitation, and opening the invitation again continues to the app", async () => {
    const owner = createClient({
      projectId: at.platform.project.projectId,
      publishableClientKey: at.platform.project.publishableClientKey,
      baseUrl: at.platform.baseUrl,
      tokenStore: "memory"
    })
    await owner.signIn.withPassword(ada)
    const { id: teamId } = await owner.teams.create({ displayName: "Engines" })
    const callbackUrl = `${at.url}/handler/team-invitation`
    await owner.teamInvitations.send({ teamId, email: "guest@example.com", callbackUrl })
    await owner.dispose()
    const context = await at.newContext()
    await signInBrowser(at, context, bob)
    const page = await visit(at, "/before", { context })
    await page.goto(mailTo("guest@example.com"))
    await press(page, "Join the team")
    await heading(page, "Welcome to Engines")

    await page.goto(`${at.url}/between`)
    await isIn(page, bob)
    await page.goBack()
    await page.waitForURL(`${at.url}/`)

    await goesBackTo(page, "/before", bob)
  })
})

/**
 * Simulates a page from the back/forward cache. The tests' Chromium never caches one
 * (`BackForwardCacheDisabledForDelegate`), so the events are dispatched by hand: the page is hidden and suspended, then
 * resumed and shown.
 */
const kept = async (page: Page, meanwhile: () => Promise<unknown>) => {
  const tell = (type: "pagehide" | "pageshow") =>
    page.evaluate((type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type)
  const devtools = await page.context().newCDPSession(page)
  await tell("pagehide")
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" })
  await meanwhile()
  await devtools.send("Page.setWebLifecycleState", { state: "active" })
  await tell("pageshow")
}

describe("a page restored from the back/forward cache", () => {
  const at = site({ page: "screens.tsx", users: [ada, bob] })

  it("a page restored from the back/forward cache shows no user after sign-out elsewhere", async () => {
    const page = await visit(at, "/", { as: ada })
    await isIn(page, ada)

    await kept(page, () => page.context().clearCookies())

    await signedOut(page)
  })

  it("a page restored from the back/forward cache shows the user who signed in elsewhere, not the previous user", async () => {
    const page = await visit(at, "/", { as: ada })
    await isIn(page, ada)

    await kept(page, () => signInBrowser(at, page.context(), bob))

    await isIn(page, bob)
  })

  it("a sign-in page restored from the back/forward cache no longer shows its form", async () => {
    const page = await visit(at, "/handler/sign-in")
    await page.getByLabel("Email").waitFor()

    await kept(page, () => signInBrowser(at, page.context(), ada))

    await page.getByText("You are signed in as ada@example.com.").waitFor()
  })
})
