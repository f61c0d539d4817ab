/** Checks in a browser that an app does what the quick start promises. */
import type { Browser, Page } from "playwright-core"
import { executable } from "../browser/support/chromium.ts"
import { openBrowser } from "../browser/support/openBrowser.ts"
import { stepMillis } from "../support/suite/hangMillis.ts"
import { NotAsWritten } from "./terminals.ts"

/** The seeded user, according to the emulator's output. */
const seeded = { email: "ada@example.com", password: "correct horse battery staple" }

/** A new user. */
const newcomer = { email: "grace@example.com", password: "a password of twenty letters" }

/** Fills in the sign-in form and submits it. */
const signsIn = async (page: Page, user = seeded): Promise<void> => {
  await page.getByLabel("Email").fill(user.email)
  await page.getByLabel("Password", { exact: true }).fill(user.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Runs a function that can open pages. Fails if the console of a page contains errors or warnings. */
const quietly = async (use: (newPage: () => Promise<Page>) => Promise<void>): Promise<void> => {
  const browser: Browser = await openBrowser(await executable())
  const complaints: Array<string> = []
  try {
    await use(async () => {
      const context = await browser.newContext()
      context.setDefaultTimeout(stepMillis)
      const page = await context.newPage()
      page.on("pageerror", (error) => complaints.push(error.message))
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
      })
      return page
    })
  } finally {
    await browser.close()
  }
  if (complaints.length > 0) throw new NotAsWritten(`The console contains:\n${complaints.join("\n")}`)
}

/**
 * Checks that the page requires a sign-in, then greets the seeded user, even after a reload. Checks that a new user can
 * sign up.
 */
export const signsPeopleIn = (url: string) => (): Promise<void> =>
  quietly(async (newPage) => {
    const page = await newPage()
    await page.goto(url)
    await page.waitForURL(/\/handler\/sign-in/)
    await signsIn(page)
    await greets(page, url)
    await page.reload()
    await greets(page, url)

    const other = await newPage()
    await other.goto(url)
    await other.getByRole("link", { name: "Sign up" }).click()
    await other.getByLabel("Email").fill(newcomer.email)
    for (const box of await other.getByLabel(/Password|Repeat/).all()) {
      if (await box.getAttribute("type") === "password") await box.fill(newcomer.password)
    }
    await other.getByRole("button", { name: /Create|Sign up/ }).click()
    await greets(other, url)
  })

const greets = async (page: Page, url: string): Promise<void> => {
  await page.waitForURL(url)
  await page.getByRole("heading", { name: /^Hello / }).waitFor()
}

/** Signs in on the page that a command-line tool opens, and allows the tool to sign in. */
export const allows = (url: string): Promise<void> =>
  quietly(async (newPage) => {
    const page = await newPage()
    await page.goto(url)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL(/\/handler\/sign-in/)
    await signsIn(page)
    await page.getByRole("button", { name: "Allow" }).click()
    await page.getByRole("heading", { name: "All set" }).waitFor()
  })

/** Checks that the API rejects a request without a session, and that a signed-in user's page shows its response. */
export const callsApi = (url: string, api: string) => async (): Promise<void> => {
  const { status } = await fetch(api)
  if (status !== 401) throw new NotAsWritten(`A request without a session got a ${status}.`)
  await quietly(async (newPage) => {
    const page = await signedInPage(newPage, url)
    await page.getByRole("button", { name: "Show my notes" }).click()
    await page.getByText(/^The first note of [0-9a-f-]{36}$/).waitFor()
  })
}

/** Checks that the page shows the team and the editor's button to Ada. */
export const showsEditButton = (url: string) => (): Promise<void> =>
  quietly(async (newPage) => {
    const page = await signedInPage(newPage, url)
    await page.getByRole("heading", { name: "Analytical Engines" }).waitFor()
    await page.getByRole("button", { name: "Edit notes" }).waitFor()
  })

/** Switches on GitHub on the project's page of the emulator's console. */
export const enablesGithub = (project: string): Promise<void> =>
  quietly(async (newPage) => {
    const page = await newPage()
    await page.goto(project)
    await page.getByRole("group", { name: "Providers" }).getByLabel("GitHub").check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("status").filter({ hasText: "Saved." }).waitFor()
  })

