/** What the quick starts say that their readers then see. */
import { type Browser, chromium, type Page } from "playwright-core"
import { executable } from "../browser/support/chromium.ts"
import { NotAsWritten } from "./terminals.ts"

/** The user that the emulator's output names. */
const seeded = { email: "ada@example.com", password: "correct horse battery staple" }

/** Someone new. */
const newcomer = { email: "grace@example.com", password: "a password of twenty letters" }

/** In the forms of the sign-in screen. */
const signsIn = async (page: Page): Promise<void> => {
  await page.getByLabel("Email").fill(seeded.email)
  await page.getByLabel("Password", { exact: true }).fill(seeded.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Fails unless `use` leaves the consoles of all its pages empty. */
const quietly = async (use: (newPage: () => Promise<Page>) => Promise<void>): Promise<void> => {
  const browser: Browser = await chromium.launch({
    executablePath: await executable(),
    args: ["--headless", "--no-sandbox", "--disable-dev-shm-usage"]
  })
  const complaints: Array<string> = []
  try {
    await use(async () => {
      const context = await browser.newContext()
      // dev servers compile a page when it is first opened
      context.setDefaultTimeout(120_000)
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
  if (complaints.length > 0) throw new NotAsWritten(`The console has:\n${complaints.join("\n")}`)
}

/**
 * The page that the quick start ends on asks to sign in first; then the seeded user is greeted, also after the page is
 * loaded anew, and signs out; and someone new signs up.
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

/** At the page that a command line tool asks to open, its user signs in and allows the tool. */
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

/** What the page's own commands showed is all. */
export const asShown = (): Promise<void> => Promise.resolve()
