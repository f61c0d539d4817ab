/**
 * The session in the browser's cookies, shared with every tab and, through each request, with the site's own server.
 * docs/protocol.md §21, docs/laws.md E, I.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { documentCookie, Tabs } from "../browser/index.ts"
import { Listeners, nameOf, nonce, Project, timeLimit, withNow } from "../call/index.ts"
import { skewIn } from "./clockSkew.ts"
import {
  changesFor,
  type CookieJar,
  type CookieOptions,
  type CookiePlace,
  type CookieSite,
  cookieSite,
  httpsCookie,
  parseCookies,
  probeCookie,
  problemOfCookies,
  serialized,
  sessionIn,
  type SetCookie
} from "./cookies.ts"
import { refreshLockOf, sameTokens, skewed, type StoredTokens, TokenStore, TokenStoreFailed } from "./TokenStore.ts"
import { valueStream } from "./valueStream.ts"

/** The page's cookies and location. */
export interface CookiePage {
  /** `document.cookie`. May throw in a sandboxed page. */
  readonly read: () => string
  readonly write: (cookie: string) => void
  readonly secure: boolean
  readonly host: string
  /** Whether another page embeds this one. */
  readonly framed: boolean
  /** The browser's `cookieStore`, if it has one. */
  readonly events: {
    readonly get: (name: string) => Promise<{ readonly partitioned?: boolean } | null>
    readonly addEventListener: (type: "change", listener: () => void) => void
    readonly removeEventListener: (type: "change", listener: () => void) => void
  } | undefined
}

/** Returns the page that the program runs in; `undefined` outside a page. */
export const CookiePage = Context.Reference<CookiePage | undefined>("latchkey/setting/CookiePage", {
  defaultValue: () =>
    // A native app may have a document without cookies.
    "cookie" in (globalThis.document ?? {}) && globalThis.location !== undefined
      ? {
        ...documentCookie,
        secure: globalThis.location.protocol === "https:",
        host: globalThis.location.hostname,
        framed: globalThis.self !== globalThis.top,
        events: cookieStore()
      }
      : undefined
})

/**
 * Returns the browser's `cookieStore`. In browsers without one, the global `cookieStore` may be an element with that
 * id.
 */
const cookieStore = (): CookiePage["events"] => {
  const { cookieStore: found } = globalThis as { readonly cookieStore?: CookiePage["events"] }
  return typeof found?.get === "function" ? found : undefined
}

/** Polling interval for changes without an event: a server's `Set-Cookie`, older browsers. docs/protocol.md §26.2. */
const pollEvery = "100 millis"

/**
 * Keeps the session in the browser's cookies. Users stay signed in across reloads, visits and tabs. Page scripts,
 * including injected ones, can read these cookies: send a strict Content-Security-Policy.
 *
 * Compare-and-set is atomic within the page. Two tabs that write in the same millisecond may both succeed; the later
 * write wins, and both tabs read it.
 *
 * Fails with `InvalidConfiguration` outside a browser.
 */
export const layerCookies = (
  options: CookieOptions = {}
): Layer.Layer<TokenStore, InvalidConfiguration, Project> =>
  Layer.effect(TokenStore, Effect.suspend(() => make(options)))

