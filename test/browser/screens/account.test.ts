import jsqr from "jsqr"
import { Secret, TOTP } from "otpauth"
import type { BrowserContext, Locator, Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { beginHalfMinute } from "../../support/suite/halfMinute.ts"
import { site } from "../site.ts"
import { plugIn } from "../virtualAuthenticator.ts"
import { signInBrowser, visit } from "../visit.ts"
import { press, reach, type } from "./keyboard.ts"

const password = "correct horse"

/** Creates a user for each test, so that tests don't affect each other. */
const emailOf = (name: string) => `${name}@example.com`

const names = [
  "keys",
  "pictures",
  "mails",
  "stubborn",
  "locks",
  "passkeys",
  "digits",
  "devices",
  "links",
  "letters",
  "programs",
  "founder",
  "guest",
  "leaver",
  "gone",
  "back"
]

/** A red picture of four pixels. */
const red = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64"
)

/** The package exports the function itself, but its types declare a namespace. */
const readQrCode = jsqr as unknown as typeof jsqr.default

/** Reads a QR code on the screen, as an authenticator app does. */
const scan = async (code: Locator): Promise<string | undefined> => {
  const png = await code.screenshot()
  const { data, height, width } = await code.evaluate(async (_, png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!
    canvas.drawImage(bitmap, 0, 0)
    const { data, height, width } = canvas.getImageData(0, 0, bitmap.width, bitmap.height)
    return { data: [...data], height, width }
  }, png.toString("base64"))
  return readQrCode(new Uint8ClampedArray(data), width, height)?.data
}

