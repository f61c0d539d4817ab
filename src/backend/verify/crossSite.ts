/**
 * Detects cross-site requests: a page of another origin made the browser send the request, so its cookies don't prove
 * that the user wanted it. Protects against cross-site request forgery; Fetch Metadata, RFC 6454, OWASP ASVS 5.0 V3.5.
 */
import { headerOf, parseCookies, schemeOf } from "../../../layers/session/index.ts"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import type { RequestLike } from "./credentials.ts"

/** Methods that change nothing. RFC 9110 §9.2.1. */
const safe = /^(?:GET|HEAD|OPTIONS|TRACE)$/i

/**
 * Whether the request opens a WebSocket. Messages over it may change anything, and other origins can read the
 * responses.
 */
const opensSocket = (headers: RequestLike["headers"]): boolean =>
  headerOf(headers, "sec-fetch-mode") === "websocket" || /\bwebsocket\b/i.test(headerOf(headers, "upgrade") ?? "")

/**
 * Whether a page of another origin sent a request with an unsafe method. Browsers show this in `Sec-Fetch-Site` and
 * `Origin`, which pages can't change; a request without both headers comes from a program. If the method is unknown, an
 * `Origin` header counts as unsafe: browsers omit it when a user follows a link.
 */
export const isCrossSite = (
  { headers, method, socket, url }: RequestLike,
  trustedOrigins: ReadonlySet<string>
): boolean => {
  const origin = headerOf(headers, "origin")
  if (method === undefined ? origin === undefined : safe.test(method) && !opensSocket(headers)) return false
  if (origin !== undefined && trustedOrigins.has(origin)) return false
  const site = headerOf(headers, "sec-fetch-site")
  if (site !== undefined) return site !== "same-origin" && site !== "none"
  if (origin === undefined) return false
  // without Fetch Metadata, which browsers send only to secure addresses, `Origin` must be the requested origin. If the
  // scheme is unknown, for example behind a proxy that terminates TLS, only the hosts are compared
  const sender = parseUrl(origin)
  if (sender === undefined) return true
  const { host, protocol } = sender
  const scheme = schemeOf({ headers, socket, url }, parseCookies(headerOf(headers, "cookie") ?? "")) ?? protocol
  return host !== headerOf(headers, "host")?.toLowerCase() || protocol !== scheme
}

/** Parses origins as browsers write them, or returns the `problem` of an invalid one. */
export const originsOf = (texts: ReadonlyArray<string>): ReadonlySet<string> | { readonly problem: string } => {
  const origins = new Set<string>()
  for (const text of texts) {
    const origin = typeof text === "string" && /^https?:\/\//.test(text) ? parseUrl(text)?.origin : undefined
    if (origin === undefined || withoutTrailingSlashes(text).toLowerCase() !== origin) return { problem: String(text) }
    origins.add(origin)
  }
  return origins
}
