/** Links of an app: OAuth in a browser session, links in emails, and redirects. docs/laws.md Y3, Y4. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import {
  Browser,
  MovedUrls,
  Navigation,
  PageHistory,
  PageStorage,
  type UrlOptions
} from "../../layers/browser/index.ts"
import { log, nameOf } from "../../layers/call/index.ts"
import { parseUrl } from "../../schemas/address.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { OAuthProviderAccessDenied } from "../../schemas/errors/oauth.ts"
import { type AppLinks, appLinks, urlsOf } from "./appLinks.ts"
import { type AppPage, makeAppPage } from "./appPage.ts"
import { type AppStorage, cookieJar, inMemory, pageStorage } from "./appStorage.ts"
import { type Ending, type Linking, type Links, makeLinks, type OpenAuthSession } from "./linking.ts"

/** Options for {@link layerDeepLink}. */
export interface DeepLinkOptions {
  /** The app's scheme, such as `myapp`. Links with other schemes are ignored. */
  readonly scheme: string
  /**
   * Origin of the app's site, such as `https://app.example.com`: one of the project's trusted domains. The platform
   * redirects to its pages, and emails link to them. These pages either open the app (universal links, App Links), or
   * redirect to the scheme. Other apps can claim the same scheme, so prefer links that open the app, at least for
   * emails.
   *
   * @default `myapp://localhost`, which the platform accepts only while the project allows localhost
   */
  readonly site?: string | undefined
  /**
   * Addresses of pages that aren't below `/handler`: paths, links with the app's scheme such as `myapp://sign-in`, or
   * HTTP URLs. The client's own option `urls` would replace these addresses.
   */
  readonly urls?: UrlOptions | undefined
  /** Opens a browser session for OAuth: `openAuthSessionAsync` of `expo-web-browser`. */
  readonly openAuthSession: OpenAuthSession
  /** Closes the browser session when its caller is interrupted: `dismissAuthSession` of `expo-web-browser`. */
  readonly dismissAuthSession?: (() => unknown) | undefined
  /** `Linking` of `react-native` or `expo-linking`. Without it, only links that end a browser session arrive. */
  readonly linking?: Linking | undefined
  /**
   * Opens a page of the app by its path and query: the destination of a redirect, or the page that completes a sign-in
   * with a provider. @default no page is opened
   */
  readonly navigate?: ((path: string, options: { readonly replace: boolean }) => unknown) | undefined
  /**
   * Called with the path of each link that `linking` reports, such as `/handler/magic-link-callback?code=…`. Omit it if
   * the router follows links by itself, as Expo Router does.
   */
  readonly onLink?: ((path: string) => unknown) | undefined
  /**
   * Storage for values that browsers keep in storage and cookies: the verifier of a pending sign-in with a provider,
   * and the sign-in emails that this device requested. Use a persistent storage, because Android may terminate the app
   * while the browser is open. @default in memory
   */
  readonly storage?: AppStorage | undefined
}

/**
 * Deep links of an app.
 *
 * - `oauth.signIn` and `oauth.link` open a browser session. They wait until it ends, and `oauth.callback` then completes
 *   the sign-in. If the user closes the session, they fail with `OAuthProviderAccessDenied`.
 * - Links in emails become the current page, which `oauth.callback` and the parts for React read.
 * - Redirects open pages of the app by `navigate`, and other sites by `linking.openURL`.
 *
 * The platform accepts no custom scheme as a trusted domain. In production, set `site`.
 */
export const layerDeepLink = (options: DeepLinkOptions): Layer.Layer<never, InvalidConfiguration> => {
  // React may build the services of a provider again, and the current page must not be lost
  let kept: Kept | undefined
  return Layer.effectContext(Effect.gen(function*() {
    const app = yield* checked(options)
    const urls = yield* urlsOf(app, options.urls ?? {})
    kept ??= { page: makeAppPage(app), storage: options.storage ?? inMemory() }
    return Context.add(yield* make(options, app, kept), MovedUrls, urls)
  }))
}

/** State that survives when a layer is built again. */
interface Kept {
  readonly page: AppPage
  readonly storage: AppStorage
}

const checked = ({ scheme, site }: DeepLinkOptions): Effect.Effect<AppLinks, InvalidConfiguration> => {
  if (!/^[a-z][a-z\d+.-]*$/i.test(scheme) || /^https?$/i.test(scheme)) {
    return refused("scheme", "is not the scheme of an app", "myapp")
  }
  const url = site === undefined ? undefined : parseUrl(site)
  return site === undefined || (url !== undefined && /^https?:$/.test(url.protocol) && url.origin === site)
    ? Effect.sync(() => appLinks(scheme, site))
    : refused("site", "is not the origin of a site", "https://app.example.com")
}

