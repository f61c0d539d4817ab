/** The session in a request's cookies, and what a refresh changes there. */
import { cameByHttps } from "../../layers/cameByHttps.ts"
import {
  changesFor,
  type CookieOptions,
  type CookieSite,
  parseCookies,
  serialized,
  sessionIn
} from "../../layers/cookies.ts"
import { headerOf } from "../../layers/sessionHeaders.ts"
import type { StoredTokens } from "../../layers/TokenStore.ts"
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

/** Reads the cookies of a request. Wire protocol §21. */
export const shownCookies = (
  request: RequestLike,
  projectId: string,
  options: CookieOptions = {}
): ShownCookies => {
  const { headers } = request
  const jar = parseCookies(headerOf(headers, "cookie") ?? "")
  const site: CookieSite = {
    ...options,
    projectId,
    secure: cameByHttps(request, jar, options.hostOnly),
    host: headerOf(headers, "host")?.replace(/:\d+$/, "")
  }
  return {
    tokens: sessionIn(jar, site),
    renewed: (tokens, now) =>
      (changesFor(jar, tokens, site, now) ?? []).filter(({ name }) => name.endsWith("-access")).map(serialized)
  }
}
