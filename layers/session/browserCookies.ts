/**
 * The session in the browser's cookies, shared by every tab and, request by request, with the site's own server.
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
import { Listeners, nameOf, nonce, Project } from "../call/index.ts"
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

/** The cookies of the page, and where it is. */
export interface CookiePage {
  /** `document.cookie`. May throw, where a page is sandboxed. */
  readonly read: () => string
  readonly write: (cookie: string) => void
  readonly secure: boolean
  readonly host: string
  /** Whether another page embeds it. */
  readonly framed: boolean
  /** The browser's `cookieStore`, where it has one. */
  readonly events: {
    readonly get: (name: string) => Promise<{ readonly partitioned?: boolean } | null>
    readonly addEventListener: (type: "change", listener: () => void) => void
    readonly removeEventListener: (type: "change", listener: () => void) => void
  } | undefined
}

/** The page around the program; `undefined` where there is none. */
export const CookiePage = Context.Reference<CookiePage | undefined>("latchkey/setting/CookiePage", {
  defaultValue: () =>
    // native apps may have a document without cookies
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

/** The browser's store. In browsers without one, an element with that id has its name. */
const cookieStore = (): CookiePage["events"] => {
  const { cookieStore: found } = globalThis as { readonly cookieStore?: CookiePage["events"] }
  return typeof found?.get === "function" ? found : undefined
}

/** docs/protocol.md §26.2. For what no event tells: a server's `Set-Cookie`, older browsers. */
const pollEvery = "100 millis"

/**
 * Keeps the session in the browser's cookies: people stay signed in when they reload or come back, in every tab. Page
 * scripts can read these cookies, so one that is injected can too: send a strict Content-Security-Policy.
 *
 * Its comparing and writing is one step for the page. Two tabs that write within the same millisecond may both succeed;
 * the later write counts, and both read it.
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
    const news = () => void listeners.notify()
    const session = cookieSession(page, place, siteNow, news)

    const channel = tabs.join(topicOf(projectId), news)
    page.events?.addEventListener("change", news)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        channel.leave()
        page.events?.removeEventListener("change", news)
      })
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pollEvery), Effect.sync(news))))

    return TokenStore.of({
      kind: "cookies",
      get: Effect.try({ try: session.look, catch: (error) => failed("read", nameOf(error)) }),
      compareAndSet: (expected, next) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.try({
            try: () => session.compareAndSet(expected, next, now),
            catch: (error) => error instanceof TokenStoreFailed ? error : failed("write", nameOf(error))
          }).pipe(Effect.tap((done) =>
            Effect.sync(() => {
              if (!done) return
              channel.notify()
              news()
            })
          ))),
      changes: valueStream(session.lookOrLast, (listener) => listeners.subscribe(listener)),
      withRefreshLock: refreshLockOf(tabs, topicOf(projectId)),
      outlivesPage: Effect.suspend(() => keeps(page, siteNow()))
    })
  })

/**
 * The session as the cookies of a page hold it, and what this page remembers of them. `news` is called at each change that
 * is seen: whoever follows would otherwise not hear of the end of what was there between two looks, and a reader saw.
 */
const cookieSession = (page: CookiePage, place: CookiePlace, siteNow: () => CookieSite, news: () => void) => {
  let text: string | undefined
  let last: StoredTokens | null = null
  /** The token of what could not be deleted at the last sign-out: somebody planted it, and it signs nobody in. */
  let leftOver: string | undefined

  const read = (): StoredTokens | null => {
    const jar = parseCookies(text = page.read())
    const found = sessionIn(jar.filter(([, value]) => leftOver === undefined || !value.includes(leftOver)), siteNow())
    return found === null ? null : { ...found, ...skewed(skewInCookie(jar, place)) }
  }

  /** What the cookies hold. A session whose access token is gone keeps it: they are not all kept, or not for as long. */
  const look = (): StoredTokens | null => {
    if (page.read() === text) return last
    const found = read()
    const next = found !== null && last !== null
        && sameTokens(found, { refreshToken: last.refreshToken, accessToken: undefined })
      ? last
      : found
    if (!sameTokens(next, last) || next?.clockSkewMillis !== last?.clockSkewMillis) {
      last = next
      news()
    }
    return last
  }

  /** Throws where the browser does not keep what it is given. */
  const compareAndSet = (expected: StoredTokens | null, next: StoredTokens | null, now: number): boolean => {
    if (!sameTokens(look(), expected)) return false
    const changes = changesFor(parseCookies(page.read()), next, siteNow(), now)
    if (changes === undefined) throw failed("write", "the refresh token is too long for a cookie")
    // first, for whoever sees the tokens is to know how long they live
    if (skewInCookie(parseCookies(page.read()), place) !== next?.clockSkewMillis) {
      page.write(serialized(skewCookie(siteNow(), next?.clockSkewMillis)))
    }
    for (const cookie of changes) page.write(serialized(cookie))
    if (tokenOf(next) === leftOver) leftOver = undefined
    const found = read()
    if (next === null) leftOver = tokenOf(found) ?? leftOver
    else if (tokenOf(found) !== tokenOf(next)) {
      last = found
      throw failed("write", "the browser does not keep it, perhaps because cookies are blocked here")
    }
    last = next
    return true
  }

  return {
    look,
    /** What was seen last, where the page does not show its cookies any more. */
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
 * Whether the browser keeps a cookie of the site, and `look` finds in it what it looks for. Of the cookie nothing stays,
 * whatever becomes of the look, and its name is its own: another page that looks at the same time would delete it.
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
        Effect.ensuring(Effect.ignore(Effect.try(() => page.write(serialized({ ...cookie, maxAge: 0 })))))
      )
    ),
    Effect.orElseSucceed(() => false)
  )

/**
 * Whether cookies have to be partitioned: the page is embedded by another site, so that `SameSite=Lax` ones are not kept,
 * and the browser is seen to keep partitioned ones. Without that proof they would be third-party cookies for all.
 *
 * Right after a write Chromium's `cookieStore` may answer from before it; not after a read of `document.cookie`, which
 * waits for the write.
 */
const isPartitioned = (
  page: CookiePage,
  siteWith: (partitioned: boolean) => CookieSite
): Effect.Effect<boolean> => {
  if (!page.framed || !page.secure || page.events === undefined) return Effect.succeed(false)
  const { events } = page
  const asked = (name: string) => Effect.tryPromise(async () => (await events.get(name))?.partitioned === true)
  return keeps(page, siteWith(false)).pipe(
    Effect.flatMap((keepsOrdinary) => keepsOrdinary ? Effect.succeed(false) : keeps(page, siteWith(true), asked)),
    Effect.timeoutOrElse({ duration: "1 second", orElse: () => Effect.succeed(false) })
  )
}

/**
 * How far this browser's clock is ahead, beside the session and for this page's scripts alone: the platform's own
 * clients ignore an access cookie with a third member, and to a server it says nothing. docs/protocol.md §21.
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

/** What tells a session from others: its refresh token, or the only token it has. */
const tokenOf = (session: StoredTokens | null): string | undefined => {
  const token = session?.refreshToken ?? session?.accessToken
  return token && Redacted.value(token)
}

const failed = (operation: "read" | "write", problem: string) => new TokenStoreFailed({ operation, problem })

const outsideBrowser = () =>
  new InvalidConfiguration({
    setting: "tokenStore",
    problem: "is \"cookie\", but there is no browser here",
    next: "On a server give it the request whose session it is, or \"memory\"."
  })
