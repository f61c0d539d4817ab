/** People in front of a site, whose browser has nothing to complain of. */
import type { BrowserContext, Page } from "playwright-core"
import { assert, onTestFinished } from "vitest"
import type { Site } from "./site.ts"

/** Opens a page. The test fails when an error or a warning is on its console; that a request was refused is neither. */
export const visit = async (at: Site, path: string, options: {
  readonly context?: BrowserContext
  /** Before the page loads. */
  readonly prepare?: (page: Page) => Promise<unknown>
} = {}): Promise<Page> => {
  const complaints: Array<string> = []
  const context = options.context ?? await at.newContext()
  const watch = (page: Page) => {
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      const isComplaint = message.type() === "error" || message.type() === "warning"
      if (isComplaint && !message.text().startsWith("Failed to load resource")) complaints.push(message.text())
    })
  }
  context.on("page", watch)
  onTestFinished(() => assert.deepStrictEqual(complaints, []))
  const page = await at.open("/blank.txt", context)
  await options.prepare?.(page)
  await page.goto(new URL(path, at.url).href)
  return page
}
