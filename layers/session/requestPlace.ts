/** Scheme and host of the page that sent a request, as far as the server can determine them. */
import { parseUrl } from "../../schemas/address.ts"
import { type CookieJar, type CookieOptions, type CookiePlace, readsOlderCookies, tellsHttps } from "./cookies.ts"
import { headerOf, type HeadersLike } from "./headersLike.ts"

/** The members of a request that are used here. */
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
 * Returns where the requesting page was loaded. If the scheme is unknown, the page counts as HTTPS, so that only
 * cookies of the host itself are accepted; on plain HTTP, any site may set other cookies. Exceptions:
 * `x-forwarded-proto` is `http`, or no other site could plant a cookie on this host.
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

/**
 * Matches host names without a dot, names below `localhost`, and IP addresses: no other site shares a domain with them.
 */
const withoutSiblings = /^(?:[^.]+|(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[.*\])$/i