const refused = (setting: string, problem: string, example: string) =>
  Effect.fail(new InvalidConfiguration({ setting, problem, next: `Write it like "${example}".` }))

const make = (
  options: DeepLinkOptions,
  app: AppLinks,
  { page, storage }: Kept
): Effect.Effect<Context.Context<never>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const runFork = Effect.runForkWith(yield* Effect.context<never>())
    const run = (name: string, effect: Effect.Effect<void>) =>
      void runFork(Effect.catchCause(effect, (cause) => log.error(`${name} failed for a page of the app.`, cause)))
    const { onLink } = options
    const now = () => clock.currentTimeMillisUnsafe()
    const cookies = cookieJar(storage, now)
    const links = makeLinks(options.linking, (link) => endingOf(app.pathOf(link), cookies.read()), now)
    const stop = links.listen((link) => {
      const path = app.pathOf(link)
      if (path === undefined) return
      page.show(path)
      if (onLink !== undefined) run("onLink", Effect.promise(async () => onLink(path)))
    })
    yield* Effect.addFinalizer(() => Effect.sync(stop))
    if (!resolvesPaths()) yield* log.warnThrottled("URL", urlWarning)

    const open = (path: string, replace: boolean): Effect.Effect<void> =>
      options.navigate === undefined
        ? Effect.void
        : Effect.andThen(Effect.yieldNow, Effect.promise(async () => options.navigate!(path, { replace })))
    const go: Navigation["go"] = (url, { replace = false } = {}) =>
      Effect.suspend(() => {
        const path = app.pathOf(url)
        if (path === undefined) return openElsewhere(options, url)
        if (options.navigate === undefined) return Effect.void
        page.show(path)
        return open(path, replace)
      })
    const leave: Browser["leave"] = (url, forget) =>
      Effect.gen(function*() {
        const path = app.pathOf(yield* session(options, links, url))
        if (path === undefined) return yield* denied("The browser session ended without a link to the app.")
        page.show(path)
        yield* open(path, true)
      }).pipe(Effect.onError(() => forget))

    return Context.make(Browser, { leave, rewrite: page.rewrite, cookies }).pipe(
      Context.add(Navigation, { go, here: () => new URL(page.href()) }),
      Context.add(PageHistory, { ...page, go: (url, how) => run("navigate", go(url, how)) }),
      Context.add(PageStorage, pageStorage(storage))
    ) as Context.Context<never>
  })

/** Whether the runtime's `URL` resolves paths. React Native's own `URL` appends them to the path of the base. */
const resolvesPaths = (): boolean => new URL("/b", "https://localhost/a").href === "https://localhost/b"

const urlWarning = "The URL of this runtime doesn't resolve paths, so redirects may lead to wrong pages. "
  + "Import react-native-url-polyfill/auto before anything else. Expo has a complete URL."

/**
 * Effect of a link on a browser session. A link with the state of a sign-in that this app started ends the session. The
 * platform sends some errors without a state. Because any app can send such a link, it ends the session only if it is
 * also the session's result.
 */
const endingOf = (path: string | undefined, cookies: string): Ending => {
  if (path === undefined) return "other"
  const { searchParams } = new URL(path, "https://localhost")
  const state = searchParams.get("state")
  if (state !== null) return /^[\w-]+$/.test(state) && cookies.includes(`-${state}=`) ? "ends" : "other"
  return ["error", "errorCode"].some((name) => searchParams.has(name)) ? "may end" : "other"
}

const session = (
  { dismissAuthSession, openAuthSession, scheme }: DeepLinkOptions,
  links: Links,
  url: string
): Effect.Effect<string, OAuthProviderAccessDenied> =>
  Effect.tryPromise({
    // browsers compare the beginning of the URL, and iOS compares only the scheme
    try: (signal) => links.session(() => openAuthSession(url, `${scheme}://`), signal),
    catch: (thrown) => denied(`The browser session could not be opened: ${nameOf(thrown)}.`)
  }).pipe(
    Effect.onInterrupt(() => Effect.sync(() => void dismissAuthSession?.())),
    Effect.flatMap((link) =>
      link === undefined ? Effect.fail(denied("The user closed the browser session.")) : Effect.succeed(link)
    )
  )

const denied = (developerMessage: string) => new OAuthProviderAccessDenied({}, developerMessage)

const openElsewhere = ({ linking }: DeepLinkOptions, url: string): Effect.Effect<void> =>
  /^https?:\/\//i.test(url) && linking?.openURL !== undefined
    ? Effect.ignore(Effect.tryPromise(async () => linking.openURL!(url)))
    : Effect.void