/** Checks that a user signs in with an account at the emulator's page for GitHub. */
export const signsInWithGithub = (url: string) => (): Promise<void> =>
  quietly(async (newPage) => {
    const page = await newPage()
    await page.goto(url)
    await page.getByRole("button", { name: /GitHub/ }).click()
    await page.getByLabel("Email address").fill("octocat@example.com")
    await page.getByLabel("Name", { exact: true }).fill("Octocat")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await greets(page, url)
    await page.getByRole("heading", { name: "Hello Octocat" }).waitFor()
  })

/** Checks that the sign-in page is in German and has the colours of the theme slate. */
export const speaksGerman = (url: string) => (): Promise<void> =>
  quietly(async (newPage) => {
    const page = await newPage()
    await page.goto(url)
    const button = page.getByRole("button", { name: "Anmelden", exact: true })
    await button.waitFor()
    const colour = await button.evaluate((element) => getComputedStyle(element).backgroundColor)
    if (colour !== "rgb(10, 10, 10)") throw new NotAsWritten(`The main button has the colour ${colour}.`)
  })

/** Checks that a page's own form shows the error of a wrong password, and signs in. */
export const showsOwnForm = (url: string) => (): Promise<void> =>
  quietly(async (newPage) => {
    const page = await newPage()
    await page.goto(url)
    await signsIn(page, { ...seeded, password: "wrong horse battery staple" })
    await page.getByRole("alert").filter({ hasText: "Wrong e-mail or password." }).waitFor()
    await signsIn(page)
    await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
  })

/** Checks that Ada creates two teams, invites Grace to one and switches to the other, and that Grace joins. */
export const invitesAndSwitches = (url: string, outbox: string) => (): Promise<void> =>
  quietly(async (newPage) => {
    const page = await signedInPage(newPage, url)
    await page.getByRole("heading", { name: "No team" }).waitFor()
    for (const name of ["Analytical Engines", "Difference Engines"]) {
      await page.goto(url)
      await page.getByRole("button", { name: /team/i }).click()
      await page.getByRole("menuitem", { name: "Create a team" }).click()
      await page.getByLabel("Team name").fill(name)
      await page.getByRole("button", { name: "Create", exact: true }).click()
      await page.getByRole("link", { name: `Settings ${name}` }).waitFor()
    }
    await page.getByRole("link", { name: "Settings Difference Engines" }).click()
    await page.getByLabel("Invite by email").fill("grace@example.com")
    await page.getByRole("button", { name: "Invite", exact: true }).click()
    await page.getByText("We sent an invitation to grace@example.com.").waitFor()
    await page.goto(url)
    const selected = await page.getByRole("heading", { name: / Engines$/ }).innerText()
    const other = selected === "Analytical Engines" ? "Difference Engines" : "Analytical Engines"
    await page.getByRole("button", { name: /team/i }).click()
    await page.getByRole("menuitemradio", { name: other }).click()
    await page.getByRole("heading", { name: other }).waitFor()

    const hers = await signedInPage(newPage, url, { ...seeded, email: "grace@example.com" })
    await hers.goto(await linkIn(`${outbox}?address=grace@example.com`))
    await hers.getByRole("button", { name: "Join the team" }).click()
    await hers.getByRole("heading", { name: "Welcome to Difference Engines" }).waitFor()
  })

/** Returns the link of an email in the emulator's outbox. */
const linkIn = async (outbox: string): Promise<string> => {
  const { mails } = await (await fetch(outbox)).json() as { readonly mails: ReadonlyArray<{ readonly link?: string }> }
  const email = mails.find(({ link }) => link !== undefined)
  if (email?.link === undefined) throw new NotAsWritten("The outbox contains no email with a link.")
  return email.link
}

const signedInPage = async (newPage: () => Promise<Page>, url: string, user = seeded): Promise<Page> => {
  const page = await newPage()
  await page.goto(url)
  await signsIn(page, user)
  await page.waitForURL(url)
  return page
}

/** Checks nothing, for pages on which the commands print all results. */
export const asShown = (): Promise<void> => Promise.resolve()
