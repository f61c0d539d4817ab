/** The page's address and history, for screens. Flows use `Navigation`. */
import * as Context from "effect/Context"

/** Address and history of a page in a browser. */
export interface PageHistory {
  readonly href: () => string
  /** Opens a URL, without the client's redirect method. With `replace`, "back" doesn't return to the current page. */
  readonly go: (url: string, options?: { readonly replace?: boolean | undefined }) => void
  /** Replaces the URL of the current entry, without loading it. */
  readonly rewrite: (url: string) => void
  /** State of the current entry. Frameworks store data in it too, so keep their fields. */
  readonly state: { readonly read: () => unknown; readonly write: (state: object) => void }
  /** Calls the listener on every navigation until the returned function is called. */
  readonly onNavigation: (listener: () => void) => () => void
}

const ofPage: PageHistory = {
  href: () => location.href,
  go: (url, options) => location[options?.replace === true ? "replace" : "assign"](url),
  rewrite: (url) => history.replaceState(history.state, "", url),
  state: { read: () => history.state, write: (state) => history.replaceState(state, "") },
  /**
   * Without the Navigation API, `pushState` is not reported. The type of `window.navigation` is checked, because an
   * element such as `<nav id="navigation">` can shadow it.
   */
  onNavigation: (listener) => {
    const { navigation } = window as { readonly navigation?: EventTarget & { readonly navigate?: unknown } }
    const [target, ...events] = typeof navigation?.navigate === "function"
      ? [navigation, "currententrychange"] as const
      : [window, "popstate", "hashchange"] as const
    for (const event of events) target.addEventListener(event, listener)
    return () => events.forEach((event) => target.removeEventListener(event, listener))
  }
}

/** Address and history of the page that the program runs in. Works in browsers only. */
export const PageHistory = Context.Reference<PageHistory>("latchkey/setting/PageHistory", {
  defaultValue: () => ofPage
})
