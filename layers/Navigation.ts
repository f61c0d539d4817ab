/** Where a program sends its user: another page, or nowhere. Wire protocol §23. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** How to go to another page. */
export interface NavigationService {
  /** Goes there. `replace`: the page left behind is not one that "back" leads to. */
  readonly go: (url: string, options?: { readonly replace?: boolean }) => Effect.Effect<void>
  /** The page people are on; `undefined` outside a browser. Links in mails are resolved against it. */
  readonly here: () => URL | undefined
}

/** Goes nowhere, as in servers and scripts. The default, as in the platform's own SDK. */
const none: NavigationService = {
  go: () => Effect.void,
  here: () =>
    "location" in globalThis && URL.canParse(globalThis.location?.href) ? new URL(globalThis.location.href) : undefined
}

/** The redirect method in force. */
export const Navigation = Context.Reference<NavigationService>("latchkey/Navigation", { defaultValue: () => none })
