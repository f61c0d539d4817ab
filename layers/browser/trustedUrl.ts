/**
 * Checks the destinations of redirects: the page's own site, and the origins that the program lists. docs/protocol.md
 * §23.3, docs/laws.md H8.
 */
import * as Context from "effect/Context"
import { parseUrl } from "../../schemas/address.ts"

/** Other origins that redirects may go to, such as `https://docs.example.com`. None by default. */
export const TrustedOrigins = Context.Reference<ReadonlyArray<string>>("latchkey/setting/TrustedOrigins", {
  defaultValue: () => []
})

/**
 * Returns the safe form of the URL: path, query and fragment for the page's own site, the whole URL for a listed
 * origin. Returns `undefined` for other destinations, and for misleading spellings.
 */
export const trustedUrl = (url: unknown, page: URL | undefined, origins: ReadonlyArray<string>): string | undefined => {
  if (typeof url !== "string" || misleads(url)) return undefined
  // outside a browser, paths are resolved against a host that no redirect goes to
  const base = page ?? new URL("https://latchkey.invalid")
  const target = parseUrl(url, base.href)
  if (target === undefined) return undefined
  const { hash, host, href, origin, password, pathname, protocol, search, username } = target
  if (username !== "" || password !== "") return undefined
  if (protocol === base.protocol && host === base.host) {
    return startsWithTwoSlashes.test(pathname) ? undefined : pathname + search + hash
  }
  return origins.includes(origin) ? href : undefined
}

/**
 * Whether parsers may read the URL in different ways, because it contains characters that some parsers drop,
 * backslashes, a scheme without slashes, or a beginning that decodes to two slashes.
 */
const misleads = (url: string): boolean =>
  /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(url)
  || /^[^?#]*\\/.test(url)
  || (/^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:\/\/[^/]/i.test(url))
  || /^(?:\/\/|%2f|%5c|%0[9ad])/i.test(url)

/** Also matches encoded slashes, tabs and line breaks, because browsers drop tabs and line breaks. */
const startsWithTwoSlashes = /^\/(?:\/|\\|%2f|%5c|%0[9ad])/i
