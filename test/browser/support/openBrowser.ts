/** Chromium for checks: it sends requests only for its pages, and waits as long as a slow machine needs. */
import { existsSync, statfsSync } from "node:fs"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { stepMillis } from "../../support/suite/hangMillis.ts"

/** Whether `/dev/shm` has room for the memory that Chromium shares with its pages. In containers it is often 64 MB. */
const hasSharedMemory = (): boolean => {
  if (!existsSync("/dev/shm")) return false
  const { bavail, bsize } = statfsSync("/dev/shm")
  return bavail * bsize > 2 ** 30
}

/** Starts a browser. A pipe connects it to this process, and both end together. */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    timeout: stepMillis,
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

/** Opens a page that shares no cookies with other pages. */
export const openPage = async (browser: Browser, options?: BrowserContextOptions): Promise<Page> => {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(stepMillis)
  return page
}
