/** Credentials of a request. docs/protocol.md §21, §22. */
import * as Redacted from "effect/Redacted"
import {
  headerOf,
  type HeadersLike,
  sessionHeaderNames,
  sessionInHeaders,
  type StoredTokens
} from "../../../layers/session/index.ts"

/** A request of any framework: a web `Request`, Node's request, or any object with headers. */
export interface RequestLike {
  readonly headers: HeadersLike
  /** HTTP method. For unsafe methods, cookies are accepted only if no page of another origin sent the request. */
  readonly method?: string | undefined
  /** URL of the request. Shows whether the page was loaded over HTTPS, like `x-forwarded-proto` behind a proxy. */
  readonly url?: string | undefined
  /** Node's socket. Its `encrypted` shows whether the request came over HTTPS. */
  readonly socket?: object | null | undefined
}

/** Credentials in the headers that programs set themselves. */
export type Credentials =
  | { readonly _tag: "Session"; readonly tokens: StoredTokens | null }
  | { readonly _tag: "ApiKey"; readonly apiKey: Redacted.Redacted }
  | { readonly _tag: "Malformed" }
  /** Whether there is an `Authorization` header with a value that isn't in one of Latchkey's formats. */
  | { readonly _tag: "None"; readonly authorization: boolean }

/**
 * Reads the credentials from the headers that programs set themselves, in this order: `Authorization: Bearer` with an
 * access token or API key, the same header with a session in the platform's format (`stackauth_…`), `x-stack-auth`,
 * `x-stack-access-token` with `x-stack-refresh-token`, `x-api-key`. A bearer in any other format belongs to another
 * system and is ignored.
 */
export const credentialsIn = (headers: HeadersLike): Credentials => {
  const authorization = headerOf(headers, "authorization") ?? ""
  const bearer = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? ""
  if (apiKeyShape.test(bearer)) return { _tag: "ApiKey", apiKey: Redacted.make(bearer) }
  if (jwtShape.test(bearer)) {
    return { _tag: "Session", tokens: { accessToken: Redacted.make(bearer), refreshToken: undefined } }
  }
  const shown = sessionInHeaders(headers)
  const tokens = shown === undefined && /^(?:stackauth|hexclave)_/.test(bearer) ? "malformed" : shown
  if (tokens === "malformed") return { _tag: "Malformed" }
  if (tokens !== undefined) return { _tag: "Session", tokens }
  const apiKey = headerOf(headers, "x-api-key") ?? ""
  if (apiKey === "") return { _tag: "None", authorization: authorization !== "" }
  return apiKeyShape.test(apiKey) ? { _tag: "ApiKey", apiKey: Redacted.make(apiKey) } : { _tag: "Malformed" }
}

/** Headers that can carry credentials. */
export const credentialHeaders: ReadonlyArray<string> = ["authorization", "x-api-key", ...sessionHeaderNames]

/**
 * Returns the name of a header that other systems use for credentials, and that is not read here; `undefined` if the
 * request has none.
 */
export const unreadCredential = (headers: HeadersLike): string | undefined => {
  const { get, keys } = headers as Partial<Headers>
  const names = typeof keys === "function"
    ? [...(headers as Headers).keys()]
    : typeof get === "function"
    ? []
    : Object.keys(headers)
  return names.map((name) => name.toLowerCase()).find((name) =>
    credentialLike.test(name) && !credentialHeaders.includes(name) && (headerOf(headers, name) ?? "") !== ""
  )
}

/** Neither a publishable key nor a CSRF token is a credential. */
const credentialLike =
  /^(?:(?:x-)?(?:(?:access|auth|id|refresh|session|user)-?token|api-?key|authorization|jwt|token)|x-(?:auth|session)|x-(?:stack|hexclave)-(?!publishable-)[\w-]{0,40}(?:auth|key|token))$/

/** Format of API keys of users and teams. docs/platform.md §12. */
const apiKeyShape = /^[sp]k_[\w-]{20,300}$/

const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/
