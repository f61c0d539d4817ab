/**
 * Checks the built site in Chromium: the console is empty, no requests are sent to other hosts, and the front page is
 * accessible.
 */
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { axe } from "../../../test/browser/support/axe.ts"
import { executable } from "../../../test/browser/support/chromium.ts"
import { openBrowser, openPage } from "../../../test/browser/support/openBrowser.ts"
import { site } from "./addresses.ts"

const base = new URL(site).pathname

const types: { readonly [extension: string]: string } = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".md": "text/plain"
}

/** Serves the site in the same way as its host: with URLs without `.html`, below the base. */
const serve = async (dist: string) => {
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost")
    const requested = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length)) : "404"
    const name = requested === "" || requested.endsWith("/") ? `${requested}index.html` : requested
    const file = path.join(dist, path.extname(name) === "" ? `${name}.html` : name)
    const content = await readFile(file).catch(() => undefined)
    response.writeHead(content === undefined ? 404 : 200, { "content-type": types[path.extname(file)] ?? "text/plain" })
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const places = [
  "",
  "guides/second-factor",
  "rooms",
  "reference/",
  "reference/react",
  "reference/endpoints/password-sign-in",
  "errors/EMAIL_PASSWORD_MISMATCH"
]

/**
 * Questions for the search box, each with the title of the first result. `searchIndex.ts` checks many more without a
 * browser.
 */
const searches = [
  ["EMAIL_PASSWORD_MISMATCH", "EMAIL_PASSWORD_MISMATCH"],
  ["dark mode", "Theming and texts"]
] as const

/** Chooses a package manager on a page, and returns the problems on another page and after a reload. */
const problemsOfTabs = async (page: Page, start: string): Promise<ReadonlyArray<string>> => {
  const chosen = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>(".vp-code-group input:checked")]
        .map(({ labels }) => labels?.[0]?.textContent)
    )
  const isPnpm = (tabs: ReadonlyArray<string | undefined>) => tabs.length > 0 && tabs.every((tab) => tab === "pnpm")
  const problems: Array<string> = []
  await page.goto(`${start}start/vite`, { waitUntil: "networkidle" })
  await page.locator(".vp-code-group label", { hasText: "pnpm" }).first().click()
  if (!isPnpm(await chosen())) problems.push("start/vite: the tabs don't switch together")
  await page.reload({ waitUntil: "networkidle" })
  if (!isPnpm(await chosen())) problems.push("start/vite: the chosen tab is lost after a reload")
  await page.getByRole("link", { name: "Express", exact: true }).first().click()
  await page.waitForURL(`${start}start/express`)
  await page.locator("h1", { hasText: "Express" }).waitFor()
  if (!isPnpm(await chosen())) problems.push("start/express: the chosen tab is lost on another page")
  return problems
}

/** Copies a page as Markdown, and returns the problems. */
const problemsOfCopy = async (page: Page, start: string): Promise<ReadonlyArray<string>> => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(start).origin })
  await page.goto(`${start}guides/sessions`, { waitUntil: "networkidle" })
  await page.getByRole("button", { name: "Copy page as Markdown" }).click()
  await page.getByText("Copied.").waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  return copied.startsWith("# Sessions\n") ? [] : [`the copied page begins with ${copied.slice(0, 40)}`]
}

/** Opens the search while its index is on the way, and returns the problems. */
const problemsOfSlowSearch = async (page: Page, start: string): Promise<ReadonlyArray<string>> => {
  let load = () => {}
  const held = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/localSearchIndex/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(start, { waitUntil: "load" })
  const box = page.getByRole("searchbox")
  // before the page's script runs, the keys do nothing
  do await page.keyboard.press("Control+k")
  while (!await box.waitFor({ timeout: 500 }).then(() => true, () => false))
  await box.fill("dark mode")
  const shown = await page.locator(".VPLocalSearchBox .results").evaluate((list) =>
    getComputedStyle(list, "::before").content
  )
  load()
  await page.locator(".result").first().waitFor()
  return shown.includes("Loading") ? [] : [`the search shows ${shown} while its index loads`]
}

/** Checks a page except for the sidebar, where the theme nests a button in another one. */
const violationsIn = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.addScriptTag({ path: axe })
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") }
    const { violations } = await axe.run({ exclude: [".VPSidebar"] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))
  })
}

/** Script of another page. VitePress loads it when a link to the page becomes visible. */
const prefetchedPage = /\/assets\/[\w-]+\.md\.[\w-]+\.js$/

