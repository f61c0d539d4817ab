/** Where a program sends its user: another page, or nowhere. docs/protocol.md §23. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { parseUrl } from "../../schemas/address.ts"
import { signalled } from "./redirectSignal.ts"

/** How to go to another page. */
export interface NavigationService {
  /**
   * Goes there. `replace`: the page left behind is not one that "back" leads to. Follows whatever it is given: the
   * flows of `redirectTo` are what checks.
   */
  readonly go: (url: string, options?: { readonly replace?: boolean }) => Effect.Effect<void>
  /** The page people are on; `undefined` outside a browser. Links in mails are resolved against it. */
  readonly here: () => URL | undefined
}

/**
 * The redirect methods of docs/protocol.md §23.3.
 *
 * - `none`: goes nowhere; the program looks at what the flows answer.
 * - `window`: `location.assign` and `location.replace`; nowhere outside a browser.
 * - `{ nextjs: redirect }`, with `redirect` of `next/navigation`: throws it on a server, is `window` in a browser.
 * - `{ navigate }`: the router's own function, for paths of the site; other sites, such as a provider's, are gone to as by
 *   `window`. `replace` says what kind of step it is.
 */
export type RedirectMethod =
  | "none"
  | "window"
  | { readonly nextjs: (url: string) => never }
  | { readonly navigate: (url: string, options: { readonly replace: boolean }) => unknown }

/** How long a redirect is waited for before the flow goes on. docs/protocol.md §23.3. */
export const redirectWait = "2 seconds"

const here = (): URL | undefined => "location" in globalThis ? parseUrl(globalThis.location?.href) : undefined

const none: NavigationService = { go: () => Effect.void, here }

/** The page's own address is the base, so that no `<base>` of the document leads elsewhere. */
const go: NavigationService["go"] = (url, { replace = false } = {}) =>
  Effect.suspend(() => {
    const page = here()
    if (page === undefined) return Effect.void
    const { href } = new URL(url, page)
    if (replace) globalThis.location.replace(href)
    else globalThis.location.assign(href)
    return Effect.sleep(redirectWait)
  })

const inWindow: NavigationService = { go, here }

/** As a path, which is what routers know; `undefined` for an address of another site. */
const ofSite = (url: string): string | undefined => {
  const page = here()
  if (page === undefined) return url
  const { hash, origin, pathname, search } = new URL(url, page)
  return origin === page.origin ? pathname + search + hash : undefined
}

/** Goes as the method says. What the function of a framework throws comes out as it was thrown. */
export const navigationBy = (method: RedirectMethod): NavigationService => {
  if (method === "none") return none
  if (method === "window") return inWindow
  if ("nextjs" in method) {
    return {
      go: (url, options) => here() === undefined ? Effect.sync(() => signalled(method.nextjs, url)) : go(url, options),
      here
    }
  }
  return {
    go: (url, options) =>
      Effect.suspend(() => {
        const own = ofSite(url)
        if (own === undefined) return go(url, options)
        const navigated = Effect.promise(async () => method.navigate(own, { replace: options?.replace === true }))
        // not while a component renders that asks for it: routers keep their place in a state of React
        return Effect.andThen(Effect.yieldNow, Effect.andThen(navigated, Effect.sleep(redirectWait)))
      }),
    here
  }
}

/** Which redirect method {@link Navigation} goes by. `window` unless said otherwise, which outside a browser goes nowhere. */
export const ChosenMethod = Context.Reference<RedirectMethod>("latchkey/setting/RedirectMethod", {
  defaultValue: () => "window"
})

/** How people are sent to other pages: by the chosen method, unless another way is given. */
export const Navigation = Context.Reference<NavigationService>("latchkey/setting/Navigation", {
  defaultValue: () => ({
    go: (url, options) => Effect.flatMap(ChosenMethod, (method) => navigationBy(method).go(url, options)),
    here
  })
})
