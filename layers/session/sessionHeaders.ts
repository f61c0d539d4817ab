/**
 * A session in headers between a front end and its own back end: `x-stack-auth`, a bearer token that contains both
 * tokens, or a header for each token. docs/protocol.md §22.
 */
import * as Redacted from "effect/Redacted"
import { headerOf, type HeadersLike } from "./headersLike.ts"
import { isTokenText, type StoredTokens } from "./TokenStore.ts"

/** Both tokens as strings; both `null` when signed out. */
export interface AuthTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

/** Returns the bearer form of a session; `null` when signed out. */
export const bearerOf = (session: AuthTokens): string | null =>
  session.accessToken === null && session.refreshToken === null
    ? null
    : `Bearer stackauth_${btoa(JSON.stringify(session))}`

const brands = ["stack", "hexclave"]

/** Names of the headers that {@link sessionInHeaders} reads, besides `authorization`. */
export const sessionHeaderNames: ReadonlyArray<string> = brands.flatMap((brand) =>
  ["auth", "access-token", "refresh-token"].map((name) => `x-${brand}-${name}`)
)

/**
 * Reads the session from a request's own headers: the bearer form, then `x-stack-auth`, then `x-stack-access-token` and
 * `x-stack-refresh-token`. Each name can also begin with `x-hexclave-`. Other bearer tokens are ignored.
 *
 * @returns `undefined` without such a header, `"malformed"` if it contains no session, `null` if the header means
 * signed out.
 */
export const sessionInHeaders = (headers: HeadersLike): StoredTokens | null | undefined | "malformed" => {
  const packed = /^bearer +(?:stackauth|hexclave)_([\w+/=-]*)$/i.exec(headerOf(headers, "authorization") ?? "")?.[1]
  if (packed !== undefined) return sessionFrom(unpacked(packed))
  const read = (name: string) =>
    brands.map((brand) => headerOf(headers, `x-${brand}-${name}`)).find((value) => value !== undefined && value !== "")
  const shown = read("auth")
  if (shown !== undefined) return sessionFrom(shown)
  const accessToken = read("access-token")
  const refreshToken = read("refresh-token")
  return accessToken === undefined && refreshToken === undefined
    ? undefined
    : sessionOf({ accessToken, refreshToken })
}

const unpacked = (base64: string): string => {
  try {
    return atob(base64.replace(/-/g, "+").replace(/_/g, "/"))
  } catch {
    return ""
  }
}

const sessionFrom = (json: string): StoredTokens | null | "malformed" => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return "malformed"
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "malformed"
  return sessionOf(value)
}

const sessionOf = (value: object): StoredTokens | null | "malformed" => {
  const { accessToken = null, refreshToken = null } = value as { readonly [name: string]: unknown }
  if (!isToken(accessToken) || !isToken(refreshToken)) return "malformed"
  return accessToken === null && refreshToken === null ? null : {
    accessToken: accessToken === null ? undefined : Redacted.make(accessToken),
    refreshToken: refreshToken === null ? undefined : Redacted.make(refreshToken)
  }
}

const isToken = (value: unknown): value is string | null => value === null || isTokenText(value)
