/** The cookie that identifies a browser's session: an opaque secret that scripts can't read. RFC 6265bis. */
import { headerOf, type HeadersLike, parseCookies } from "../session/index.ts"
import { isSecret } from "./sealedSession.ts"

export interface SessionCookie {
  /** Returns the secret in a request; `undefined` if there is none in the right format. */
  readonly secretIn: (headers: HeadersLike) => string | undefined
  /** Returns the `Set-Cookie` header for a new session. */
  readonly of: (secret: string) => string
  /** `Set-Cookie` header that deletes the cookie. */
  readonly removed: string
}

/** @param maxAge In milliseconds. */
export const sessionCookie = (
  { bareName, maxAge, secure }: { readonly bareName: string; readonly maxAge: number; readonly secure: boolean }
): SessionCookie => {
  const cookieName = secure ? `__Host-${bareName}` : bareName
  const cookie = (secret: string, millis: number): string =>
    `${cookieName}=${secret}; Path=/; Max-Age=${Math.floor(millis / 1000)}; HttpOnly; SameSite=Lax${
      secure ? "; Secure" : ""
    }`
  return {
    secretIn: (headers) =>
      parseCookies(headerOf(headers, "cookie") ?? "").find(([name, value]) => name === cookieName && isSecret(value))
        ?.[1],
    of: (secret) => cookie(secret, maxAge),
    removed: cookie("", 0)
  }
}
