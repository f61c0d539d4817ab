/** The place of a page, as its request shows it to a server. */
import { parseUrl } from "../../schemas/address.ts"
import { type CookieJar, type CookieOptions, type CookiePlace, readsOlderCookies, tellsHttps } from "./cookies.ts"
import { headerOf, type HeadersLike } from "./headersLike.ts"

/** The used part of a request. */
export interface PlacedRequest {
  readonly headers: HeadersLike
  readonly url?: string | undefined
  readonly socket?: object | null | undefined
}

/** Returns the scheme of the page's URL; `undefined` if unknown: a proxy that terminates TLS may not forward it. */
export const schemeOf = ({ headers, socket, url }: PlacedRequest, jar: CookieJar): "https:" | "http:" | undefined => {
  const forwarded = headerOf(headers, "x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase()
  const isHttps = forwarded === "https" || url?.startsWith("https:") === true
    || (socket as { readonly encrypted?: unknown } | null | undefined)?.encrypted === true
    || tellsHttps(jar)
  return isHttps ? "https:" : forwarded === "http" ? "http:" : undefined
}

/**
 * Returns the place of the requesting page. If the scheme is unknown, the page counts as HTTPS, so that only cookies of
 * the host itself are accepted; on plain HTTP any site may plant them. Exceptions: `x-forwarded-proto` is `http`, or no
 * other site could plant a cookie on this host.
 */
export const placeOf = (
  request: PlacedRequest,
  jar: CookieJar,
  projectId: string,
  options: CookieOptions & { readonly secure?: boolean | undefined },
  /** Milliseconds since the epoch. */
  now: number
): CookiePlace => {
  const host = hostOf(request)
  const scheme = schemeOf(request, jar)
  const assumed = scheme === undefined && !readsOlderCookies(options, now)
    && !(host !== undefined && withoutSiblings.test(host))
  return { projectId, secure: options.secure ?? (scheme === "https:" || assumed), host }
}

const hostOf = ({ headers, url }: PlacedRequest): string | undefined =>
  headerOf(headers, "host")?.replace(/:\d+$/, "") ?? (url === undefined ? undefined : parseUrl(url)?.hostname)

/** Names without a dot, names below `localhost`, and IP addresses: they share no domain with another site. */
const withoutSiblings = /^(?:[^.]+|(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[.*\])$/i
