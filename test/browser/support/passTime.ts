/** Time in a page with a clock that the test controls. */
import type { BrowserContext, Page } from "playwright-core"

/** Records the requests of pages opened from now on, so that {@link passTime} can wait for them, and when they begin. */
export const noteFetches = (pages: BrowserContext | Page) =>
  pages.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (...request) => {
      const answer = fetch(...request)
      const noted = globalThis as { answered?: Promise<unknown>; lastFetchAt?: number }
      noted.lastFetchAt = Date.now()
      noted.answered = Promise.allSettled([noted.answered, answer])
      return answer
    }
  })

/**
 * Stops a page's clock. The page's own time is read first, because any amount of the machine's time may pass between two
 * steps of a test.
 */
export const pauseClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt(await page.evaluate(() => Date.now()) + 60_000)

/** Returns when the page began its last request, by the page's clock. */
export const lastFetchAt = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (globalThis as { lastFetchAt?: number }).lastFetchAt)

/**
 * Advances a page's clock step by step. After each step, waits until no request is pending, so that no request times out,
 * and until earlier work on locks and digests, which takes real time, is done.
 */
export const passTime = async (page: Page, isOver: () => boolean | Promise<boolean>, step = 500): Promise<void> => {
  while (!await isOver()) {
    await page.clock.runFor(step)
    await page.evaluate(async () => {
      await navigator.locks?.query()
      await crypto.subtle?.digest("SHA-256", new Uint8Array(1))
      await (globalThis as { answered?: Promise<unknown> }).answered
    })
  }
}
