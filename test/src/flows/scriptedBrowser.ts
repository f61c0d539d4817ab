/** A browser controlled by a test: one page, cookies that expire by the test's clock, and a record of all actions. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { Browser } from "../../../layers/browser/Browser.ts"
import { Navigation, redirectWait } from "../../../layers/browser/Navigation.ts"

/** A redirect, such as `/` or `replace /`. */
type Step = string

export interface ScriptedBrowser {
  /** Services for the flows. */
  readonly context: Context.Context<never>
  /** URL in the address bar. */
  readonly address: () => string
  /** Opens a URL, as a user or a link on another site would. */
  readonly visit: (url: string) => void
  /** Redirects to URLs of this site, in order. */
  readonly redirects: ReadonlyArray<Step>
  /** Redirects to other sites. */
  readonly externalRedirects: ReadonlyArray<string>
  /**
   * Runs a flow until it redirects to another site. Then interrupts the flow, because the browser would leave the page.
   * Returns the URL.
   */
  readonly untilExternalRedirect: <A, E, R>(flow: Effect.Effect<A, E, R>) => Effect.Effect<URL, E, R>
  /** Cookies in the form in which they were written. */
  readonly written: ReadonlyArray<string>
  /** Names of the existing cookies. */
  readonly cookies: () => ReadonlyArray<string>
}

/** Creates a browser on a page. With `cookiesBlocked`, the browser drops all cookies. */
export const scriptedBrowser = (
  start: string,
  { cookiesBlocked = false }: { readonly cookiesBlocked?: boolean } = {}
): Effect.Effect<ScriptedBrowser> =>
  Effect.map(Clock.Clock, (clock) => {
    let page = new URL(start)
    const redirects: Array<Step> = []
    const externalRedirects: Array<string> = []
    const written: Array<string> = []
    let departure = Deferred.makeUnsafe<URL>()
    const jar = new Map<string, { readonly value: string; readonly until: number }>()
    const kept = () => [...jar].filter(([, { until }]) => until > clock.currentTimeMillisUnsafe())
    const write = (cookie: string) => {
      written.push(cookie)
      if (cookiesBlocked) return
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      const maxAge = Number(/max-age=(\d+)/i.exec(cookie)?.[1] ?? Infinity)
      jar.set(name!, { value: value!, until: clock.currentTimeMillisUnsafe() + maxAge * 1000 })
    }
    const leave = (url: string) =>
      Effect.andThen(
        Effect.sync(() => {
          externalRedirects.push(url)
          Deferred.doneUnsafe(departure, Effect.succeed(new URL(url)))
        }),
        Effect.sleep(redirectWait)
      )
    const context = Context.make(Navigation, {
      go: (url, options) => Effect.sync(() => void redirects.push(options?.replace === true ? `replace ${url}` : url)),
      here: () => new URL(page)
    }).pipe(Context.add(Browser, {
      leave,
      rewrite: (url) => void (page = new URL(url, page)),
      cookies: { read: () => kept().map(([name, { value }]) => `${name}=${value}`).join("; "), write }
    })) as Context.Context<never>
    return {
      context,
      untilExternalRedirect: (flow) =>
        Effect.suspend(() => {
          departure = Deferred.makeUnsafe()
          return Effect.raceFirst(
            Effect.andThen(Effect.provideContext(flow, context), Effect.die("The flow ended without a redirect")),
            Deferred.await(departure)
          )
        }),
      address: () => page.href,
      visit: (url) => void (page = new URL(url, page)),
      redirects,
      externalRedirects,
      written,
      cookies: () => kept().map(([name]) => name)
    }
  })
