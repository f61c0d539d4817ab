/** A worker's browser, which the files share that the worker runs one after the other. */
import { existsSync, statfsSync } from "node:fs"
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { inject, onTestFinished } from "vitest"

let launched: Promise<Browser> | undefined

/** What pages share with the browser is in memory, where there is room for it: containers often have 64 MB of this. */
const hasSharedMemory = (): boolean => {
  if (!existsSync("/dev/shm")) return false
  const { bavail, bsize } = statfsSync("/dev/shm")
  return bavail * bsize > 2 ** 30
}

/** Started when first asked for. It ends with the worker, whose pipe it listens to: nothing is between the two. */
export const browser = (): Promise<Browser> =>
  launched ??= chromium.launch({
    executablePath: inject("chromium"),
    args: [
      "--headless",
      "--no-sandbox",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(hasSharedMemory() ? [] : ["--disable-dev-shm-usage"])
    ]
  })

/** A context of this test's own, closed with it. */
export const newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await launch(options)
  onTestFinished(() => unlessStuck(context.close()))
  return context
}

const launch = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await (await browser()).newContext(options)
  context.setDefaultTimeout(30_000)
  return context
}

/** A context that stays, and the page in it that opens the tests' pages. */
interface Kept {
  readonly context: BrowserContext
  readonly opener: Page
  /** The browser it is in. */
  readonly home: Promise<Browser>
}

/** Those that no test has at the moment. */
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
 * A context without cookie, storage or page, which is emptied after the test and used again: its pages cost half of what
 * they cost elsewhere. What cannot be taken back (scripts before pages, routes, a clock) belongs in a {@link newContext}.
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

/** A browser that no longer does what takes it milliseconds is none to run another test in. */
const unlessStuck = async (done: Promise<unknown>) => {
  let patience: NodeJS.Timeout | undefined
  const isStuck = new Promise<true>((resolve) => {
    patience = setTimeout(() => resolve(true), 20_000)
  })
  if (await Promise.race([done, isStuck]) === true) replace()
  clearTimeout(patience)
}

/** The next test gets another browser, whatever this one is still busy with. */
const replace = () => {
  void launched?.then((browser) => browser.close()).catch(() => {})
  launched = undefined
  idle = []
}

/** A tab. In a context that stays it runs in the process of those before it, as tabs do that a page opens. */
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

/** Closes a tab. One that goes elsewhere in that moment Chromium leaves open now and then, until it is asked again. */
export const close = async (page: Page): Promise<void> => {
  const asking = setInterval(() => {
    page.context().newCDPSession(page).then((cdp) => cdp.send("Page.close")).catch(() => {})
  }, 500)
  await page.close().finally(() => clearInterval(asking))
}
