/** The session in a request's cookies, and what a refresh changes there. */
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

/** The session that a request's cookies show. */
export interface ShownCookies {
  readonly tokens: StoredTokens | null
  /**
   * Values of `Set-Cookie` that hand the browser a new access token. They never touch the refresh token: if somebody else
   * signs in while the response is on its way, an access token of the one before is of no account.
   */
  readonly renewed: (tokens: StoredTokens, now: number) => ReadonlyArray<string>
}

/** Reads the cookies of a request. docs/protocol.md §21. */
export const shownCookies = (
  request: RequestLike,
  projectId: string,
  options: CookieOptions,
  /** Milliseconds since the epoch. */
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
