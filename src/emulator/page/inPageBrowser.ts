/** Runs the emulator and an app in one page, without a server and without a network. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { PageElement } from "../../../layers/browser/index.ts"
import type { Fetch } from "../../../layers/call/index.ts"
import { type CarriesClock, projectClock } from "../../../layers/environment/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { isTrusted } from "../model/index.ts"
import type { Seed } from "../seed/index.ts"
import { type EmulatorHandle, make } from "../server/index.ts"
import type { Mail } from "../state/index.ts"
import { type FramePage, lostConnection, mailPage, makeFrame, otherSite, textPage } from "./frame.ts"
import { makeLinks } from "./links.ts"
import type { makeTab } from "./tab.ts"

/** Options for {@link inPageBrowser}: a running emulator, or the seed of a new one. */
export interface PageBrowserOptions extends Seed {
  /** Emulator to use. @default a new one, which ends with the browser */
  readonly emulator?: EmulatorHandle | undefined
  /**
   * Origin of the app. It never receives a request. The project must trust it: localhost, or one of its `domains`.
   *
   * @default "http://localhost:3000"
   */
  readonly origin?: string | undefined
  /** The first page of the app. @default "/" */
  readonly path?: string | undefined
}

/** A browser in a page. It shows the app in an element of the page, and other sites in an iframe. */
export interface PageBrowser extends AsyncDisposable {
  readonly emulator: EmulatorHandle
  /** Options for `createClient`, `Client.layer`, and the prop `project` of `LatchkeyProvider`. */
  readonly project: Required<CarriesClock> & {
    readonly projectId: string
    readonly publishableClientKey: Redacted.Redacted
    readonly baseUrl: string
    readonly fetch: Fetch
    readonly browser: Layer.Layer<never>
  }
  /** URL of the app's current page. */
  readonly url: () => string
  /** The page of another site that the iframe shows; `null` while the app is shown. */
  readonly page: () => FramePage | null
  /** Calls the listener after every change of `url` and `page`, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Opens a path of the app, or a URL, such as a link in an email. Rejects with a `TypeError` for a malformed URL. */
  readonly open: (url: string) => Promise<void>
  /** Shows an email in the iframe. */
  readonly read: (mail: Mail) => void
  /** Leaves the page of another site, or returns to the app's previous page. */
  readonly back: () => void
  /**
   * Sets the element of the app, whose links then open in this browser. It is hidden while another site is shown. In
   * React, pass this function as `ref`.
   */
  readonly app: (element: PageElement | null) => void
  /**
   * Sets the element for pages of other sites: an empty element that the browser fills with an iframe. It is hidden
   * while the app is shown. In React, pass this function as `ref`.
   *
   * The iframe has `srcdoc` and `sandbox="allow-scripts allow-forms"`, because a script in the pages reports clicks and
   * forms to this browser. Without `allow-same-origin`, the pages can't access yours. Their content security policy
   * forbids requests.
   */
  readonly frame: (element: PageElement | null) => void
  readonly close: () => Promise<void>
}

/**
 * Starts a browser in this page, with an emulator, until the scope closes. Fails with `InvalidConfiguration` if the
 * project doesn't trust the app's origin. See {@link inPageBrowser}.
 */
export const makeInPageBrowser = (
  { emulator, origin = "http://localhost:3000", path = "/", ...seed }: PageBrowserOptions = {}
): Effect.Effect<Omit<PageBrowser, "close" | keyof AsyncDisposable>, InvalidConfiguration, Scope.Scope> =>
  Effect.gen(function*() {
    const handle = emulator ?? (yield* emulatorInPage(seed))
    const start = parseUrl(path, origin)
    const project = handle.store.projects.get(handle.project.projectId)!
    if (start?.origin !== origin || !isTrusted(project, origin)) {
      return yield* new InvalidConfiguration({
        setting: "origin",
        problem: `is "${origin}", which isn't an origin that the project trusts`,
        next: "Use an origin on localhost, or add { domain, handlerPath } to the project's config.domains."
      })
    }
    // loaded here, so that importing the emulator doesn't load the layers of a browser
    const tab = yield* Effect.promise(() => import("./tab.ts"))
    const browser = makeBrowser(handle, start, tab.makeTab)
    yield* Effect.addFinalizer(() => Effect.sync(browser.stop))
    return browser
  })

/** Starts an emulator whose pictures can be shown without requests. */
const emulatorInPage = (seed: Seed) =>
  Effect.map(make(seed), ({ handle, platform }) => {
    platform.linksPictures = false
    return handle
  })

