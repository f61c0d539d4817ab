/** URL and kind of a request, from its headers. */
import { parseUrl } from "../../schemas/address.ts"
import { pathHeader } from "../../src/backend/adapters/index.ts"

/** The result of `headers()`. */
interface Received {
  readonly get: (name: string) => string | null
}

/**
 * Returns the URL of the request with the path that `proxy` set, or with another path. Without a proxy, a client may
 * have set the header, so a path to another site is ignored.
 */
export const addressOf = (received: Received, path = received.get(pathHeader)): URL | undefined => {
  const host = received.get("x-forwarded-host") ?? received.get("host")
  const scheme = received.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https" ? "https" : "http"
  const site = `${scheme}://${host}`
  if (path === null || host === null) return undefined
  const address = parseUrl(path, site)
  return address !== undefined && address.origin === parseUrl(site)?.origin ? address : undefined
}

/**
 * Whether the request is a browser navigation, which a redirect can send to a page. Uses Fetch Metadata (W3C), which
 * browsers omit on plain HTTP and other clients always; then it uses `Accept`.
 */
export const isNavigation = (received: Received): boolean => {
  const mode = received.get("sec-fetch-mode")
  return mode === null ? received.get("accept")?.includes("text/html") === true : mode === "navigate"
}
