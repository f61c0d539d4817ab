/** The screens around sign-in: sign-up, sign-out, links in emails, invitations, command line tools, errors. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { createClient } from "../../../src/promise/index.ts"
import { site } from "../site.ts"
import { visit } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const bob = { email: "bob@example.com", password: "correct horse" }

const isIn = (page: Page, email: string) => page.getByRole("heading", { name: `Hello ${email}` }).waitFor()

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector) === true, selector)

/** Accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element instanceof HTMLInputElement ? element.labels?.[0]?.textContent ?? "" : element?.textContent ?? ""
  })

/**
 * Presses Tab until the element with the given name has focus. Returns the names of the elements that had focus before.
 */
const tabTo = async (page: Page, name: string) => {
  const passed: Array<string> = []
  do {
    await page.keyboard.press("Tab")
    passed.push(await focused(page))
  } while (passed.at(-1) !== name && passed.length < 10)
  return passed
}

const typed = async (page: Page, { email, password }: typeof ada) => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await press(page, "Sign in")
}

describe("the screens around signing in", () => {
  const at = site({
    page: "screens.tsx",
    build: "production",
    users: [ada, bob],
    config: { clientTeamCreationEnabled: true }
  })

  const mailTo = (email: string) => at.platform.outbox.byAddress(email).at(-1)!.link!

  const signedIn = async (person: typeof ada) => {
    const page = await visit(at, "/", { as: person })
    await isIn(page, person.email)
    return page
  }

  /** Creates the client of a program that has no browser. */
  const elsewhere = () =>
    createClient({
      projectId: at.platform.project.projectId,
      publishableClientKey: at.platform.project.publishableClientKey,
      baseUrl: at.platform.baseUrl,
      tokenStore: "memory"
    })

  it("sign-up can be completed with the keyboard, and shows an error at the field for a short password or a taken address", async () => {
    const page = await visit(at, "/handler/sign-up")
    await page.getByLabel("Email").focus()

    await page.keyboard.type(ada.email)
    await page.keyboard.press("Tab")
    await page.keyboard.type("short")
    await page.keyboard.press("Enter")
    await hasFocus(page, "input[name=password][aria-invalid=true]")
    await page.getByText("Choose a password with at least 8 characters.").waitFor()
    await page.keyboard.type(" no more")
    await page.keyboard.press("Enter")
    await hasFocus(page, "input[name=email][aria-invalid=true]")
    await page.getByText("There is already an account").waitFor()
    await page.getByLabel("Email").fill("new@example.com")
    await page.keyboard.press("Enter")

    await isIn(page, "new@example.com")
  })

  it("a verification link works only once, is reported as used afterwards, and can be replaced if it has expired", async () => {
    const page = await visit(at, "/handler/sign-up")
    await page.getByLabel("Email").fill("ann@example.com")
    await page.getByLabel("Password", { exact: true }).fill("correct horse")
    await press(page, "Create account")
    await isIn(page, "ann@example.com")
    const first = mailTo("ann@example.com")
    at.platform.codes.expire(new URL(first).searchParams.get("code")!)

    await page.goto(first)
    await heading(page, "This link is no longer valid")
    assert.isFalse(page.url().includes("code="))
    await press(page, "Email me a new link")
    await page.getByText("We sent you a new link.").waitFor()
    const second = mailTo("ann@example.com")
    await page.goto(second)
    await heading(page, "Email verified")
    await page.goto(second)
    await heading(page, "Already verified")

    assert.notStrictEqual(second, first)
  })

  it("a forgotten password can be changed with the keyboard, and the new password signs the user in", async () => {
    const page = await visit(at, "/handler/forgot-password")
    await heading(page, "Reset your password")
    await tabTo(page, "Email me a link")
    await page.keyboard.press("Enter")
    await hasFocus(page, "input[name=email][aria-invalid=true]")
    await page.keyboard.type(bob.email)
    await page.keyboard.press("Enter")
    await heading(page, "Check your email")
    await hasFocus(page, "h1")

    const link = mailTo(bob.email)
    await page.goto(link)
    await heading(page, "Choose a new password")
    await tabTo(page, "New password")
    await page.keyboard.type("battery staple")
    const between = await tabTo(page, "Confirm new password")
    await page.keyboard.type("battery stable")
    const after = await tabTo(page, "Change password")
    await page.keyboard.press("Space")
    await hasFocus(page, "input[name=repeated][aria-invalid=true]")
    for (let letter = 0; letter < 3; letter++) await page.keyboard.press("Backspace")
    await page.keyboard.type("ple")
    await page.keyboard.press("Enter")
    await heading(page, "Password changed")
    await hasFocus(page, "h1")
    await tabTo(page, "Sign in")
    await page.keyboard.press("Enter")
    assert.deepStrictEqual(between, ["Show New password", "Confirm new password"])
    assert.deepStrictEqual(after, ["Show Confirm new password", "Change password"])
    await typed(page, { ...bob, password: "battery staple" })
    await isIn(page, bob.email)

    await page.goto(link)
    await heading(page, "This link is no longer valid")
    await page.getByRole("link", { name: "Get a new link" }).click()
    await heading(page, "Reset your password")
  })

  it("the forgot-password screen shows the same text for addresses with and without an account", async () => {
    const page = await visit(at, "/handler/forgot-password")

    await page.getByLabel("Email").fill("nobody@example.com")
    await press(page, "Email me a link")

    await page.getByText("If nobody@example.com has an account,").waitFor()
  })

  it("the sign-out screen can be used with the keyboard, and then shows that no user is signed in", async () => {
    const page = await signedIn(ada)

    await page.goto(`${at.url}/handler/sign-out`)
    await page.getByText("You are signed in as ada@example.com.").waitFor()
    const order = await tabTo(page, "Cancel")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    assert.deepStrictEqual(order, ["Sign out", "Cancel"])
    await page.waitForURL(`${at.url}/`)
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()

    await page.goto(`${at.url}/handler/sign-out`)
    await heading(page, "You are not signed in")
  })

  it("sign-out works immediately without a network, and reports that the platform wasn't reached", async () => {
    const page = await visit(at, "/handler/sign-out", {
      as: ada,
      warned: ["Signed out only in this program. You are offline. Please check your internet connection and try again."]
    })
    await page.getByText("You are signed in as ada@example.com.").waitFor()
    await page.context().setOffline(true)

    await press(page, "Sign out")

    await heading(page, "You are signed out")
    await page.getByText("The server couldn't be reached").waitFor()
    assert.strictEqual(page.url(), `${at.url}/handler/sign-out`)
    await page.context().setOffline(false)
    await page.getByRole("link", { name: "Go to the home page" }).click()
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()
  })

  it("with the keyboard, a team invitation can be accepted after sign-in, accepted with another account, or declined", async () => {
    const client = elsewhere()
    await client.signIn.withPassword(ada)
    const { id: teamId } = await client.teams.create({ displayName: "Engines" })
    await client.teamInvitations.send({
      teamId,
      email: "guest@example.com",
      callbackUrl: `${at.url}/handler/team-invitation`
    })
    const link = mailTo("guest@example.com")
    const page = await visit(at, link)
    await page.getByText("Sign in with the account that should join it").waitFor()

    await page.getByRole("link", { name: "Create an account" }).click()
    await page.getByLabel("Email").fill("guest@example.com")
    await page.getByLabel("Password", { exact: true }).fill("correct horse")
    await press(page, "Create account")
    await heading(page, "Join Engines")
    await page.getByText("You are invited to join Engines as guest@example.com.").waitFor()
    const order = await tabTo(page, "Decline")
    await page.keyboard.press("Enter")
    await heading(page, "Invitation declined")
    await hasFocus(page, "h1")
    assert.deepStrictEqual(order, ["Join the team", "Decline"])

    await page.goto(link)
    await heading(page, "Join Engines")
    await tabTo(page, "Use another account")
    await page.keyboard.press("Enter")
    await page.locator("a[href*=team-invitation]", { hasText: "Create an account" }).click()
    await page.getByLabel("Email").fill("other@example.com")
    await page.getByLabel("Password", { exact: true }).fill("correct horse")
    await press(page, "Create account")
    await heading(page, "Join Engines")
    await tabTo(page, "Join the team")
    await page.keyboard.press("Space")
    await heading(page, "Welcome to Engines")
    await hasFocus(page, "h1")

    await page.getByRole("link", { name: "Go to the home page" }).click()
    await isIn(page, "other@example.com")
    await page.goto(link)
    await heading(page, "This invitation is no longer valid")
  })

  it("a CLI login is allowed or denied with the keyboard", async () => {
    const client = elsewhere()
    const login = await client.cliLogin.start({ appUrl: at.url })
    const page = await visit(at, login.url)
    await page.getByRole("button", { name: "Sign in" }).click()
    await typed(page, ada)
    await page.getByText("requests access as ada@example.com.").waitFor()
    await page.getByText(login.url.slice(-6), { exact: true }).waitFor()

    await tabTo(page, "Allow")
    await page.keyboard.press("Enter")
    await heading(page, "All set")
    await hasFocus(page, "h1")
    await client.cliLogin.finish({ refreshToken: await client.cliLogin.wait(login) })
    assert.strictEqual((await client.currentUser.get())?.primaryEmail, ada.email)

    await page.goto(login.url)
    await press(page, "Allow")
    await heading(page, "This request is no longer valid")
    await page.goto((await client.cliLogin.start({ appUrl: at.url })).url)
    await page.getByText("requests access as").waitFor()
    const order = await tabTo(page, "Deny")
    await page.keyboard.press("Enter")
    await heading(page, "Request denied")
    assert.deepStrictEqual(order, ["Allow", "Deny"])
    await page.goto(`${at.url}/handler/cli-auth-confirm`)
    await page.getByText("The code of the request is missing from the URL.").waitFor()
  })

  it("H3: the error screen shows its own message for a known error, and never text from the URL", async () => {
    const page = await visit(
      at,
      "/handler/error?errorCode=OUTER_OAUTH_TIMEOUT&message=%3Cb%3ECall%20this%20number%3C%2Fb%3E&details=%7B%7D"
    )

    await page.getByText("The OAuth flow has timed out. Please sign in again.").waitFor()
    await page.getByText("Reference: OUTER_OAUTH_TIMEOUT").waitFor()
    assert.notInclude(await page.content(), "Call this number")

    await page.goto(`${at.url}/handler/error?error=server_error&error_description=Call%20this%20number`)
    await page.getByText("The provider cannot be reached at the moment.").waitFor()
    assert.notInclude(await page.locator("main").innerText(), "Call this number")
    await page.goto(`${at.url}/handler/error`)
    await page.getByText("Go back and try again.").waitFor()
  })

  it("screens open at their alternative paths, and an unknown path shows \"Page not found\"", async () => {
    const page = await visit(at, "/handler/login?after_auth_return_to=%2Fbasket")
    await page.waitForURL(`${at.url}/handler/sign-in?after_auth_return_to=%2Fbasket`)
    await page.getByLabel("Email").waitFor()

    await page.goto(`${at.url}/handler/nothing`)
    await heading(page, "Page not found")
  })

  it("the screens follow a router's navigation, and the browser's \"back\"", async () => {
    const page = await visit(at, "/handler/sign-in")
    await page.getByLabel("Email").waitFor()

    await page.evaluate(() => history.pushState(null, "", "/handler/forgot-password"))
    await heading(page, "Reset your password")
    await page.goBack()

    await heading(page, "Sign in to My app")
  })

  it("each form has at most one username field and one password field for password managers", async () => {
    const forms: Record<string, ReadonlyArray<ReadonlyArray<string>>> = {}
    const page = await visit(at, "/handler/sign-in")
    for (const route of ["sign-in", "sign-up", "forgot-password"]) {
      await page.goto(`${at.url}/handler/${route}`)
      await page.getByLabel("Email").waitFor()
      forms[route] = await page.locator("form").evaluateAll((forms) =>
        forms.map((form) =>
          [...form.querySelectorAll("input")].map(({ autocomplete, type }) => `${type}: ${autocomplete}`)
        )
      )
    }

    assert.deepStrictEqual(forms, {
      "sign-in": [["email: username webauthn", "password: current-password webauthn"]],
      "sign-up": [["email: username", "password: new-password"]],
      "forgot-password": [["email: username"]]
    })
  })
})

describe("the screens of a project without sign-up or sign-in methods", () => {
  const at = site({
    page: "screens.tsx",
    build: "production",
    config: { signUpEnabled: false, credentialEnabled: false, magicLinkEnabled: false, passkeyEnabled: false }
  })

  it("the sign-in and sign-up screens of a project without sign-up or sign-in methods explain what is missing", async () => {
    const page = await visit(at, "/handler/sign-up")
    await heading(page, "Sign-up is closed")

    await page.goto(`${at.url}/handler/sign-in`)
    await heading(page, "Sign-in is turned off")
  })
})
