/** Time in a page whose clock is the test's. */
import type { BrowserContext, Page } from "playwright-core"

/** For pages that are opened from now on: what they fetch is noted, so that {@link passTime} can wait for it. */
export const noteFetches = (pages: BrowserContext | Page) =>
  pages.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (...request) => {
      const answer = fetch(...request)
      const noted = globalThis as { answered?: Promise<unknown> }
      noted.answered = Promise.allSettled([noted.answered, answer])
      return answer
    }
  })

/** Moves a page's clock on until it is over, and never while a request has no answer, so that none runs into its limit. */
export const passTime = async (page: Page, isOver: () => boolean | Promise<boolean>): Promise<void> => {
  while (!await isOver()) {
    await page.clock.runFor(500)
    await page.evaluate(() => (globalThis as { answered?: Promise<unknown> }).answered)
  }
}
