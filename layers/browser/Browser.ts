/** Access to the browser, for redirects to OAuth providers. docs/protocol.md §11. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { OAuthProviderAccessDenied } from "../../schemas/errors/oauth.ts"
import { documentCookie } from "./documentCookie.ts"
import { redirectWait } from "./Navigation.ts"

/**
 * A browser's window. It navigates without the client's redirect method, because a router can't navigate to other
 * sites.
 */
export interface Browser {
  /**
   * Navigates to another site, and returns after 2 seconds, by which time the page has normally been unloaded. A native
   * app opens the site in a browser session. If that session ends without returning to the app, or the caller is
   * interrupted, `leave` runs `forget` and fails.
   */
  readonly leave: (url: string, forget: Effect.Effect<unknown>) => Effect.Effect<void, OAuthProviderAccessDenied>
  /** Replaces the URL in the address bar with another URL of the site, without loading it. */
  readonly rewrite: (url: string) => void
  /** Reads and writes `document.cookie`. */
  readonly cookies: { readonly read: () => string; readonly write: (cookie: string) => void }
}

const browser: Browser = {
  leave: (url) =>
    Effect.suspend(() => {
      globalThis.location.assign(url)
      return Effect.sleep(redirectWait)
    }),
  // keeps the state, because frameworks store data in it
  rewrite: (url) => globalThis.history.replaceState(globalThis.history.state, "", url),
  cookies: documentCookie
}

/** The browser that the program runs in, if any. */
export const Browser = Context.Reference<Browser | undefined>("latchkey/setting/Browser", {
  defaultValue: () => "cookie" in (globalThis.document ?? {}) && "history" in globalThis ? browser : undefined
})
