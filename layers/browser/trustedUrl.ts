/**
 * Which URLs a program sends people to: those of its own site, and of the origins it lists. docs/protocol.md §23.3,
 * docs/laws.md H8.
 */
import * as Context from "effect/Context"
import { parseUrl } from "../../schemas/address.ts"

/** Other origins that people may be sent to, such as `https://docs.example.com`. None unless the program lists some. */
export const TrustedOrigins = Context.Reference<ReadonlyArray<string>>("latchkey/setting/TrustedOrigins", {
  defaultValue: () => []
})

/** Outside a browser there is no page: then only paths can be told to stay. Nobody is ever sent here. */
const nowhere = new URL("https://latchkey.invalid")

/**
 * The URL as it may be followed: path, query and fragment on the page's own site, the whole URL on a listed origin.
 * `undefined` when it leads elsewhere, or is written as only those are that mean to mislead.
 */
export const trustedUrl = (url: unknown, page: URL | undefined, origins: ReadonlyArray<string>): string | undefined => {
  if (typeof url !== "string" || misleads(url)) return undefined
  const base = page ?? nowhere
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
 * What parsers read in different ways, although the address bar's would stay on the site: characters that some drop,
 * backslashes, a scheme without its slashes, a beginning that becomes two slashes once it is decoded.
 */
const misleads = (url: string): boolean =>
  /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(url)
  || /^[^?#]*\\/.test(url)
  || (/^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:\/\/[^/]/i.test(url))
  || /^(?:\/\/|%2f|%5c|%0[9ad])/i.test(url)

/** Also once it is decoded: browsers drop tabs and line breaks from what they are sent to. */
const startsWithTwoSlashes = /^\/(?:\/|\\|%2f|%5c|%0[9ad])/i
