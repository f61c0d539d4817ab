/** Where people are, as far as a request tells a server component. */
import { parseUrl } from "../../schemas/address.ts"
import { pathHeader } from "../../src/adapters/index.ts"

/** What `headers()` gives. */
interface Received {
  readonly get: (name: string) => string | null
}

/** The address that people asked for, by what the proxy says; or that of the given path. */
export const addressOf = (received: Received, path = received.get(pathHeader)): URL | undefined => {
  const host = received.get("x-forwarded-host") ?? received.get("host")
  const scheme = received.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https" ? "https" : "http"
  const site = `${scheme}://${host}`
  return path !== null && host !== null ? parseUrl(path, site) : undefined
}
