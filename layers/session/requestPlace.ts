/** Where a page is, as far as its request tells a server. */
import { parseUrl } from "../../schemas/address.ts"
import { type CookieJar, type CookieOptions, type CookiePlace, readsOlderCookies, tellsHttps } from "./cookies.ts"
import { headerOf, type HeadersLike } from "./headersLike.ts"

/** What of a request is looked at. */
export interface Asked {
  readonly headers: HeadersLike
  readonly url?: string | undefined
  readonly socket?: object | null | undefined
}

/** By which scheme the page came; `undefined` where nothing tells: a proxy that ends TLS may say nothing of it. */
export const schemeOf = ({ headers, socket, url }: Asked, jar: CookieJar): "https:" | "http:" | undefined => {
  const forwarded = headerOf(headers, "x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase()
  const isHttps = forwarded === "https" || url?.startsWith("https:") === true
    || (socket as { readonly encrypted?: unknown } | null | undefined)?.encrypted === true
    || tellsHttps(jar)
  return isHttps ? "https:" : forwarded === "http" ? "http:" : undefined
}

/**
 * The place of the page that asked. What nothing is known of counts as HTTPS where only cookies of the host itself are
 * believed, for those of plain HTTP may be anybody's: unless `x-forwarded-proto` says otherwise, or no other site could
 * plant a cookie there.
 */
export const placeOf = (
  asked: Asked,
  jar: CookieJar,
  projectId: string,
  options: CookieOptions & { readonly secure?: boolean | undefined },
  /** Milliseconds since the epoch. */
  now: number
): CookiePlace => {
  const host = hostOf(asked)
  const scheme = schemeOf(asked, jar)
  const assumed = scheme === undefined && !readsOlderCookies(options, now)
    && !(host !== undefined && withoutSiblings.test(host))
  return { projectId, secure: options.secure ?? (scheme === "https:" || assumed), host }
}

const hostOf = ({ headers, url }: Asked): string | undefined =>
  headerOf(headers, "host")?.replace(/:\d+$/, "") ?? (url === undefined ? undefined : parseUrl(url)?.hostname)

/** Names without a dot, below `localhost`, and IP addresses: no other site shares a domain with them. */
const withoutSiblings = /^(?:[^.]+|(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[.*\])$/i
