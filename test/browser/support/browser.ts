/** The browser of a worker, shared by the test files that the worker runs in sequence. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { inject, onTestFinished } from "vitest"
import { stepMillis } from "../../support/suite/hangMillis.ts"
import { openBrowser } from "./openBrowser.ts"

let launched: Promise<Browser> | undefined

/** Starts on first use. */
export const browser = (): Promise<Browser> => launched ??= openBrowser(inject("chromium"))

/** Returns a new context for a test. It is closed at the end of the test. */
export const newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await launch(options)
  onTestFinished(() => unlessStuck(context.close()))
  return context
}

const launch = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await (await browser()).newContext(options)
  context.setDefaultTimeout(stepMillis)
  return context
}

/** A reusable context, and the page in this context that opens the tests' pages. */
interface Kept {
  readonly context: BrowserContext
  readonly opener: Page
  /** The browser of the context. */
  readonly home: Promise<Browser>
}

/** Contexts that no test is using. */
let idle: Array<Kept> = []
const openers = new WeakMap<BrowserContext, Page>()

const keep = async (): Promise<Kept> => {
  const home = browser()
  const context = await launch()
  const opener = await context.newPage()
  await opener.goto(inject("pages"))
  openers.set(context, opener)
  return { context, opener, home }
}

/**
 * Returns an empty context that is cleared after the test and then reused, because pages of a reused context open in
 * half the time. For irreversible changes (init scripts, routes, a clock), use {@link newContext}.
 */
export const emptyContext = async (origin: string): Promise<BrowserContext> => {
  const mine = idle.pop() ?? await keep()
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") return replace()
    await unlessStuck(emptied(mine, origin))
    if (launched === mine.home) idle.push(mine)
  })
  return mine.context
}

const emptied = async ({ context, opener }: Kept, origin: string) => {
  await Promise.all(context.pages().filter((page) => page !== opener).map(close))
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)])
  const cdp = await context.newCDPSession(opener)
  await cdp.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" })
  await cdp.detach()
}

/** Replaces the browser if a clean-up takes longer than 20 seconds. */
const unlessStuck = async (done: Promise<unknown>) => {
  let patience: NodeJS.Timeout | undefined
  const isStuck = new Promise<true>((resolve) => {
    // oxlint-disable-next-line latchkey/no-own-limit -- the tests continue with another browser
    patience = setTimeout(() => resolve(true), 20_000)
  })
  if (await Promise.race([done, isStuck]) === true) replace()
  clearTimeout(patience)
}

/** Discards the browser, so that the next test starts another one. */
const replace = () => {
  void launched?.then((browser) => browser.close()).catch(() => {})
  launched = undefined
  idle = []
}

/** Opens a tab. In a reusable context, it shares the renderer process of earlier tabs, as tabs opened by a page do. */
export const newPage = async (context: BrowserContext): Promise<Page> => {
  const opener = openers.get(context)
  if (opener === undefined) return context.newPage()
  const [page] = await Promise.all([
    context.waitForEvent("page"),
    opener.evaluate(() => {
      open("about:blank")!.opener = null
    })
  ])
  return page
}

/** Closes a tab, repeatedly if necessary: Chromium sometimes ignores the request during a navigation. */
export const close = async (page: Page): Promise<void> => {
  const asking = setInterval(() => {
    page.context().newCDPSession(page).then((cdp) => cdp.send("Page.close")).catch(() => {})
  }, 500)
  await page.close().finally(() => clearInterval(asking))
}
