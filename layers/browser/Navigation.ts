/** Navigation to other pages. docs/protocol.md §23. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { parseUrl } from "../../schemas/address.ts"
import { signalled } from "./redirectSignal.ts"

/** Navigates to other pages. */
export interface Navigation {
  /**
   * Navigates to the URL. With `replace`, the browser's "back" doesn't return to the current page. Doesn't check the
   * URL, unlike the flows of `redirectTo`.
   */
  readonly go: (url: string, options?: { readonly replace?: boolean | undefined }) => Effect.Effect<void>
  /** The current page; `undefined` outside a browser. Links in emails are resolved against it. */
  readonly here: () => URL | undefined
}

/**
 * The redirect methods of docs/protocol.md §23.3.
 *
 * - `none`: doesn't navigate; the program uses the results of the flows.
 * - `window`: `location.assign` and `location.replace`; doesn't navigate outside a browser.
 * - `{ nextjs: redirect }`, with `redirect` from `next/navigation`: calls `redirect` on a server, which throws; same as
 *   `window` in a browser.
 * - `{ navigate }`: the router's own function, for paths of the site. Other sites, such as an OAuth provider's, are
 *   opened as with `window`.
 * - `{ useNavigate }`: the router's hook, for routers whose function exists only in components. `LatchkeyProvider`
 *   calls the hook, so render the provider below the router. Until then, redirects wait up to 1 second, and then use
 *   `navigate` or, if you don't pass it, `window`.
 */
export type RedirectMethod =
  | "none"
  | "window"
  | { readonly nextjs: (url: string) => never }
  | { readonly navigate: Navigate; readonly useNavigate?: undefined }
  | HookMethod

/** A router's function, which navigates to a path of the site. */
export type Navigate = (url: string, options: { readonly replace: boolean }) => unknown

/** The redirect method of routers whose function exists only in components. */
export interface HookMethod {
  readonly useNavigate: () => Navigate
  /** Navigates to a path while no provider is mounted. @default the same as `window` */
  readonly navigate?: Navigate | undefined
}

/** Maximum wait for a provider that calls `useNavigate`: a component may redirect before the provider is mounted. */
const mountWait = "1 second"

/** Maximum wait for a redirect before the flow continues. docs/protocol.md §23.3. */
export const redirectWait = "2 seconds"

const here = (): URL | undefined => "location" in globalThis ? parseUrl(globalThis.location?.href) : undefined

const none: Navigation = { go: () => Effect.void, here }

/** Resolves against the page's own address, so that no `<base>` of the document changes the destination. */
const go: Navigation["go"] = (url, { replace = false } = {}) =>
  Effect.suspend(() => {
    const page = here()
    if (page === undefined) return Effect.void
    const { href } = new URL(url, page)
    if (replace) globalThis.location.replace(href)
    else globalThis.location.assign(href)
    return Effect.sleep(redirectWait)
  })

const inWindow: Navigation = { go, here }

/** Returns the URL as a path for routers; `undefined` for another site. */
const ofSite = (url: string): string | undefined => {
  const page = here()
  if (page === undefined) return url
  const { hash, origin, pathname, search } = new URL(url, page)
  return origin === page.origin ? pathname + search + hash : undefined
}

/** The functions of mounted providers, most recent first, and the redirects that wait for one. */
interface Router {
  readonly mounted: Array<Navigate>
  readonly waiting: Set<(navigate: Navigate) => void>
}

const routers = new WeakMap<HookMethod, Router>()

const routerOf = (method: HookMethod): Router => {
  const router = routers.get(method) ?? { mounted: [], waiting: new Set() }
  routers.set(method, router)
  return router
}

/** Sets the function of a mounted provider, until the returned function is called. */
export const mountNavigate = (method: HookMethod, navigate: Navigate): () => void => {
  const { mounted, waiting } = routerOf(method)
  mounted.unshift(navigate)
  for (const resume of waiting) resume(navigate)
  return () => void mounted.splice(mounted.indexOf(navigate), 1)
}

/** Returns the function of a mounted provider, and waits for one if necessary. */
const mountedNavigate = (method: HookMethod): Effect.Effect<Navigate | undefined> =>
  Effect.suspend(() => {
    const { mounted, waiting } = routerOf(method)
    if (mounted.length > 0) return Effect.succeed(mounted[0])
    return Effect.timeoutOrElse(
      Effect.callback<Navigate | undefined>((resume) => {
        const found = (navigate: Navigate) => resume(Effect.succeed(navigate))
        waiting.add(found)
        return Effect.sync(() => waiting.delete(found))
      }),
      { duration: mountWait, orElse: () => Effect.succeed(method.navigate) }
    )
  })

/** Creates the navigation for a redirect method. Passes on the errors of a framework's function unchanged. */
export const make = (method: RedirectMethod): Navigation => {
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
        const chosen = method.useNavigate === undefined ? Effect.succeed(method.navigate) : mountedNavigate(method)
        // don't navigate while a component renders, because routers keep their location in React state
        return Effect.andThen(Effect.yieldNow, chosen).pipe(
          Effect.flatMap((navigate) =>
            navigate === undefined ? go(url, options) : Effect.andThen(
              Effect.promise(async () => navigate(own, { replace: options?.replace === true })),
              Effect.sleep(redirectWait)
            )
          )
        )
      }),
    here
  }
}

/** The redirect method of {@link Navigation}. `window` by default, which doesn't navigate outside a browser. */
export const ChosenMethod = Context.Reference<RedirectMethod>("latchkey/setting/RedirectMethod", {
  defaultValue: () => "window"
})

/** Navigates with the chosen redirect method, unless it is replaced. */
export const Navigation = Context.Reference<Navigation>("latchkey/setting/Navigation", {
  defaultValue: () => ({
    go: (url, options) => Effect.flatMap(ChosenMethod, (method) => make(method).go(url, options)),
    here
  })
})
