/** Whether a page came by HTTPS, as far as its request tells a server. */
import { type CookieJar, tellsHttps } from "./cookies.ts"
import { headerOf, type HeadersLike } from "./sessionHeaders.ts"

/** What of a request is looked at. */
export interface Asked {
  readonly headers: HeadersLike
  readonly url?: string | undefined
  readonly socket?: object | null | undefined
}

/**
 * A server behind a proxy that ends TLS may see nothing of it. With `hostOnly` that counts as HTTPS, for the cookies of
 * plain HTTP may be anybody's: unless `x-forwarded-proto` says otherwise, or the host is the machine itself.
 */
export const cameByHttps = ({ headers, socket, url }: Asked, jar: CookieJar, hostOnly = false): boolean => {
  const forwarded = headerOf(headers, "x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase()
  return forwarded === "https" || url?.startsWith("https:") === true
    || (socket as { readonly encrypted?: unknown } | null | undefined)?.encrypted === true
    || tellsHttps(jar)
    || (hostOnly && forwarded !== "http" && !loopback.test(headerOf(headers, "host") ?? ""))
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i
