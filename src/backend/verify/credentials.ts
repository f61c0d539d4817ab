/** What a request shows of who sends it. docs/protocol.md §21, §22. */
import * as Redacted from "effect/Redacted"
import { headerOf, type HeadersLike, sessionInHeaders, type StoredTokens } from "../../../layers/session/index.ts"

/** A request of any framework: the web platform's, Node's, or whatever has headers. */
export interface RequestLike {
  readonly headers: HeadersLike
  /** Where it may change something, cookies count only if no page of another origin sent it. */
  readonly method?: string | undefined
  /** Tells whether the page came by HTTPS, as `x-forwarded-proto` does behind a proxy. */
  readonly url?: string | undefined
  /** Node's; tells the same by `encrypted`. */
  readonly socket?: object | null | undefined
}

/** What the headers show that a program sets itself. */
export type Credentials =
  | { readonly _tag: "Session"; readonly tokens: StoredTokens | null }
  | { readonly _tag: "ApiKey"; readonly apiKey: Redacted.Redacted }
  | { readonly _tag: "Malformed" }
  /** `authorization`: that header is there, with something that is none of ours. */
  | { readonly _tag: "None"; readonly authorization: boolean }

/**
 * The credentials in the headers that a program sets itself, in this order: `Authorization: Bearer` with an access token or
 * an API key, the same with a session in the platform's form (`stackauth_…`), `x-stack-auth`, `x-api-key`. A bearer of
 * another form is somebody else's and counts as none.
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

/** Keys of users and teams. docs/platform.md §12. */
const apiKeyShape = /^[sp]k_[\w-]{20,300}$/

const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/
