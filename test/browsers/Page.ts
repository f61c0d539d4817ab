/** A tab of any browser, with the actions that the steps need. */
import { stepMillis } from "../support/suite/hangMillis.ts"

/** A tab. Every action waits until it is possible, and rejects after a timeout. */
export interface Page {
  readonly goto: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  /** Starts navigating back, without waiting for the page. */
  readonly back: () => Promise<void>
  /**
   * Runs a function in the page and returns its result. The function can't use variables outside it, and its arguments
   * must be JSON.
   */
  readonly evaluate: <Args extends ReadonlyArray<unknown>, A>(does: (...args: Args) => A, ...args: Args) => Promise<A>
  /** Replaces the text of the field with this label. */
  readonly fill: (label: string, text: string) => Promise<void>
  /** Clicks the button or link with this name, or the centre of the iframe with this title. */
  readonly click: (name: string) => Promise<void>
  /** Opens another tab of the same browser, with the same cookies. */
  readonly newTab: () => Promise<Page>
}

/** A running browser. */
export interface Browser {
  /** Name and version of the browser. */
  readonly version: string
  /** Opens a page that doesn't share cookies with other pages. `cookies`: whether the browser accepts cookies. */
  readonly open: (options: { readonly cookies: boolean }) => Promise<Page & AsyncDisposable>
  readonly close: () => Promise<void>
}

/**
 * Polls until the result is not `undefined`, `null` or `false`. Errors are ignored until then, because a navigation may
 * cause them.
 */
export const until = async <A>(what: string, ask: () => A | Promise<A>): Promise<NonNullable<A>> => {
  const end = Date.now() + stepMillis
  let last: unknown
  while (Date.now() < end) {
    try {
      last = undefined
      const answer = await ask()
      if (answer !== undefined && answer !== null && answer !== false) return answer
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${what}: not within ${stepMillis / 1000} s`, { cause: last })
}

/** Finds the visible field with this label. Runs in the page. */
export const field = (label: string): Element | null =>
  [...document.querySelectorAll("input")]
    .find((input) =>
      input.checkVisibility() && [...input.labels ?? []].some((each) => each.textContent?.trim() === label)
    ) ?? null

/** Whether the field with this label contains another text. `false` if the field no longer exists. Runs in the page. */
export const holdsOther = (label: string, text: string): boolean => {
  const input = [...document.querySelectorAll("input")]
    .find(({ labels }) => [...labels ?? []].some((each) => each.textContent?.trim() === label))
  return input !== undefined && input.value !== text
}

/** Finds the visible, enabled button or link with this name, or the iframe with this title. Runs in the page. */
export const button = (name: string): Element | null =>
  [...document.querySelectorAll("button:enabled, a[href], iframe")].find((each) => {
    const found = each.getAttribute(each.matches("iframe") ? "title" : "aria-label") ?? each.textContent
    return each.checkVisibility() && found?.trim() === name
  }) ?? null
