/**
 * The session in cookies: names, formats, precedence, attributes. Every format the platform's clients ever wrote can be
 * read, one is written. Without effects, so that browsers, servers and verifiers share it. docs/protocol.md §21.
 */
import * as Redacted from "effect/Redacted"
import { isTokenText, type StoredTokens } from "./TokenStore.ts"

/** How a session is written into cookies. */
export interface CookieOptions {
  /**
   * What is written. `structured`: the clients since November 2025. `plain`: those before; on HTTPS too no browser binds
   * such a cookie to its host, so that sibling sites can replace it. `hexclave`: those since the new name.
   * @default "structured"
   */
  readonly format?: "structured" | "plain" | "hexclave" | undefined
  /**
   * A parent domain, as `example.com`: all its sites share the session, and each of them can replace it.
   */
  readonly domain?: string | undefined
  /**
   * Whether to believe cookies of the older formats too, while there is none of the newer one. A sibling site
   * (`evil.example.com` beside `app.example.com`) can plant those, and so sign people in as somebody else.
   *
   * A site that was on the platform's own SDK before, or on another format or `domain`, says until when:
   * `{ until: "2027-06-01" }`; a browser that comes back meanwhile is moved over by its next refresh. After that, and
   * without this option, nobody is signed in by them. `false` also where a `domain` is configured.
   *
   * @default on HTTPS only `__Host-` cookies count, which no other site can set; on plain HTTP, which has none, and where a
   * `domain` is configured every format does. To a server everything is HTTPS that `x-forwarded-proto` does not call
   * `http` and that does not ask for localhost, an IP address or a name without a dot.
   */
  readonly readOlderCookies?: boolean | {
    /** A `Date`, or ISO 8601 as `"2027-06-01"`. */
    readonly until: Date | string
  } | undefined
}

/** Where a page is. */
export interface CookiePlace {
  readonly projectId: string
  /** Whether the page came by HTTPS. */
  readonly secure: boolean
  /** Without the port; `undefined` where it is not known. */
  readonly host: string | undefined
  /** Inside another site's page, by HTTPS, where the browser is proven to keep cookies per embedding site (CHIPS). */
  readonly partitioned?: boolean | undefined
}

/** Whose cookies, where, and which count. */
export interface CookieSite extends Omit<CookieOptions, "readOlderCookies">, CookiePlace {
  /** Whether cookies count that a sibling site could have planted. */
  readonly older: boolean
}

/** The options at a place, for the time being. */
export const cookieSite = (
  { readOlderCookies, ...options }: CookieOptions,
  place: CookiePlace,
  /** Milliseconds since the epoch. */
  now: number
): CookieSite => ({
  ...options,
  ...place,
  older: !place.secure || readsOlderCookies({ ...options, readOlderCookies }, now)
})

/** Whether cookies of the older formats count on HTTPS too. */
export const readsOlderCookies = ({ domain, readOlderCookies: choice }: CookieOptions, now: number): boolean =>
  typeof choice === "boolean" ? choice : now < endOf(choice) || domain !== undefined

/** What is wrong with the options, after their name; `undefined`: nothing. */
export const problemOfCookies = ({ readOlderCookies: choice }: CookieOptions) =>
  typeof choice === "boolean" || !Number.isNaN(endOf(choice)) ? undefined : {
    setting: "readOlderCookies",
    problem: "is neither true, false nor { until: a date }",
    next: "Give a Date, or a text such as \"2027-06-01\"."
  }

const endOf = (choice: unknown): number => {
  const { until } = Object(choice)
  if (choice === undefined) return -Infinity
  if (typeof until?.getTime === "function") return Number(until) // a `Date` of any realm
  return typeof until === "string" && /^\d{4}-\d\d-\d\d(?:T|$)/.test(until) ? Date.parse(until) : Number.NaN
}

/** A cookie to set, or to delete when `maxAge` is 0. */
export interface SetCookie {
  readonly name: string
  /** As it is, not encoded. */
  readonly value: string
  /** Seconds. */
  readonly maxAge: number
  readonly domain: string | undefined
  readonly secure: boolean
  readonly sameSite: "lax" | "none"
  readonly partitioned: boolean
}

