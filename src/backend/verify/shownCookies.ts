/** The session in a request's cookies, and the cookies that a refresh changes. */
import {
  changesFor,
  type CookieOptions,
  cookieSite,
  headerOf,
  parseCookies,
  placeOf,
  serialized,
  sessionIn,
  type StoredTokens
} from "../../../layers/session/index.ts"
import type { RequestLike } from "./credentials.ts"

/** The session in a request's cookies. */
export interface ShownCookies {
  readonly tokens: StoredTokens | null
  /**
   * Returns `Set-Cookie` values with a new access token. They never change the refresh token: if another user signs in
   * while the response is in transit, the previous user's access token is ignored.
   */
  readonly renewed: (tokens: StoredTokens, now: number) => ReadonlyArray<string>
}

/** Reads the session from a request's cookies. docs/protocol.md §21. */
export const shownCookies = (
  request: RequestLike,
  projectId: string,
  options: CookieOptions,
  /** Current time in milliseconds since the epoch. */
  now: number
): ShownCookies => {
  const jar = parseCookies(headerOf(request.headers, "cookie") ?? "")
  const site = cookieSite(options, placeOf(request, jar, projectId, options, now), now)
  return {
    tokens: sessionIn(jar, site),
    renewed: (tokens, renewedAt) =>
      (changesFor(jar, tokens, site, renewedAt) ?? []).filter(({ name }) => name.endsWith("-access")).map(serialized)
  }
}
