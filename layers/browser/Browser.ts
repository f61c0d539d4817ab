/** Access to the browser, for redirects to OAuth providers. docs/protocol.md §11. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { documentCookie } from "./documentCookie.ts"

/**
 * A browser's window. It navigates without the client's redirect method, because a router can't navigate to other
 * sites.
 */
export interface Browser {
  /** Navigates to another site. */
  readonly leave: (url: string) => Effect.Effect<void>
  /** Replaces the URL in the address bar with another URL of the site, without loading it. */
  readonly rewrite: (url: string) => void
  /** Reads and writes `document.cookie`. */
  readonly cookies: { readonly read: () => string; readonly write: (cookie: string) => void }
}

const browser: Browser = {
  leave: (url) => Effect.sync(() => globalThis.location.assign(url)),
  // keeps the state, because frameworks store data in it
  rewrite: (url) => globalThis.history.replaceState(globalThis.history.state, "", url),
  cookies: documentCookie
}

/** The browser that the program runs in, if any. */
export const Browser = Context.Reference<Browser | undefined>("latchkey/setting/Browser", {
  defaultValue: () => "cookie" in (globalThis.document ?? {}) && "history" in globalThis ? browser : undefined
})