/** Starts the sandbox of the front page, and returns the problems. */
const problemsOfSandbox = async (page: Page, start: string): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (!prefetchedPage.test(request.url())) sent.push(request.url())
  })
  page.on("pageerror", (error) => problems.push(`the sandbox fails: ${error.message}`))
  const isSandbox = (url: string) => /\/(?:frame|mount)[.-][\w-]+\.js$/.test(url)
  await page.goto(start, { waitUntil: "load" })
  const early = await page.evaluate(() => {
    const { loadEventEnd } = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming
    return performance.getEntriesByType("resource").filter(({ startTime }) =>
      loadEventEnd > 0 && startTime < loadEventEnd
    ).map(({ name }) => name)
  })
  const loaded = early.filter(isSandbox)
  if (loaded.length > 0) problems.push(`the front page loads the sandbox before it is shown: ${loaded.join(", ")}`)
  await page.locator(".sandbox[aria-busy=false]").waitFor()
  const started = sent.length
  await page.context().setOffline(true)
  const app = page.frameLocator(".sandbox iframe")
  await app.getByLabel("Email").fill("grace@example.com")
  await app.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
  await app.getByRole("button", { name: "Create account" }).click()
  await page.getByRole("button", { name: "Open the link" }).waitFor()
  if (sent.length > started) problems.push(`the sandbox sends requests: ${sent.slice(started).join(", ")}`)
  problems.push(...(await violationsIn(page)).map((each) => `home, with the sandbox: ${each}`))
  return problems
}

/** Starts the sandbox of a guide by keyboard, and returns the accessibility problems of its states. */
const problemsOfOffer = async (page: Page, start: string): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const check = async (state: string) => {
    problems.push(...(await violationsIn(page)).map((each) => `guides/sessions, ${state}: ${each}`))
  }
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/\/frame[.-][\w-]+\.js$/, async (route) => {
    await loaded
    await route.continue()
  })
  await page.goto(`${start}guides/sessions`, { waitUntil: "networkidle" })
  await check("before the sandbox starts")
  await page.getByRole("button", { name: "Try it live" }).focus()
  await page.keyboard.press("Enter")
  await page.getByRole("progressbar", { name: "Loading the sandbox" }).waitFor()
  const hasFocus = await page.evaluate(() => document.activeElement?.matches(".try-it-place") ?? false)
  if (!hasFocus) problems.push("guides/sessions: the focus is lost when the sandbox starts")
  await check("while the sandbox loads")
  load()
  await page.locator(".sandbox[aria-busy=false]").waitFor()
  await check("with the sandbox")
  return problems
}

/** Opens the front page with data saving, which shows a picture and a button, and returns the problems. */
const problemsOfPoster = async (page: Page, start: string): Promise<ReadonlyArray<string>> => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }))
  await page.goto(start, { waitUntil: "networkidle" })
  await page.getByRole("button", { name: "Try it live" }).waitFor()
  return (await violationsIn(page)).map((each) => `home, with the picture of the sandbox: ${each}`)
}

/** Returns the problems, one per line. */
export const problemsOf = async (dist: string): Promise<ReadonlyArray<string>> => {
  const served = await serve(dist)
  const browser = await openBrowser(await executable())
  const problems: Array<string> = []
  try {
    for (const place of places) {
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await openPage(browser, { colorScheme })
        page.on("console", (message) => problems.push(`${place || "home"} logs: ${message.text()}`))
        page.on("pageerror", (error) => problems.push(`${place || "home"} fails: ${error.message}`))
        page.on("request", (request) => {
          if (!request.url().startsWith(served.origin) && !request.url().startsWith("data:")) {
            problems.push(`${place || "home"} sends a request to ${request.url()}`)
          }
        })
        await page.goto(`${served.origin}${base}${place}`, { waitUntil: "networkidle" })
        if (place === "") problems.push(...(await violationsIn(page)).map((each) => `home, ${colorScheme}: ${each}`))
        await page.close()
      }
    }
    const page = await openPage(browser)
    problems.push(...await problemsOfTabs(page, `${served.origin}${base}`))
    problems.push(...await problemsOfCopy(page, `${served.origin}${base}`))
    problems.push(...await problemsOfSlowSearch(await openPage(browser), `${served.origin}${base}`))
    const sandboxed = await openPage(browser)
    problems.push(...await problemsOfSandbox(sandboxed, `${served.origin}${base}`))
    problems.push(...await problemsOfOffer(await openPage(browser), `${served.origin}${base}`))
    problems.push(...await problemsOfPoster(await openPage(browser), `${served.origin}${base}`))
    await page.goto(`${served.origin}${base}`, { waitUntil: "networkidle" })
    await page.keyboard.press("Control+k")
    for (const [question, answer] of searches) {
      await page.getByRole("searchbox").fill(question)
      await page.locator(".result").first().filter({ hasText: answer }).waitFor()
        .catch(() => problems.push(`the search doesn't find "${answer}" first for "${question}"`))
    }
  } finally {
    await browser.close()
    served.close()
  }
  return problems
}