/**
 * Starts a browser and an emulator in this page, for Storybook, playgrounds and documentation. The app runs in the
 * page. Its redirects, history, cookies and storage belong to this browser, so that those of the page stay untouched.
 * Pages of OAuth providers, the checkout page and emails are shown in an iframe. No request leaves the page. Rejects
 * with `InvalidConfiguration` if the project doesn't trust the app's origin.
 *
 * Passkeys are those of the real page. They work if the project trusts the origin of that page.
 *
 * @example
 * ```ts
 * import { inPageBrowser } from "latchkey/emulator"
 * import { createClient } from "latchkey/promise"
 *
 * await using browser = await inPageBrowser({ users: [{ email, password }] })
 * await using client = createClient(browser.project)
 * await client.signIn.withPassword({ email, password })
 * console.log(browser.url()) // http://localhost:3000/
 * ```
 */
export const inPageBrowser = async (options?: PageBrowserOptions): Promise<PageBrowser> => {
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  const browser = await Effect.runPromise(
    makeInPageBrowser(options).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
    )
  )
  return { ...browser, close, [Symbol.asyncDispose]: close }
}

/** Makes the function that loads pages of any site. */
const makeLoad = (emulator: EmulatorHandle, start: URL) => {
  const isEmulator = (url: URL) => url.origin === new URL(emulator.project.baseUrl).origin

  /** Follows the redirects of the emulator. Returns a page, or a URL of the app. */
  const load = async (url: URL, form?: string): Promise<FramePage | URL> => {
    if (url.origin === start.origin) return url
    if (!isEmulator(url)) return otherSite(url, start.origin)
    try {
      const response = await emulator.fetch(url, form === undefined ? undefined : posted(form))
      const location = response.headers.get("location")
      if (location !== null) return load(new URL(location, url))
      const text = await response.text()
      return response.headers.get("content-type")?.startsWith("text/html") === true
        ? { url: url.href, html: text }
        : textPage(url, text)
    } catch {
      return lostConnection(url)
    }
  }

  return { isEmulator, load }
}

const makeBrowser = (emulator: EmulatorHandle, start: URL, makeTabAt: typeof makeTab) => {
  const { [projectClock]: clock, baseUrl, projectId, publishableClientKey } = emulator.project
  const { isEmulator, load } = makeLoad(emulator, start)
  const tab = makeTabAt(start, () => emulator.clock.now().getTime())
  const frame = makeFrame((url, form) => void visit(url, { form }))
  let app: HTMLElement | null = null
  let latest = {}

  const hideApp = () => {
    if (app !== null) app.hidden = frame.page() !== null
  }

  const render = (page: FramePage | null) => {
    latest = {}
    frame.show(page)
    hideApp()
  }

  const show = (page: FramePage | null) => {
    render(page)
    tab.listeners.notify()
  }

  /** Opens a URL of any site. A page that loads later than a page opened after it is not shown. */
  const visit = async (
    url: URL,
    { form, replace = false }: { readonly form?: string | undefined; readonly replace?: boolean } = {}
  ): Promise<void> => {
    const mine = latest = {}
    const found = url.origin === start.origin ? url : await load(url, form)
    if (mine !== latest) return
    if (!(found instanceof URL)) return show(found)
    render(null)
    tab.go(found, { replace })
  }

  const followLinks = makeLinks((href) => {
    const url = parseUrl(href, tab.url().href)
    if (url === undefined || (url.origin !== start.origin && !isEmulator(url))) return false
    void visit(url)
    return true
  })

  return {
    emulator,
    project: {
      [projectClock]: clock,
      projectId,
      publishableClientKey,
      baseUrl,
      fetch: async (url: string, init: RequestInit) => {
        if (!isEmulator(new URL(url))) throw new TypeError("fetch failed")
        return emulator.fetch(url, init)
      },
      browser: Layer.succeedContext(tab.settings((url, options) => void visit(url, options)))
    },
    url: () => tab.url().href,
    page: frame.page,
    subscribe: (listener: () => void) => tab.listeners.subscribe(listener),
    open: async (url: string) => visit(new URL(url, tab.url())),
    read: (mail: Mail) => show(mailPage(mail)),
    back: () => frame.page() === null ? tab.back() : show(null),
    app: (element: HTMLElement | null) => {
      app = element
      followLinks(element)
      hideApp()
    },
    frame: frame.attach,
    stop: () => {
      followLinks(null)
      frame.attach(null)
    }
  }
}

const posted = (body: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body
})