const make = (
  options: CookieOptions
): Effect.Effect<TokenStore["Service"], InvalidConfiguration, Project | Scope.Scope> =>
  Effect.gen(function*() {
    const { id: projectId } = yield* Project
    const page = yield* CookiePage
    const tabs = yield* Tabs
    const clock = yield* Clock.Clock
    if (page === undefined) return yield* outsideBrowser()
    const misconfigured = problemOfCookies(options)
    if (misconfigured !== undefined) return yield* new InvalidConfiguration(misconfigured)
    const { host, secure } = page
    const place = { projectId, secure, host }
    const siteWith = (partitioned: boolean) =>
      cookieSite(options, { ...place, partitioned }, clock.currentTimeMillisUnsafe())
    const partitioned = yield* isPartitioned(page, siteWith)
    const siteNow = () => siteWith(partitioned)
    if (secure) yield* Effect.result(Effect.try(() => page.write(serialized(httpsCookie(siteNow())))))

    const listeners = new Listeners()
    const notifyListeners = () => void listeners.notify()
    const session = cookieSession(page, place, siteNow, notifyListeners)

    const channel = tabs.join(topicOf(projectId), notifyListeners)
    page.events?.addEventListener("change", notifyListeners)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        channel.leave()
        page.events?.removeEventListener("change", notifyListeners)
      })
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pollEvery), Effect.sync(notifyListeners))))

    return TokenStore.of({
      kind: "cookies",
      get: Effect.try({ try: session.look, catch: (error) => failed("read", nameOf(error)) }),
      compareAndSet: (expected, next) =>
        withNow((now) =>
          Effect.try({
            try: () => session.compareAndSet(expected, next, now),
            catch: (error) => error instanceof TokenStoreFailed ? error : failed("write", nameOf(error))
          }).pipe(Effect.tap((done) =>
            Effect.sync(() => {
              if (!done) return
              channel.notify()
              notifyListeners()
            })
          ))
        ),
      changes: valueStream(session.lookOrLast, (listener) => listeners.subscribe(listener)),
      withRefreshLock: refreshLockOf(tabs, topicOf(projectId)),
      outlivesPage: Effect.suspend(() => keeps(page, siteNow()))
    })
  })

/**
 * The session in the page's cookies, and the state that this page remembers. `notifyListeners` is called for each
 * change that a read finds, so that subscribers also learn of changes that another reader found first.
 */
const cookieSession = (
  page: CookiePage,
  place: CookiePlace,
  siteNow: () => CookieSite,
  notifyListeners: () => void
) => {
  let text: string | undefined
  let last: StoredTokens | null = null
  /**
   * The token whose cookie could not be deleted at the last sign-out. This happens if another site set the cookie. The
   * token's session counts as signed out.
   */
  let leftOver: string | undefined

  const read = (): StoredTokens | null => {
    const jar = parseCookies(text = page.read())
    const found = sessionIn(jar.filter(([, value]) => leftOver === undefined || !value.includes(leftOver)), siteNow())
    return found === null ? null : { ...found, ...skewed(skewInCookie(jar, place)) }
  }

  /**
   * Reads the cookies. A session keeps its access token when that cookie disappears: the browser may not store every
   * cookie, or may delete it early.
   */
  const look = (): StoredTokens | null => {
    if (page.read() === text) return last
    const found = read()
    const next = found !== null && last !== null
        && sameTokens(found, { refreshToken: last.refreshToken, accessToken: undefined })
      ? last
      : found
    if (!sameTokens(next, last) || next?.clockSkewMillis !== last?.clockSkewMillis) {
      last = next
      notifyListeners()
    }
    return last
  }

  /** Throws if the browser doesn't store a cookie. */
  const compareAndSet = (expected: StoredTokens | null, next: StoredTokens | null, now: number): boolean => {
    if (!sameTokens(look(), expected)) return false
    const changes = changesFor(parseCookies(page.read()), next, siteNow(), now)
    if (changes === undefined) throw failed("write", "the refresh token is too long for a cookie")
    // The clock skew is written first, because readers of the tokens need it to compute the remaining lifetime.
    if (skewInCookie(parseCookies(page.read()), place) !== next?.clockSkewMillis) {
      page.write(serialized(skewCookie(siteNow(), next?.clockSkewMillis)))
    }
    for (const cookie of changes) page.write(serialized(cookie))
    if (tokenOf(next) === leftOver) leftOver = undefined
    const found = read()
    if (next === null) leftOver = tokenOf(found) ?? leftOver
    else if (tokenOf(found) !== tokenOf(next)) {
      last = found
      throw failed("write", "the browser does not store it, perhaps because cookies are blocked here")
    }
    last = next
    return true
  }

  return {
    look,
    /** If the page no longer exposes its cookies, returns the session that was last read. */
    lookOrLast: (): StoredTokens | null => {
      try {
        return look()
      } catch {
        return last
      }
    },
    compareAndSet
  }
}

