/**
 * The session in cookies: names, formats, precedence and attributes. Reads every format that the platform's clients
 * have written and writes one. Pure functions, shared by browsers, servers and verifiers. docs/protocol.md §21.
 */
import * as Redacted from "effect/Redacted"
import { isTokenText, type StoredTokens } from "./TokenStore.ts"

/** Options for the session's cookies. */
export interface CookieOptions {
  /**
   * Format of the cookies. `structured`: the platform's clients since November 2025. `plain`: earlier clients, whose
   * cookie a sibling site can replace even on HTTPS. `hexclave`: clients since the rename.
   * @default "structured"
   */
  readonly format?: "structured" | "plain" | "hexclave" | undefined
  /** A parent domain, such as `example.com`. All of its sites share the session, and each of them can replace it. */
  readonly domain?: string | undefined
  /**
   * Whether cookies in older formats are accepted when there is none in the newest format. A sibling site
   * (`evil.example.com` beside `app.example.com`) can plant older cookies and so sign people in to another account.
   *
   * If your site used the platform's own SDK before, or another format or `domain`, set an end date: `{ until:
   * "2027-06-01" }`. Until then, a returning browser is migrated at its next refresh. After that date, and without this
   * option, older cookies are ignored. `false` also ignores older cookies where a `domain` is configured.
   *
   * @default On HTTPS only `__Host-` cookies are accepted, because no other site can set them. On plain HTTP, and where
   * a `domain` is configured, every format is accepted. A server treats a request as HTTPS unless `x-forwarded-proto`
   * is `http` or the host is localhost, an IP address or a name without a dot.
   */
  readonly readOlderCookies?: boolean | {
    /** A `Date`, or an ISO 8601 date such as `"2027-06-01"`. */
    readonly until: Date | string
  } | undefined
}

/** Where a page was loaded: its scheme and host. */
export interface CookiePlace {
  readonly projectId: string
  /** Whether the page was loaded over HTTPS. */
  readonly secure: boolean
  /** Host name without the port; `undefined` if unknown. */
  readonly host: string | undefined
  /** Whether another site embeds the page over HTTPS in a browser that is known to partition cookies (CHIPS). */
  readonly partitioned?: boolean | undefined
}

export interface CookieSite extends Omit<CookieOptions, "readOlderCookies">, CookiePlace {
  /** Whether to accept cookies that a sibling site could have set. */
  readonly older: boolean
}

/** Completes the options for a page and a point in time. */
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

/** Whether cookies in older formats are accepted on HTTPS too. */
export const readsOlderCookies = ({ domain, readOlderCookies: choice }: CookieOptions, now: number): boolean =>
  typeof choice === "boolean" ? choice : now < endOf(choice) || domain !== undefined

/** Returns the problem with the options, as text that follows their name; `undefined` if they are valid. */
export const problemOfCookies = ({ readOlderCookies: choice }: CookieOptions) =>
  typeof choice === "boolean" || !Number.isNaN(endOf(choice)) ? undefined : {
    setting: "readOlderCookies",
    problem: "is neither true, false nor { until: a date }",
    next: "Use a Date, or an ISO date such as \"2027-06-01\"."
  }

const endOf = (choice: unknown): number => {
  const { until } = Object(choice)
  if (choice === undefined) return -Infinity
  if (typeof until?.getTime === "function") return Number(until) // a `Date` of any realm
  return typeof until === "string" && /^\d{4}-\d\d-\d\d(?:T|$)/.test(until) ? Date.parse(until) : Number.NaN
}

/** A cookie to set, or to delete if `maxAge` is 0. */
export interface SetCookie {
  readonly name: string
  /** Value without encoding. */
  readonly value: string
  /** Lifetime in seconds. */
  readonly maxAge: number
  readonly domain: string | undefined
  readonly secure: boolean
  readonly sameSite: "lax" | "none"
  readonly partitioned: boolean
}

/** Names and values in order. A name may occur twice, which a record could not represent. */
export type CookieJar = ReadonlyArray<readonly [name: string, value: string]>

/** Lifetime of refresh cookies: one year. docs/protocol.md §26.2. */
const refreshSeconds = 31_536_000

/** Lifetime of access cookies: one day. docs/protocol.md §26.2. */
const accessSeconds = 86_400

/** Maximum size of a cookie's name and value together. Browsers silently drop longer cookies. RFC 6265bis. */
const longest = 4096

/** Cookie that marks the page as loaded over HTTPS. Every revision writes it. */
const httpsMarker = "stack-is-https"

const brands = ["stack", "hexclave"] as const

const hostPrefix = "__Host-"

// --- reading ---

/**
 * Parses `document.cookie` or a `cookie` header. Skips malformed cookies and leaves values with broken encoding
 * unchanged.
 */
export const parseCookies = (text: string): CookieJar =>
  text.split(";").flatMap((pair): CookieJar => {
    const at = pair.indexOf("=")
    const name = trimmed(pair.slice(0, at))
    return at < 0 || name === "" ? [] : [[name, decoded(trimmed(pair.slice(at + 1)))]]
  })

