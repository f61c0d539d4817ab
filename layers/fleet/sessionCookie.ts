/** The cookie by which a browser shows its session: an opaque secret that no script reads. RFC 6265bis. */
import { headerOf, type HeadersLike, parseCookies } from "../session/index.ts"
import { isSecret } from "./sealedSession.ts"

export interface SessionCookie {
  /** The secret that a request shows; `undefined` where it has none that could be one. */
  readonly secretIn: (headers: HeadersLike) => string | undefined
  /** The `Set-Cookie` header for a new session. */
  readonly of: (secret: string) => string
  /** The `Set-Cookie` header that removes it. */
  readonly removed: string
}

/** @param maxAge Milliseconds. */
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
