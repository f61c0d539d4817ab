/** Opens sandboxes of the site in Chromium, and uses their controls. */
import type { BrowserContextOptions, FrameLocator, Page } from "playwright-core"
import { assert, onTestFinished } from "vitest"
import { newContext } from "./browser.ts"
import { sandboxPage } from "./sandbox.ts"

/** A host name that doesn't exist. Playwright responds to the requests for it. */
export const origin = "https://docs.invalid"

/** A page with a sandbox that has started. */
export interface Sandbox {
  readonly page: Page
  readonly app: FrameLocator
  /** Addresses of all requests that the page has sent. */
  readonly sent: ReadonlyArray<string>
}

/** Options for a page with a sandbox. */
interface Opening extends BrowserContextOptions {
  readonly code?: string
  readonly isHero?: boolean
  /** Called while the script of the frame is on the way, and again after the network has lost it. */
  readonly whileLoading?: (page: Page, state: "loading" | "failed") => Promise<void>
}

/** Opens a page with a sandbox. The test fails if the page logs an error. */
export const opened = async (
  files: ReadonlyMap<string, string>,
  scenario: string,
  { code = "", isHero = false, whileLoading, ...options }: Opening = {}
): Promise<Sandbox> => {
  const context = await newContext(options)
  const page = await context.newPage()
  const failures: Array<string> = []
  const sent: Array<string> = []
  page.on("pageerror", ({ message }) => failures.push(message))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      failures.push(message.text())
    }
  })
  page.on("request", (request) => sent.push(request.url()))
  onTestFinished(() => assert.deepStrictEqual(failures, []))
  await page.route("**/*", (route) => {
    const { origin: at, pathname } = new URL(route.request().url())
    const file = files.get(pathname)
    if (at !== origin) return route.abort()
    return route.fulfill(
      file === undefined
        ? {
          contentType: "text/html",
          body: sandboxPage({ scenario, code, base: "/latchkey/", isHero }, options.colorScheme === "dark")
        }
        : { contentType: "text/javascript", body: file }
    )
  })
  if (whileLoading === undefined) await page.goto(origin)
  else {
    let lose = () => {}
    const lost = new Promise<void>((resolve) => {
      lose = resolve
    })
    await page.route(/\/frame[\w.-]*\.js$/, async (route) => {
      await lost
      await route.abort()
    })
    await page.goto(origin)
    await page.getByRole("progressbar", { name: "Loading the sandbox" }).waitFor()
    await whileLoading(page, "loading")
    lose()
    await page.getByRole("alert").filter({ hasText: "The sandbox couldn't be loaded." }).waitFor()
    await whileLoading(page, "failed")
    await page.unroute(/\/frame[\w.-]*\.js$/)
    await page.getByRole("button", { name: "Reset" }).click()
  }
  await page.locator(".sandbox[aria-busy=false]").waitFor()
  return { page, app: page.frameLocator("iframe").first(), sent }
}

/** Runs the code, and returns its output. */
export const run = async (page: Page): Promise<string> => {
  await page.getByRole("button", { name: "Run" }).click()
  const output = page.getByRole("log", { name: "Output" })
  await output.filter({ hasNotText: "Running …" }).filter({ hasNotText: "are ready to use" }).waitFor()
  return output.innerText()
}

/** Presses the button of the app that sends five requests. */
export const loadFiveThings = async (app: FrameLocator, times: number) => {
  await app.getByRole("button", { name: "Load five things" }).click()
  await app.getByText(`Loaded: ${times}`).waitFor()
}

/** Signs a user up in the app of a sandbox. */
export const signUp = async ({ app }: Sandbox, email: string) => {
  await app.getByLabel("Email").fill(email)
  await app.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
  await app.getByRole("button", { name: "Create account" }).click()
  await app.getByRole("heading", { name: `Hello ${email}` }).waitFor()
}