describe("the account settings, used with the keyboard alone", () => {
  const at = site({
    page: "screens.tsx",
    build: "production",
    users: names.map((name) => ({ email: emailOf(name), password })),
    config: {
      oauthProviders: [{ id: "github", type: "shared" }],
      clientTeamCreationEnabled: true,
      clientUserDeletionEnabled: true,
      allowUserApiKeys: true,
      allowTeamApiKeys: true
    }
  })

  const named = (name: string) => ({ email: emailOf(name), password })

  const isThere = (page: Page) => page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor()

  /** Opens a section. */
  const open = async (name: string, section: string, options: Parameters<typeof visit>[2] = {}) => {
    const page = await visit(at, `/handler/account-settings#/${section}`, { as: named(name), ...options })
    await isThere(page)
    return page
  }

  /** Another browser with a session of the user. */
  const elsewhere = async (name: string): Promise<BrowserContext> => {
    const context = await at.newContext()
    await signInBrowser(at, context, named(name))
    return context
  }

  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

  /** Confirms a dialog. */
  const agree = (page: Page, name: string) => press(page.getByRole("dialog").getByRole("button", { name, exact: true }))

  const says = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor()

  const item = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text })

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "")

  /** Resolves with the next response to a write of the page. */
  const writeOf = (page: Page) => page.waitForResponse((response) => response.request().method() === "PATCH")

  const mailTo = (email: string) => at.platform.outbox.byAddress(email).at(-1)

  it("the account settings redirect to sign-in and back to the section, and \"back\" moves between sections", async () => {
    const page = await visit(at, "/handler/account-settings#/sessions")
    await type(page.getByLabel("Email"), emailOf("back"))
    await type(page.getByLabel("Password", { exact: true }), password)
    await press(button(page, "Sign in"))
    await page.waitForURL(`${at.url}/handler/account-settings#/sessions`)
    await isThere(page)
    await page.waitForFunction(() => document.title === "Sessions · Account settings")

    await press(page.getByRole("link", { name: "Emails" }))
    await page.waitForFunction(() => document.title === "Emails · Account settings")
    const focus = await focused(page)
    const current = await page.getByRole("navigation", { name: "Account settings" }).locator("[aria-current=page]")
      .allTextContents()
    await page.goBack()
    await page.waitForFunction(() => document.title === "Sessions · Account settings")

    assert.strictEqual(focus, "Emails")
    assert.deepStrictEqual(current, ["Emails"])
    assert.strictEqual(page.url(), `${at.url}/handler/account-settings#/sessions`)
  })

  it("the account settings close a confirmation on Escape and return focus", async () => {
    const page = await open("keys", "emails")
    const remove = button(page, `Remove ${emailOf("keys")}`)
    await remove.focus()

    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: `Remove ${emailOf("keys")}?` }).waitFor()
    const first = await focused(page)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await remove.and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Tab")
    await page.locator("input[type=email]:focus").waitFor()
    await page.keyboard.type("keys.again@example.com")
    await page.keyboard.press("Enter")
    await item(page, "keys.again@example.com").waitFor()

    assert.strictEqual(first, "Cancel")
  })

  it("the profile section saves a name and a picture, and rejects a file that isn't a picture", async () => {
    const page = await open("pictures", "profile")

    await type(page.getByLabel("Name"), "Ada Lovelace")
    await press(button(page, "Save"))
    await says(page, "Saved.")
    await page.getByText("Ada Lovelace", { exact: true }).waitFor()
    await page.locator("input[type=file]").setInputFiles({ name: "red.png", mimeType: "image/png", buffer: red })
    await button(page, "Remove").waitFor()
    const picture = await page.locator(".lk-large img").evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth)
    )
    const removed = writeOf(page)
    await press(button(page, "Remove"))
    await button(page, "Remove").waitFor({ state: "detached" })
    await removed

    const writes = () => at.platform.requests.list().filter(({ method }) => method === "PATCH").length
    const before = writes()
    await page.locator("input[type=file]").setInputFiles({
      name: "red.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture")
    })
    await page.getByRole("alert").filter({ hasText: "can't read this file as a picture" }).waitFor()

    assert.strictEqual(picture, 256)
    assert.strictEqual(writes(), before)
  })

  it("the emails section adds an address, verifies it by its link, makes it primary and removes the other address", async () => {
    const page = await open("mails", "emails")
    const added = "mails.new@example.com"

    await type(page.getByRole("textbox", { name: "Email" }), `  ${added} `)
    await press(button(page, "Add"))
    await says(page, `We sent a link to ${added}.`)
    await type(page.getByRole("textbox", { name: "Email" }), added)
    await press(button(page, "Add"))
    await page.getByText("This is already in your list.").waitFor()
    const link = await visit(at, new URL(mailTo(added)!.link!).href, { context: page.context() })
    await link.getByRole("heading", { name: "Email verified" }).waitFor()
    await page.reload()
    await item(page, added).getByText("Verified", { exact: true }).waitFor()
    await press(button(page, `Use for sign-in ${added}`))
    await button(page, `Stop using for sign-in ${added}`).waitFor()
    await press(button(page, `Make primary ${added}`))
    await item(page, added).getByText("Primary", { exact: true }).waitFor()
    await press(button(page, `Remove ${emailOf("mails")}`))
    await agree(page, "Remove")
    await item(page, emailOf("mails")).waitFor({ state: "detached" })

    await page.waitForFunction(() => document.activeElement?.textContent === "Emails")
    await item(page, added).waitFor()
  })

  it("the password section changes the password and ends the other sessions", async () => {
    const page = await open("locks", "password")
    const other = await elsewhere("locks")

    await type(page.getByLabel("Current password", { exact: true }), "wrong horse")
    await type(page.getByLabel("New password", { exact: true }), "battery staple")
    await type(page.getByLabel("Confirm new password", { exact: true }), "battery stable")
    await press(button(page, "Change password"))
    await page.getByText("The passwords don't match.").waitFor()
    await type(page.getByLabel("Confirm new password", { exact: true }), "battery staple")
    await press(button(page, "Change password"))
    await page.getByText("Passwords do not match.").waitFor()
    await page.locator("input[name=oldPassword]:focus").waitFor()
    await type(page.getByLabel("Current password", { exact: true }), password)
    await press(button(page, "Change password"))
    await says(page, "Your password was changed.")

    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[name=password]")!.value === "")
    assert.strictEqual(await page.locator("input[autocomplete=username]").inputValue(), emailOf("locks"))
    await other.close()
  })

  it("the passkeys section adds and removes a passkey, and shows no error for a cancelled prompt", async () => {
    const page = await open("passkeys", "passkeys")
    const device = await plugIn(page)

    await press(button(page, "Add a passkey"))
    await says(page, "Your passkey is ready.")
    const made = await device.passkeys()
    await press(button(page, "Remove"))
    await agree(page, "Remove")
    await page.getByText("No passkey yet").waitFor()
    const left = await device.passkeys()
    await device.recognises(false)
    await press(button(page, "Add a passkey"))
    await says(page, "No passkey was added.")

    assert.strictEqual(made.length, 1)
    assert.deepStrictEqual(left, [])
    assert.strictEqual(await page.getByRole("alert").count(), 0)
  })

  it("the MFA section turns MFA on with a code from an authenticator app, and turns MFA off", async () => {
    const page = await open("digits", "mfa")

    await press(button(page, "Set up"))
    const scanned = await scan(page.getByRole("img", { name: "QR code" }))
    const secret = await page.getByLabel("Or enter this key in the app").inputValue()
    await type(page.getByLabel("Six-digit code"), "000")
    await press(button(page, "Turn on"))
    await page.getByText("Enter the whole code.").waitFor()
    const totp = TOTP.generate({
      secret: Secret.fromBase32(secret.replaceAll(" ", "")),
      timestamp: beginHalfMinute(at.platform)
    })
    await type(page.getByLabel("Six-digit code"), totp)
    await press(button(page, "Turn on"))
    await says(page, "Multi-factor authentication is on")
    await press(button(page, "Turn off"))
    await agree(page, "Turn off")

    await page.getByText("Multi-factor authentication is off").waitFor()
    assert.strictEqual(new URL(scanned!).searchParams.get("secret"), secret.replaceAll(" ", ""))
  })

  it("the sessions section marks the current session and ends another session", async () => {
    const other = await elsewhere("devices")
    const page = await open("devices", "sessions")
    const sessions = page.getByRole("main").getByRole("list", { name: "Sessions" }).getByRole("listitem")
    await page.getByText("This device").waitFor()
    await sessions.nth(1).waitFor()
    assert.strictEqual(await sessions.nth(2).count(), 0)

    await press(page.getByRole("list", { name: "Sessions" }).getByRole("button", { name: /^Sign out/ }))
    await agree(page, "Sign out")
    await page.getByText("You aren't signed in anywhere else.").waitFor()

    const settings = await visit(at, "/handler/account-settings", { context: other })
    await settings.getByRole("heading", { level: 1 }).waitFor()
  })

  it("the connected accounts section connects and disconnects an account", async () => {
    const page = await open("links", "connections")

    await press(button(page, "Connect GitHub"))
    await page.waitForURL(`${at.platform.baseUrl}/**`)
    await type(page.getByLabel("Email address"), "links@elsewhere.example")
    await press(page.getByRole("button", { name: "Sign in", exact: true }))
    await page.waitForURL(`${at.url}/handler/account-settings#/connections`)
    await item(page, "links@elsewhere.example").waitFor()
    await press(page.getByRole("button", { name: /^Disconnect/ }))
    await agree(page, "Disconnect")

    await page.getByText("No connected accounts").waitFor()
  })

  it("the notifications section turns off a category immediately", async () => {
    const page = await open("letters", "notifications")
    const news = page.getByRole("switch", { name: "News and offers" })
    await news.waitFor()
    let letThrough = () => {}
    const released = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(/\/notification-preference\/.*\/./, (route) => released.then(() => route.continue()))
    const answered = writeOf(page)

    await press(news, "Space")
    await page.getByRole("switch", { name: "News and offers", checked: false }).waitFor()
    letThrough()
    await answered
    await page.reload()
    await news.waitFor()

    assert.isFalse(await news.isChecked())
    assert.strictEqual(await page.getByRole("switch").count(), 1)
  })

  it("N7: an optimistic change is reverted with a message when the platform rejects it", async () => {
    const page = await open("stubborn", "notifications")
    const news = page.getByRole("switch", { name: "News and offers" })
    await news.waitFor()
    const refuse = (endpoint: string) => at.platform.faults.add({ endpoint, respond: { type: "serverError" } })
    const failures = [refuse("notificationPreferences.update"), refuse("contactChannels.update")]

    await press(news, "Space")
    await page.getByRole("alert").waitFor()
    await page.getByRole("switch", { name: "News and offers", checked: true }).waitFor()
    await press(page.getByRole("link", { name: "Emails" }))
    await press(button(page, `Stop using for sign-in ${emailOf("stubborn")}`))
    await page.getByRole("alert").waitFor()
    for (const endFailure of failures) endFailure()

    await button(page, `Stop using for sign-in ${emailOf("stubborn")}`).waitFor()
  })

  it("the API keys section shows a new key only once, and can revoke the key", async () => {
    const page = await open("programs", "api-keys")

    await type(page.getByLabel("What is it for?"), "Nightly backup")
    await reach(page.getByLabel("Expires after"))
    await page.keyboard.press("End")
    await press(button(page, "Create a key"))
    const value = await page.getByLabel("API key", { exact: true }).inputValue()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await press(button(page, "Copy"))
    await says(page, "Copied.")
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await press(button(page, "I have copied it"))
    await item(page, "Nightly backup").getByText("Never expires").waitFor()
    const afterwards = await page.content()
    await press(page.getByRole("button", { name: /^Revoke/ }))
    await agree(page, "Revoke")
    await item(page, "Nightly backup").getByText("Revoked", { exact: true }).waitFor()

    assert.match(value, /^sk_/)
    assert.strictEqual(copied, value)
    assert.notInclude(afterwards, value)
    assert.include(afterwards, value.slice(-4))
  })

  it("the teams section creates a team, invites a user, and removes that user after the invitation is accepted", async () => {
    const page = await open("founder", "teams")

    await type(page.getByLabel("Team name"), "Analytical Engines")
    await press(button(page, "Create"))
    await item(page, "Analytical Engines").getByText("Current", { exact: true }).waitFor()
    await press(page.getByRole("link", { name: "Settings Analytical Engines" }))
    await type(page.getByLabel("Invite by email"), emailOf("guest"))
    await press(button(page, "Invite"))
    await says(page, `We sent an invitation to ${emailOf("guest")}.`)
    await item(page, emailOf("guest")).waitFor()
    const theirs = await elsewhere("guest")
    const invitation = await visit(at, new URL(mailTo(emailOf("guest"))!.link!).href, { context: theirs })
    await press(button(invitation, "Join the team"))
    await invitation.getByRole("heading", { name: "Welcome to Analytical Engines" }).waitFor()
    await page.reload()
    await page.getByText("No pending invitations.").waitFor()
    const members = page.getByRole("list", { name: "Members" }).getByRole("listitem")
    await members.nth(1).waitFor()
    const before = await members.count()
    await press(page.getByRole("button", { name: /^Remove/ }))
    await agree(page, "Remove")
    await members.nth(1).waitFor({ state: "detached" })

    assert.strictEqual(before, 2)
  })

  it("the teams section renames a team, sets its picture and the user's name in it, creates an API key, and deletes the team", async () => {
    const page = await open("leaver", "teams")
    await type(page.getByLabel("Team name"), "Engines")
    await press(button(page, "Create"))
    await press(page.getByRole("link", { name: "Settings Engines" }))

    await page.getByRole("heading", { name: "Engines" }).waitFor()
    await type(page.getByRole("textbox", { name: "Team name" }), "Difference Engines")
    await press(page.getByRole("form", { name: "Team name" }).getByRole("button", { name: "Save" }))
    await page.getByRole("heading", { name: "Difference Engines" }).waitFor()
    const picture = page.getByRole("group", { name: "Team picture" })
    await picture.locator("input[type=file]").setInputFiles({ name: "red.png", mimeType: "image/png", buffer: red })
    const width = await picture.locator("img").evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth)
    )
    await press(picture.getByRole("button", { name: "Remove" }))
    await picture.locator("img").waitFor({ state: "detached" })
    await type(page.getByRole("textbox", { name: "Your name in this team" }), "Charles")
    await press(page.getByRole("form", { name: "Your name in this team" }).getByRole("button", { name: "Save" }))
    await item(page, "Charles").waitFor()
    await type(page.getByLabel("What is it for?"), "Printer")
    await press(button(page, "Create a key"))
    const value = await page.getByLabel("API key", { exact: true }).inputValue()
    await press(button(page, "Delete team"))
    await agree(page, "Delete team")
    await page.waitForURL(/#\/teams$/)
    await page.getByText("No teams yet").waitFor()

    assert.strictEqual(width, 256)
    assert.match(value, /^sk_/)
  })

  it("the account is deleted after the user types its email address, and the home page opens", async () => {
    const page = await open("gone", "delete")
    const { users } = at.platform.store.projects.get(at.platform.project.projectId)!
    const before = users.size

    await type(page.getByLabel(`Type ${emailOf("gone")} to confirm`), "gone")
    await press(button(page, "Delete my account"))
    await page.getByText("Type it exactly as shown above.").waitFor()
    await type(page.getByLabel(`Type ${emailOf("gone")} to confirm`), emailOf("gone"))
    await press(button(page, "Delete my account"))

    await page.waitForURL(`${at.url}/`)
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()
    assert.strictEqual(users.size, before - 1)
  })

  it("the sign-out button of the account settings signs out and redirects to the home page", async () => {
    const page = await open("keys", "profile")

    await press(button(page, "Sign out"))

    await page.waitForURL(`${at.url}/`)
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()
  })

  it("the account settings report that another tab has ended the session", async () => {
    const page = await open("letters", "profile")
    const other = await visit(at, "/handler/sign-out", { context: page.context() })

    await press(button(other, "Sign out"))

    await page.getByRole("heading", { name: "You are signed out" }).waitFor()
    await page.getByRole("link", { name: "Sign in" }).waitFor()
    // Chromium may never close a tab that is navigating.
    await other.getByRole("heading", { name: "Nobody is signed in" }).waitFor()
  })

  it("a section that failed to load shows an error, and is loaded again on retry", async () => {
    const page = await open("letters", "profile")
    const endFailures = at.platform.faults.add({
      endpoint: "sessions.list",
      respond: { type: "serverError", status: 500 }
    })

    await press(page.getByRole("link", { name: "Sessions" }))
    await page.getByRole("alert").filter({ hasText: "This could not be loaded" }).waitFor()
    endFailures()
    await press(button(page, "Try again"))

    await page.getByText("This device").waitFor()
  })
})

