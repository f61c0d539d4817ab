/** The part of a browser that signing in elsewhere and coming back needs. docs/protocol.md §11. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { documentCookie } from "./documentCookie.ts"

/** A browser's window, whatever the redirect method is: no router leads to another site. */
export interface BrowserService {
  /** Leaves for another site. */
  readonly leave: (url: string) => Effect.Effect<void>
  /** Puts another address of the site into the address bar, in place of this one. Loads nothing. */
  readonly rewrite: (url: string) => void
  /** `document.cookie`: what it reads, and one cookie at a time to write. */
  readonly cookies: { readonly read: () => string; readonly write: (cookie: string) => void }
}

const browser: BrowserService = {
  leave: (url) => Effect.sync(() => globalThis.location.assign(url)),
  // frameworks keep what they need to know in the state
  rewrite: (url) => globalThis.history.replaceState(globalThis.history.state, "", url),
  cookies: documentCookie
}

/** The browser around the program; `undefined` where there is none. */
export const Browser = Context.Reference<BrowserService | undefined>("latchkey/setting/Browser", {
  defaultValue: () => "cookie" in (globalThis.document ?? {}) && "history" in globalThis ? browser : undefined
})