/** Names and values in their order. A name may come twice, which a record would hide. */
export type CookieJar = ReadonlyArray<readonly [name: string, value: string]>

/** docs/protocol.md §26.2: a year. */
const refreshSeconds = 31_536_000

/** docs/protocol.md §26.2: a day. */
const accessSeconds = 86_400

/** What browsers keep of one cookie, name and value together. Longer ones are dropped without a word. RFC 6265bis. */
const longest = 4096

/** Tells a server that the page came by HTTPS. Written by every revision. */
const httpsMarker = "stack-is-https"

const brands = ["stack", "hexclave"] as const

const hostPrefix = "__Host-"

// --- reading ---

/** Reads `document.cookie` or a `cookie` header. What is no cookie is skipped, and broken encoding stays as it is. */
export const parseCookies = (text: string): CookieJar =>
  text.split(";").flatMap((pair): CookieJar => {
    const at = pair.indexOf("=")
    const name = trimmed(pair.slice(0, at))
    return at < 0 || name === "" ? [] : [[name, decoded(trimmed(pair.slice(at + 1)))]]
  })

/**
 * Without the spaces and tabs around it, which are all that browsers take away: to them a name that begins with any other
 * white space is not one of `__Host-`, and every sibling site may set it. RFC 6265bis §5.6.
 */