/**
 * Trims only spaces and tabs, as browsers do. A browser does not treat a name that begins with other white space as
 * `__Host-`, so every sibling site may set it. RFC 6265bis §5.6.
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

/** Whether the cookies of a `cookie` header show that the page was loaded over HTTPS. */
export const tellsHttps = (jar: CookieJar): boolean =>
  jar.some(([name]) => name === httpsMarker || name === "hexclave-is-https" || name.startsWith(hostPrefix))

/** Reads the session from the cookies; `null` if signed out. */
export const sessionIn = (jar: CookieJar, site: CookieSite): StoredTokens | null => {
  const refreshToken = refreshTokenIn(jar, site)
  const accessToken = accessTokenIn(jar, refreshToken, site)
  return refreshToken === undefined && accessToken === undefined ? null : {
    refreshToken: refreshToken === undefined ? undefined : Redacted.make(refreshToken),
    accessToken: accessToken === undefined ? undefined : Redacted.make(accessToken)
  }
}

/**
 * Selects the refresh token. A sibling site can't set a `__Host-` cookie (docs/laws.md I7). Where older formats are
 * accepted, the precedence is that of the newest clients: structured `hexclave`, the two plain names, then structured
 * cookies of either brand.
 */
const refreshTokenIn = (jar: CookieJar, site: CookieSite): string | undefined => {
  const all = jar.flatMap(([name, value]) => structured(name, value, site.projectId))
  const shared = site.domain === undefined ? undefined : customName("", site.projectId, site.domain)
  const ownOnly = all.filter(({ name }) =>
    name.startsWith(hostPrefix) || (shared !== undefined && name.endsWith(shared))
  )
  const own = newest(ownOnly)
  if (own !== undefined) return own
  // Cookies in the configured format are always read.
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
 * Reads the access token. All projects of a host share one access cookie. It contains the refresh token of its session,
 * or `""` if the session has none. A cookie with `""` could belong to any session, so if sibling sites can set cookies,
 * it is accepted only with the prefix `__Host-`.
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

/** Parses an access cookie. The first member may be any string, because it is only compared. */
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
 * Returns the cookies that replace the session in the jar with this one. The project's other refresh cookies are
 * deleted, including those planted on a parent domain. If another site of a parent domain shares this session, the
 * shared cookie is written, so that the sibling sites stay signed in.
 *
 * @returns `undefined` if the refresh token doesn't fit in a cookie. If the access token doesn't fit, its cookie is
 * left out, and the next page refreshes the token.
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
    // for the prefix, see `accessTokenIn`
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
      // Keeps another project's access token.
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

/**
 * Returns the cookie that another site of a parent domain shares with this site; `undefined` if a domain is configured.
 */
const sharedIn = (jar: CookieJar, { domain, host, older, projectId }: CookieSite, token: string) => {
  if (domain !== undefined || !older) return undefined
  for (const [name, value] of jar) {
    if (structured(name, value, projectId)[0]?.token !== token) continue
    const parent = parentsOf(host).find((each) => brands.some((brand) => name === customName(brand, projectId, each)))
    if (parent !== undefined) return { name, domain: parent }
  }
  return undefined
}

/** Returns the cookie that marks the site as HTTPS for servers that receive the page's requests over HTTP. */
export const httpsCookie = (site: CookieSite): SetCookie => ({
  ...attributesOf(site),
  name: httpsMarker,
  value: "true",
  maxAge: refreshSeconds,
  domain: undefined
})

/**
 * Returns a probe cookie with the attributes of a session cookie. Writing, reading and deleting it shows whether the
 * browser stores session cookies.
 */
export const probeCookie = (site: CookieSite, mark: string): SetCookie => ({
  ...attributesOf(site),
  name: `latchkey-probe-${mark}`,
  value: "1",
  maxAge: 60,
  domain: site.format === "plain" ? undefined : site.domain?.toLowerCase()
})

/** Serializes a cookie as a `Set-Cookie` header, which `document.cookie` accepts too. */
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

/** Encodes a value like the platform's clients: escapes only the characters that cookies can't contain. */
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

/**
 * Returns the domains on which a cookie of this name may have been set: this host or a parent domain. `__Host-` cookies
 * are always set on this host.
 */
const domainsOf = (name: string, { domain, host }: CookieSite): ReadonlyArray<string | undefined> =>
  name.startsWith(hostPrefix)
    ? [undefined]
    : [...new Set([undefined, domain?.toLowerCase(), ...parentsOf(host)])]

/**
 * Returns the host and its parent domains: for `a.b.example.com`, the host itself, `b.example.com` and `example.com`.
 * Browsers refuse public suffixes such as `co.uk`.
 */
const parentsOf = (host: string | undefined): ReadonlyArray<string> => {
  if (host === undefined || !/[a-z]$/i.test(host)) return []
  const labels = host.toLowerCase().split(".")
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."))
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Encodes in Crockford's base32, upper case, without padding. */
const crockford = (text: string): string => {
  const bits = [...new TextEncoder().encode(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return bits.replace(/.{1,5}/g, (five) => alphabet.charAt(parseInt(five.padEnd(5, "0"), 2)))
}
