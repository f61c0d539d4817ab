/** Pages that the browser translates. */
import type { Page } from "playwright-core"
import { translate } from "../../support/translation.ts"

declare global {
  var translatePage: typeof translate
}

/** Makes `translatePage` known to a page. */
export const teachTranslation = (page: Page): Promise<void> =>
  page.evaluate(`void (globalThis.translatePage = ${translate.toString()})`)

/** Translates the page now, and everything that comes onto it. */
export const translating = async (page: Page): Promise<void> => {
  await teachTranslation(page)
  await page.evaluate(() => {
    const observer = new MutationObserver(() => translatePage())
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    translatePage()
  })
}