const trimmed = (text: string): string => {
  let [start, end] = [0, text.length]
  while (isBlank(text[start])) start++
  while (isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

const isBlank = (character: string | undefined): boolean => character === " " || character === "\t"

const decoded = (value: string): string => {
  const bare = value.length > 1 && value.startsWith("\"") && value.endsWith("\"") ? value.slice(1, -1) : value
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/** Whether a page with this `cookie` header came by HTTPS, as far as its cookies tell. */
export const tellsHttps = (jar: CookieJar): boolean =>
  jar.some(([name]) => name === httpsMarker || name === "hexclave-is-https" || name.startsWith(hostPrefix))

/** The session in the cookies. `null`: signed out. */
export const sessionIn = (jar: CookieJar, site: CookieSite): StoredTokens | null => {
  const refreshToken = refreshTokenIn(jar, site)
  const accessToken = accessTokenIn(jar, refreshToken, site)
  return refreshToken === undefined && accessToken === undefined ? null : {
    refreshToken: refreshToken === undefined ? undefined : Redacted.make(refreshToken),
    accessToken: accessToken === undefined ? undefined : Redacted.make(accessToken)
  }
}

/**
 * A `__Host-` cookie is this very site's, whatever siblings plant (docs/laws.md I7). Where older formats count, the
 * precedence of the newest clients follows: structured `hexclave`, the two plain names, structured of either brand.
 */
const refreshTokenIn = (jar: CookieJar, site: CookieSite): string | undefined => {
  const all = jar.flatMap(([name, value]) => structured(name, value, site.projectId))
  const shared = site.domain === undefined ? undefined : customName("", site.projectId, site.domain)
  const ownOnly = all.filter(({ name }) =>
    name.startsWith(hostPrefix) || (shared !== undefined && name.endsWith(shared))
  )
  const own = newest(ownOnly)
  if (own !== undefined) return own
  // what is written here is read here
  if (!site.older) return site.format === "plain" ? plain(jar, plainName(site.projectId)) : undefined
  return newest(all.filter(({ name }) => name.startsWith("hexclave")))
    ?? plain(jar, plainName(site.projectId))
    ?? plain(jar, legacyName)
    ?? newest(all)
}

interface Structured {
  readonly name: string
  readonly token: string
  readonly updatedAt: number
}

const newest = (found: ReadonlyArray<Structured>): string | undefined => {
  let best: Structured | undefined
  for (const each of found) if (best === undefined || each.updatedAt > best.updatedAt) best = each
  return best?.token
}

const structured = (name: string, value: string, projectId: string): ReadonlyArray<Structured> => {
  if (!isStructuredName(name, projectId)) return []
  const record = json(value)
  if (typeof record !== "object" || record === null) return []
  const { refresh_token: token, updated_at_millis: updatedAt } = record as { readonly [name: string]: unknown }
  return isTokenText(token) && typeof updatedAt === "number" ? [{ name, token, updatedAt }] : []
}

const isStructuredName = (name: string, projectId: string): boolean => {
  const bare = name.startsWith(hostPrefix) ? name.slice(hostPrefix.length) : name
  return brands.some((brand) => bare.startsWith(`${brand}-refresh-${projectId}--`))
}

const plain = (jar: CookieJar, name: string): string | undefined =>
  jar.find((cookie) => cookie[0] === name && isTokenText(cookie[1]))?.[1]

/**
 * One cookie for all projects of a host: it tells whose it is by the refresh token, `""` in a session without. A pair
 * without says nothing of whose it is, so that only one that is bound to the host counts where siblings may plant.
 */
const accessTokenIn = (jar: CookieJar, refreshToken: string | undefined, site: CookieSite): string | undefined => {
  const names = refreshToken === undefined && !site.older ? hostAccessNames : [...hostAccessNames, ...accessNames]
  for (const name of names) {
    for (const [each, value] of jar) {
      const pair = each === name ? accessPair(value) : undefined
      if (pair !== undefined && pair[0] === (refreshToken ?? "")) return pair[1]
    }
  }
  return undefined
}

const accessNames = ["hexclave-access", "stack-access"]

const hostAccessNames = accessNames.map((name) => `${hostPrefix}${name}`)

/** The first member is only ever compared, for it may be anything. */
const accessPair = (value: string): readonly [refreshToken: unknown, accessToken: string] | undefined => {
  const pair = json(value)
  return Array.isArray(pair) && pair.length === 2 && isTokenText(pair[1]) ? [pair[0], pair[1]] : undefined
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// --- writing ---

/**
 * The cookies that put this session in place of the one in the jar. Other refresh cookies of the project are deleted, also
 * those that a parent domain's site planted. Where that site shares this very session, its cookie is the one that is
 * written, so that the siblings stay signed in.
 *
 * @returns `undefined` when the refresh token does not fit a cookie. An access token that does not fit is left out, and
 * fetched anew by the next page.
 */
export const changesFor = (
  jar: CookieJar,
  tokens: StoredTokens | null,
  site: CookieSite,
  /** Milliseconds since the epoch. */
  now: number
): ReadonlyArray<SetCookie> | undefined => {
  const before = refreshTokenIn(jar, site)
  const refreshToken = tokens?.refreshToken === undefined ? undefined : Redacted.value(tokens.refreshToken)
  const accessToken = tokens?.accessToken === undefined ? undefined : Redacted.value(tokens.accessToken)
  const attributes = attributesOf(site)
  const refresh = refreshToken === undefined ? undefined : refreshCookie(jar, refreshToken, site, now)
  if (refresh !== undefined && !fits(refresh)) return undefined
  const access = accessToken === undefined ? undefined : {
    ...attributes,
    // see accessTokenIn
    name: `${refreshToken === undefined && !site.older ? hostPrefix : ""}${brandOf(site)}-access`,
    value: JSON.stringify([refreshToken ?? "", accessToken]),
    maxAge: accessSeconds,
    domain: undefined
  }
  const set = [refresh, access].filter((cookie) => cookie !== undefined && fits(cookie)) as ReadonlyArray<SetCookie>
  const outdated = new Set(
    jar.flatMap(([name, value]) => {
      const ofProject = name === legacyName || name === plainName(site.projectId)
        || isStructuredName(name, site.projectId)
      // another project's access token stays
      const owner = [...accessNames, ...hostAccessNames].includes(name) ? accessPair(value)?.[0] : undefined
      return ofProject || (owner !== undefined && (owner === (before ?? "") || owner === refreshToken)) ? [name] : []
    })
  )
  return [
    ...[...outdated].flatMap((name) =>
      domainsOf(name, site).flatMap((domain) =>
        set.some((cookie) => cookie.name === name && cookie.domain === domain)
          ? []
          : [{ ...attributes, name, value: "", maxAge: 0, domain }]
      )
    ),
    ...set
  ]
}

const refreshCookie = (jar: CookieJar, token: string, site: CookieSite, now: number): SetCookie => {
  const shared = sharedIn(jar, site, token)
  const isPlain = site.format === "plain" && shared === undefined
  return {
    ...attributesOf(site),
    name: shared?.name ?? refreshName(site),
    value: isPlain ? token : JSON.stringify({ refresh_token: token, updated_at_millis: now }),
    maxAge: refreshSeconds,
    domain: shared?.domain ?? (isPlain ? undefined : site.domain?.toLowerCase())
  }
}

/** The cookie in which another site of a parent domain shares this very session, where no domain is configured here. */
const sharedIn = (jar: CookieJar, { domain, host, older, projectId }: CookieSite, token: string) => {
  if (domain !== undefined || !older) return undefined
  for (const [name, value] of jar) {
    if (structured(name, value, projectId)[0]?.token !== token) continue
    const parent = parentsOf(host).find((each) => brands.some((brand) => name === customName(brand, projectId, each)))
    if (parent !== undefined) return { name, domain: parent }
  }
  return undefined
}

/** Says that this site is on HTTPS, for the servers that the page's requests reach by HTTP. */
export const httpsCookie = (site: CookieSite): SetCookie => ({
  ...attributesOf(site),
  name: httpsMarker,
  value: "true",
  maxAge: refreshSeconds,
  domain: undefined
})

/** Written as a session is and deleted at once: whoever reads it in between sees that the browser keeps sessions. */
export const probeCookie = (site: CookieSite, mark: string): SetCookie => ({
  ...attributesOf(site),
  name: `latchkey-probe-${mark}`,
  value: "1",
  maxAge: 60,
  domain: site.format === "plain" ? undefined : site.domain?.toLowerCase()
})

/** The `Set-Cookie` of a cookie, which is also what `document.cookie` takes. */
export const serialized = ({ domain, maxAge, name, partitioned, sameSite, secure, value }: SetCookie): string =>
  [
    `${name}=${encoded(value)}`,
    "Path=/",
    `Max-Age=${maxAge}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    `SameSite=${sameSite === "none" ? "None" : "Lax"}`,
    ...(secure ? ["Secure"] : []),
    ...(partitioned ? ["Partitioned"] : [])
  ].join("; ")

/** As the platform's clients do: readable, but for what cookies cannot hold. */
export const encoded = (value: string): string =>
  encodeURIComponent(value).replace(/%(?:2[346BF]|3[AC-F]|40|5[BDE]|60|7[BCD])/g, decodeURIComponent)

const fits = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  name.length + encoded(value).length <= longest

const attributesOf = ({ partitioned = false, secure }: CookieSite) =>
  ({
    secure,
    sameSite: partitioned ? "none" : "lax",
    partitioned
  }) as const

// --- names ---

const legacyName = "stack-refresh"

const plainName = (projectId: string): string => `stack-refresh-${projectId}`

const customName = (brand: string, projectId: string, domain: string): string =>
  `${brand}-refresh-${projectId}--custom-${crockford(domain.toLowerCase())}`

const brandOf = ({ format }: CookieSite) => format === "hexclave" ? "hexclave" : "stack"

const refreshName = (site: CookieSite): string =>
  site.format === "plain"
    ? plainName(site.projectId)
    : site.domain !== undefined
    ? customName(brandOf(site), site.projectId, site.domain)
    : `${site.secure ? hostPrefix : ""}${brandOf(site)}-refresh-${site.projectId}--default`

/** Where a cookie of this name may have been set: here, or for a parent domain. `__Host-` ones are always set here. */
const domainsOf = (name: string, { domain, host }: CookieSite): ReadonlyArray<string | undefined> =>
  name.startsWith(hostPrefix)
    ? [undefined]
    : [...new Set([undefined, domain?.toLowerCase(), ...parentsOf(host)])]

/** `a.b.example.com` → itself, `b.example.com`, `example.com`. Browsers refuse public suffixes such as `co.uk` themselves. */
const parentsOf = (host: string | undefined): ReadonlyArray<string> => {
  if (host === undefined || !/[a-z]$/i.test(host)) return []
  const labels = host.toLowerCase().split(".")
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."))
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Crockford's base32, upper case, without padding. */
const crockford = (text: string): string => {
  const bits = [...new TextEncoder().encode(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return bits.replace(/.{1,5}/g, (five) => alphabet.charAt(parseInt(five.padEnd(5, "0"), 2)))
}
