/**
 * The forms of an app's links, and the app's paths. docs/decisions.md §25. In all forms, the path is the same:
 *
 * - `myapp://handler/mfa`, `myapp:/handler/mfa`, `myapp:///handler/mfa`, `myapp://localhost/handler/mfa`
 * - `https://app.example.com/handler/mfa`, if the app has that site
 * - `/handler/mfa`
 */
import * as Effect from "effect/Effect"
import { makeUrls, trustedUrl, type UrlOptions, type Urls } from "../../layers/browser/index.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** The addresses of an app. */
export interface AppLinks {
  /** Origin of the current page. It is always an HTTP origin, because React Native's `URL` can't parse others. */
  readonly origin: string
  /** Prefix of the URLs that the platform redirects to and sends in emails. */
  readonly base: string
  /**
   * Returns the path that a link opens in the app. `undefined` for links of other apps and sites, and for misleading
   * spellings.
   */
  readonly pathOf: (link: unknown) => string | undefined
}

/** The addresses of an app with this scheme, and with this site, if it has one. */
export const appLinks = (scheme: string, site: string | undefined): AppLinks => {
  const origin = site ?? "https://localhost"
  const page = new URL(origin)
  const starts = [
    // the host `localhost`, which the platform accepts with any scheme, isn't part of the path, and neither is the site
    new RegExp(`^${escaped(scheme)}://(?:localhost|${escaped(page.host)})(?=[/?#]|$)`, "i"),
    new RegExp(`^${escaped(scheme)}:/+`, "i"),
    new RegExp(`^${escaped(origin)}(?=[/?#]|$)`, "i")
  ]
  return {
    origin,
    base: site ?? `${scheme}://localhost`,
    pathOf: (link) => {
      if (typeof link !== "string") return undefined
      const start = link.startsWith("/")
        ? ""
        : starts.map((each) => each.exec(link)?.[0]).find((found) => found !== undefined)
      if (start === undefined) return undefined
      const path = link.slice(start.length)
      return trustedUrl(path.startsWith("/") ? path : `/${path}`, page, [])
    }
  }
}

const escaped = (text: string): string => text.replace(/[.+*?^${}()|[\]\\]/g, "\\$&")

/** Pages that the platform redirects to, and that emails link to. */
const linked = [
  "emailVerification",
  "passwordReset",
  "oauthCallback",
  "magicLinkCallback",
  "teamInvitation",
  "error"
] as const satisfies ReadonlyArray<keyof Urls>

/**
 * Returns the addresses of an app's pages: paths, and full links for pages that the platform redirects to and that
 * emails link to. `urls` may contain links with the app's scheme. Fails for addresses that redirects can't use.
 */
export const urlsOf = (app: AppLinks, urls: UrlOptions): Effect.Effect<UrlOptions, InvalidConfiguration> => {
  const paths = Object.fromEntries(
    Object.entries(urls).map(([page, url]) => [page, url === undefined ? undefined : app.pathOf(url) ?? url])
  )
  return Effect.map(makeUrls(paths), (all) => ({
    ...paths,
    ...Object.fromEntries(
      linked.map((page) => [page, all[page].startsWith("/") ? app.base + all[page] : all[page]])
    )
  }))
}