/**
 * Whether the browser stores a cookie of the site and `look` finds it. Deletes the probe cookie even if `look` fails.
 * The probe has a unique name, so that a concurrent probe of another page cannot delete it.
 */
const keeps = (
  page: CookiePage,
  site: CookieSite,
  look: (name: string) => Effect.Effect<boolean, unknown> = () => Effect.succeed(true)
): Effect.Effect<boolean> =>
  Effect.try(() => probeCookie(site, nonce())).pipe(
    Effect.flatMap((cookie) =>
      Effect.try(() => {
        page.write(serialized(cookie))
        return parseCookies(page.read()).some(([name]) => name === cookie.name)
      }).pipe(
        Effect.flatMap((kept) => kept ? look(cookie.name) : Effect.succeed(false)),
        Effect.ensuring(
          Effect.orElseSucceed(Effect.try(() => page.write(serialized({ ...cookie, maxAge: 0 }))), () => undefined)
        )
      )
    ),
    Effect.orElseSucceed(() => false)
  )

/**
 * Whether cookies must be partitioned. Pages in a frame of another site can't store `SameSite=Lax` cookies. The browser
 * must be known to support partitioned cookies, because other browsers would store them as ordinary third-party
 * cookies.
 *
 * Right after a write, Chromium's `cookieStore` may return the state before it. A read of `document.cookie` waits for
 * the write.
 */
const isPartitioned = (
  page: CookiePage,
  siteWith: (partitioned: boolean) => CookieSite
): Effect.Effect<boolean> => {
  if (!page.framed || !page.secure || page.events === undefined) return Effect.succeed(false)
  const { events } = page
  const asked = (name: string) => Effect.tryPromise(async () => (await events.get(name))?.partitioned === true)
  return timeLimit(
    Effect.flatMap(
      keeps(page, siteWith(false)),
      (keepsOrdinary) => keepsOrdinary ? Effect.succeed(false) : keeps(page, siteWith(true), asked)
    ),
    1000,
    () => Effect.succeed(false)
  )
}

/**
 * This browser's clock skew, in a separate cookie that only this page's scripts read. The platform's own clients ignore
 * an access cookie with a third member, and a server has no use for the skew. docs/protocol.md §21.
 */
const skewCookie = (site: CookieSite, millis: number | undefined): SetCookie => {
  const cookie = httpsCookie(site)
  return {
    ...cookie,
    name: skewName(site),
    value: millis === undefined ? "" : String(millis),
    maxAge: millis === undefined ? 0 : cookie.maxAge
  }
}

const skewName = ({ projectId, secure }: CookiePlace): string => `${secure ? "__Host-" : ""}latchkey-clock-${projectId}`

const skewInCookie = (jar: CookieJar, place: CookiePlace): number | undefined => {
  const stored = jar.find(([name, value]) => name === skewName(place) && /^-?\d+$/.test(value))
  return skewIn(stored && Number(stored[1]))
}

const topicOf = (projectId: string): string => `session of ${projectId}`

/** Returns the token that identifies a session: its refresh token, or its access token if there is no refresh token. */
const tokenOf = (session: StoredTokens | null): string | undefined => {
  const token = session?.refreshToken ?? session?.accessToken
  return token && Redacted.value(token)
}

const failed = (operation: "read" | "write", problem: string) => new TokenStoreFailed({ operation, problem })

const outsideBrowser = () =>
  new InvalidConfiguration({
    setting: "tokenStore",
    problem: "is \"cookie\", but there is no browser here",
    next: "On a server, pass the request with the session, or \"memory\"."
  })
