/** A tab of some browser, as far as the steps need one. */

/** Every call waits until it can be done, and rejects when that takes too long. */
export interface Page {
  readonly goto: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  /** Begins to go back. What comes is waited for by what it shows. */
  readonly back: () => Promise<void>
  /** What a function returns in the page. It sees its arguments alone, which are JSON. */
  readonly evaluate: <Args extends ReadonlyArray<unknown>, A>(does: (...args: Args) => A, ...args: Args) => Promise<A>
  /** Types into the field with this label, in place of what it holds. */
  readonly fill: (label: string, text: string) => Promise<void>
  /** Clicks the button or the link of this name, as a mouse does. */
  readonly click: (name: string) => Promise<void>
  /** Another tab of the same browser, with the same cookies. */
  readonly newTab: () => Promise<Page>
}

/** A browser that runs. */
export interface Browser {
  /** Its name and version, as it says them. */
  readonly version: string
  /** A page without a cookie of another, in a browser that keeps cookies unless told otherwise. */
  readonly open: (options: { readonly cookies: boolean }) => Promise<Page & AsyncDisposable>
  readonly close: () => Promise<void>
}

/** Milliseconds: what takes a second on an idle machine takes ten on a busy one. */
const limit = 30_000

/** Asks again until the answer is neither `undefined`, `null` nor `false`. What a page says while it goes is no answer. */
export const until = async <A>(what: string, ask: () => A | Promise<A>): Promise<NonNullable<A>> => {
  const end = Date.now() + limit
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
  throw new Error(`${what}: not within ${limit / 1000} s`, { cause: last })
}

/** Runs in the page: the field with this label that people see. */
export const field = (label: string): Element | null =>
  [...document.querySelectorAll("input")]
    .find((input) =>
      input.checkVisibility() && [...input.labels ?? []].some((each) => each.textContent?.trim() === label)
    ) ?? null

/** Runs in the page: whether the field with this label holds something else, which it does not when it went. */
export const holdsOther = (label: string, text: string): boolean => {
  const input = [...document.querySelectorAll("input")]
    .find(({ labels }) => [...labels ?? []].some((each) => each.textContent?.trim() === label))
  return input !== undefined && input.value !== text
}

/** Runs in the page: the button or the link of this name that people see and that can be used. */
export const button = (name: string): Element | null =>
  [...document.querySelectorAll("button:enabled, a[href]")]
    .find((each) => each.checkVisibility() && (each.getAttribute("aria-label") ?? each.textContent)?.trim() === name) ??
    null