describe("the account settings of a project with few features", () => {
  const at = site({ page: "screens.tsx", build: "production", users: [{ email: emailOf("back"), password }] })

  it("the account settings show only the sections that the project offers", async () => {
    const page = await visit(at, "/handler/account-settings#/api-keys")
    await type(page.getByLabel("Email"), emailOf("back"))
    await type(page.getByLabel("Password", { exact: true }), password)
    await press(page.getByRole("button", { name: "Sign in", exact: true }))
    await page.getByRole("heading", { level: 2, name: "Profile" }).waitFor()

    assert.deepStrictEqual(await page.getByRole("navigation").getByRole("link").allTextContents(), [
      "Profile",
      "Emails",
      "Notifications",
      "Password",
      "Passkeys",
      "Multi-factor authentication",
      "Sessions"
    ])
    assert.isFalse(await page.getByRole("heading", { name: "Delete account" }).isVisible())
  })

  it("on a phone, the account settings start with a list of sections, and each section links back to the list", async () => {
    const context = await at.newContext({ viewport: { width: 390, height: 844 } })
    const page = await visit(at, "/handler/account-settings", { context, as: { email: emailOf("back"), password } })
    const list = page.getByRole("navigation")
    await list.getByRole("link", { name: "Sessions" }).waitFor()
    const first = await page.getByRole("heading", { level: 2 }).isVisible()

    await list.getByRole("link", { name: "Sessions" }).click()
    await page.getByRole("heading", { level: 2, name: "Sessions" }).waitFor()
    const second = await list.isVisible()
    await page.getByRole("link", { name: "Account settings" }).click()

    await list.waitFor()
    assert.deepStrictEqual([first, second], [false, false])
  })
})
