/**
 * Requests that a page of another origin made a browser send: its cookies say who the browser's user is, not that the user
 * wants what is asked. Cross-site request forgery; Fetch Metadata, RFC 6454, OWASP ASVS 5.0 V3.5.
 */
import { headerOf, parseCookies, schemeOf } from "../../../layers/session/index.ts"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import type { RequestLike } from "./credentials.ts"

/** Methods that change nothing. RFC 9110 §9.2.1. */
const safe = /^(?:GET|HEAD|OPTIONS|TRACE)$/i

/** The GET that opens a WebSocket: what is said over it may change anything, and its answers are read across origins. */
const opensSocket = (headers: RequestLike["headers"]): boolean =>
  headerOf(headers, "sec-fetch-mode") === "websocket" || /\bwebsocket\b/i.test(headerOf(headers, "upgrade") ?? "")

/**
 * Whether a page of another origin sent a request whose method may change something. Browsers say so, in
 * `Sec-Fetch-Site` and in `Origin`, and no page can keep them from it; a request without both comes from a program. Where
 * the method is not known, `Origin` stands for it: browsers leave that out of links that are followed.
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
  // without Fetch Metadata, which browsers send to secure addresses only: the origin is the one that was asked. Where
  // nothing tells the scheme, as behind a proxy that ends TLS without a word, the host has to do
  const sender = parseUrl(origin)
  if (sender === undefined) return true
  const { host, protocol } = sender
  const scheme = schemeOf({ headers, socket, url }, parseCookies(headerOf(headers, "cookie") ?? "")) ?? protocol
  return host !== headerOf(headers, "host")?.toLowerCase() || protocol !== scheme
}

/** The origins as browsers write them; what is none of them in the `problem`. */
export const originsOf = (texts: ReadonlyArray<string>): ReadonlySet<string> | { readonly problem: string } => {
  const origins = new Set<string>()
  for (const text of texts) {
    const origin = typeof text === "string" && /^https?:\/\//.test(text) ? parseUrl(text)?.origin : undefined
    if (origin === undefined || withoutTrailingSlashes(text).toLowerCase() !== origin) return { problem: String(text) }
    origins.add(origin)
  }
  return origins
}
