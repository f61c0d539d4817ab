/** Simulates the browser's page translation. */
import type { Page } from "playwright-core"
import { translate } from "../../support/contract/translation.ts"

declare global {
  var translatePage: typeof translate
}

/** Adds `translatePage` to a page. */
export const teachTranslation = (page: Page): Promise<void> =>
  page.evaluate(`void (globalThis.translatePage = ${translate.toString()})`)

/** Translates the page, including content that is added later. */
export const translating = async (page: Page): Promise<void> => {
  await teachTranslation(page)
  await page.evaluate(() => {
    const observer = new MutationObserver(() => translatePage())
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    translatePage()
  })
}
