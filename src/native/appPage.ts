/** The page that an app shows: its address, its state, and listeners. */
import { Listeners } from "../../layers/call/index.ts"
import type { AppLinks } from "./appLinks.ts"

/** The current page of an app. */
export interface AppPage {
  readonly href: () => string
  /** Makes a path of the app the current page. */
  readonly show: (path: string) => void
  /** Replaces the address of the current page. Ignores addresses of other apps and sites. */
  readonly rewrite: (url: string) => void
  readonly state: { readonly read: () => unknown; readonly write: (state: object) => void }
  /** Calls the listener whenever the address changes, until the returned function is called. */
  readonly onNavigation: (listener: () => void) => () => void
}

/** Creates the page that the app starts with. */
export const makeAppPage = ({ origin, pathOf }: AppLinks): AppPage => {
  const listeners = new Listeners()
  let href = `${origin}/`
  let state: unknown = null
  const move = (path: string) => {
    href = origin + path
    listeners.notify()
  }
  return {
    href: () => href,
    show: (path) => {
      state = null
      move(path)
    },
    rewrite: (url) => {
      const path = pathOf(url)
      if (path !== undefined) move(path)
    },
    state: { read: () => state, write: (next) => void (state = next) },
    onNavigation: (listener) => listeners.subscribe(listener)
  }
}
