/**
 * Next.js, app router, with an authenticator of one's own, as that of a fleet: `latchkey/nextjs` has the rest ready made,
 * and stands on this. Its functions are handed in, so that this stays free of a framework and works in each of its
 * bundles: `latchkeyNextjs(authenticator, { headers, cookies, redirect })`.
 */
import { headerOf, type HeadersLike } from "../../../layers/session/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import type { Authentication, SignedIn } from "../verify/index.ts"
import type { AuthenticatorLike } from "./admission.ts"
import { fetchHandler } from "./fetchHandler.ts"

/** The functions of `next/headers` and `next/navigation`. */
export interface NextFunctions {
  readonly headers: () => Promise<HeadersLike>
  readonly redirect: (url: string) => never
  /**
   * Tells the browser of a refreshed session in server actions. Elsewhere `latchkeyProxy` and `fetchHandler` do, which also keep
   * the response out of shared caches: functions of Next.js cannot. Without any of them, a session that was refreshed is
   * refreshed again once this process does not remember it.
   */
  readonly cookies?: () => Promise<{ readonly set: (cookie: NextCookie) => unknown }>
}

/** A cookie as `cookies().set` takes it. */
export interface NextCookie {
  readonly name: string
  readonly value: string
  readonly path?: string
  readonly domain?: string
  readonly maxAge?: number
  readonly secure?: boolean
  readonly httpOnly?: boolean
  readonly sameSite?: "lax" | "strict" | "none"
}

/** For server components, server actions and, where `latchkeyProxy` or `fetchHandler` sets the cookies, route handlers. */
export interface NextAuthentication {
  /** Who sends the request. */
  readonly authenticate: () => Promise<Authentication>
  /**
   * Returns the signed-in user. Redirects a restricted user to the page `onboarding`, and others to the sign-in page, which
   * leads back to the path that `latchkeyProxy` told of. For pages and server actions: in a route handler, `fetchHandler` with
   * `require: "user"` answers 401.
   */
  readonly requireUser: (
    options?: { readonly signInUrl?: string; readonly onboardingUrl?: string }
  ) => Promise<SignedIn>
}

/** Authentication with the functions of Next.js. */
export const latchkeyNextjs = (authenticator: AuthenticatorLike, next: NextFunctions): NextAuthentication => {
  const authenticate = async () => {
    const headers = await next.headers()
    const found = await authenticator.authenticateRequest({ headers })
    if (next.cookies !== undefined && found.setCookies.length > 0 && hasBody(headers)) {
      const store = await next.cookies()
      try {
        for (const cookie of found.setCookies) store.set(cookieOf(cookie))
      } catch {
        // a server component may not write cookies; the platform's own SDK skips it too. docs/protocol.md §21
      }
    }
    return found
  }
  return {
    authenticate,
    requireUser: async ({ onboardingUrl = "/handler/onboarding", signInUrl = "/handler/sign-in" } = {}) => {
      const found = await authenticate()
      if (found.status === "unavailable") throw found.error
      if (found.status === "signed-in") return found
      const isRestricted = found.status === "restricted"
        || (found.status === "signed-out" && found.reason === "restricted")
      const page = isRestricted ? onboardingUrl : signInUrl
      const here = pathIn(await next.headers())
      const query = here === undefined
        ? ""
        : `${page.includes("?") ? "&" : "?"}after_auth_return_to=${encodeURIComponent(here)}`
      return next.redirect(page + query)
    }
  }
}

/**
 * A server action, or a form that was posted: shared caches do not keep answers to those (RFC 9110 §9.3.3), and Next.js
 * sends `no-store` with them. A route handler's answer to GET may be kept, and only that handler can say otherwise.
 */
const hasBody = (headers: HeadersLike): boolean =>
  ["next-action", "content-type", "transfer-encoding"].some((name) => headerOf(headers, name) !== undefined)

