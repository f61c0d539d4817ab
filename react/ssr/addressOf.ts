/** URL and kind of a request, from its headers. */
import { parseUrl } from "../../schemas/address.ts"
import { pathHeader } from "../../src/backend/adapters/index.ts"

/** Part of the result of `headers()` that is used here. */
interface Received {
  readonly get: (name: string) => string | null
}

/**
 * Returns the URL of the request. Uses the path that `proxy` stored in a header, unless `path` is given. Without a
 * proxy, a client may have set that header, so a path to another site is ignored.
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
 * Whether the request is a browser navigation, which can be redirected to a page. Checks the Fetch Metadata header
 * (W3C) if the request has one, otherwise `Accept`. Browsers omit Fetch Metadata on plain HTTP, and other clients never
 * send it.
 */
export const isNavigation = (received: Received): boolean => {
  const mode = received.get("sec-fetch-mode")
  return mode === null ? received.get("accept")?.includes("text/html") === true : mode === "navigate"
}
