/** What a request tells server code: its address, and whether a person follows it. */
import { parseUrl } from "../../schemas/address.ts"
import { pathHeader } from "../../src/backend/adapters/index.ts"

/** What `headers()` gives. */
interface Received {
  readonly get: (name: string) => string | null
}

/**
 * Returns the address of the request, by the path that the proxy told, or that of another path. Without a proxy a client
 * may have written the path, so an address of another site counts as none.
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
 * Whether a browser navigates, so that a person sees where a redirect leads. Fetch Metadata, W3C; browsers leave it out on plain
 * HTTP, and other clients always.
 */
export const isNavigation = (received: Received): boolean => {
  const mode = received.get("sec-fetch-mode")
  return mode === null ? received.get("accept")?.includes("text/html") === true : mode === "navigate"
}