/** The header in which the proxy tells pages the path and query of the request, which Next.js tells neither. */
export const pathHeader = "x-latchkey-path"

/** A site that no path leads away from. */
const anySite = "http://latchkey.invalid"

/** The path that the proxy told. A client may have written the header where no proxy ran, so that only a path counts. */
const pathIn = (headers: HeadersLike): string | undefined => {
  const path = headerOf(headers, pathHeader)
  return path?.startsWith("/") && parseUrl(path, anySite)?.origin === anySite ? path : undefined
}

/** What of `NextResponse` is used. */
export interface NextResponses {
  readonly next: (init?: { readonly request: { readonly headers: Headers } }) => Response
}

/**
 * The function of `proxy.ts` (`middleware.ts` before Next.js 16): refreshes a session once, for the browser and for the
 * page that is about to be rendered, and tells that page its address. Scripts and styles of Next.js, below `/_next/`, pass
 * as they are.
 *
 * ```ts
 * export const proxy = latchkeyProxy(authenticator, NextResponse)
 * ```
 */
export const latchkeyProxy = (authenticator: AuthenticatorLike, responses: NextResponses) => {
  const authenticated = fetchHandler(authenticator, (request, { setCookies }) => {
    const headers = withCookies(request.headers, setCookies)
    headers.set(pathHeader, pathOf(request))
    return responses.next({ request: { headers } })
  })
  return async (request: Request): Promise<Response> => {
    const { basePath = "" } = (request as { readonly nextUrl?: { readonly basePath?: string } }).nextUrl ?? {}
    if (new URL(request.url).pathname.startsWith(`${basePath}/_next/`)) return responses.next()
    const response = await authenticated(request)
    if (response.headers.has("set-cookie")) {
      for (const name of cdnHeaders) response.headers.set(name, "no-store")
    }
    return response
  }
}

/** Without what the router of Next.js adds when it fetches a part of a page. */
const pathOf = (request: Request): string => {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete("_rsc")
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** The page's own headers are not there yet, and what the proxy says goes before them. */
const cdnHeaders = [
  "cdn-cache-control",
  "vercel-cdn-cache-control",
  "cloudflare-cdn-cache-control",
  "netlify-cdn-cache-control",
  "surrogate-control"
]

/** The request's headers as if the browser had the new cookies already. */
const withCookies = (headers: Headers, setCookies: ReadonlyArray<string>): Headers => {
  const changed = setCookies.map(cookieOf)
  const names = new Set(changed.map(({ name }) => name))
  const kept = (headers.get("cookie") ?? "").split(/; */)
    .filter((each) => each !== "" && !names.has(each.slice(0, Math.max(0, each.indexOf("=")))))
  const added = changed.filter(({ maxAge }) => maxAge !== 0).map(({ name, value }) =>
    `${name}=${encodeURIComponent(value)}`
  )
  const next = new Headers(headers)
  if (setCookies.length > 0) next.set("cookie", [...kept, ...added].join("; "))
  return next
}

/** Our own `Set-Cookie`, taken apart. */
const cookieOf = (setCookie: string): NextCookie => {
  const [pair = "", ...attributes] = setCookie.split(/; */)
  const at = pair.indexOf("=")
  const given = new Map(attributes.map((each): [string, string] => {
    const [name = "", value = ""] = each.split("=", 2)
    return [name.toLowerCase(), value]
  }))
  const sameSite = given.get("samesite")?.toLowerCase()
  const [path, domain, maxAge] = [given.get("path"), given.get("domain"), given.get("max-age")]
  return {
    name: pair.slice(0, at),
    // Next.js encodes it again
    value: decodeURIComponent(pair.slice(at + 1)),
    ...(path === undefined ? {} : { path }),
    ...(domain === undefined ? {} : { domain }),
    ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    ...(sameSite === "lax" || sameSite === "strict" || sameSite === "none" ? { sameSite } : {}),
    secure: given.has("secure"),
    httpOnly: given.has("httponly")
  }
}
