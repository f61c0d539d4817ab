/**
 * Adapter for the Next.js App Router with your own authenticator, such as a fleet's. Most apps use `latchkey/nextjs`,
 * which builds on this module. You pass the functions of Next.js, so this module imports no framework and works in every
 * Next.js runtime: `latchkeyNextjs(authenticator, { headers, cookies, redirect })`.
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
   * Writes the cookies of a refreshed session in server actions. Elsewhere `latchkeyProxy` and `fetchHandler` write
   * them and also keep the response out of shared caches, which the functions of Next.js cannot do. Without any of
   * them, a refreshed session is refreshed again once this process no longer has it in its cache.
   */
  readonly cookies?: (() => Promise<{ readonly set: (cookie: NextCookie) => unknown }>) | undefined
}

/** A cookie in the form that `cookies().set` accepts. */
export interface NextCookie {
  readonly name: string
  readonly value: string
  readonly path?: string | undefined
  readonly domain?: string | undefined
  readonly maxAge?: number | undefined
  readonly secure?: boolean | undefined
  readonly httpOnly?: boolean | undefined
  readonly sameSite?: "lax" | "strict" | "none" | undefined
}

/**
 * Authentication for server components, server actions, and route handlers if `latchkeyProxy` or `fetchHandler` sets
 * the cookies.
 */
export interface NextAuthentication {
  /** Authenticates the current request. */
  readonly authenticate: () => Promise<Authentication>
  /**
   * Returns the signed-in user. Redirects a restricted user to the `onboarding` page and other users to the sign-in
   * page, which returns to the path that `latchkeyProxy` passed on. For pages and server actions; route handlers use
   * `fetchHandler` with `require: "user"`, which responds with 401.
   */
  readonly requireUser: (
    options?: { readonly signInUrl?: string; readonly onboardingUrl?: string }
  ) => Promise<SignedIn>
}

/** Creates authentication from the functions of Next.js. */
export const latchkeyNextjs = (authenticator: AuthenticatorLike, next: NextFunctions): NextAuthentication => {
  const authenticate = async () => {
    const headers = await next.headers()
    const found = await authenticator.authenticateRequest({ headers })
    if (next.cookies !== undefined && found.setCookies.length > 0 && hasBody(headers)) {
      const store = await next.cookies()
      try {
        for (const cookie of found.setCookies) store.set(cookieOf(cookie))
      } catch {
        // server components can't write cookies; the platform's own SDK ignores this too. docs/protocol.md §21
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
 * Whether the request is a server action or a submitted form. Shared caches don't store responses to such requests (RFC
 * 9110 §9.3.3), and Next.js sends `no-store` with them. A response to GET can be stored, and only its route handler can
 * prevent that.
 */
const hasBody = (headers: HeadersLike): boolean =>
  ["next-action", "content-type", "transfer-encoding"].some((name) => headerOf(headers, name) !== undefined)

/** Header in which the proxy passes the request's path and query to pages, because Next.js doesn't provide them. */
export const pathHeader = "x-latchkey-path"

/** Base URL for checking that a path does not leave its site. */
const anySite = "http://latchkey.invalid"

/**
 * Reads the path that the proxy passed on. Accepts only a path, because a client may have set the header if no proxy
 * ran.
 */
const pathIn = (headers: HeadersLike): string | undefined => {
  const path = headerOf(headers, pathHeader)
  return path?.startsWith("/") && parseUrl(path, anySite)?.origin === anySite ? path : undefined
}

/** The part of `NextResponse` that the proxy uses. */
export interface NextResponses {
  readonly next: (init?: { readonly request: { readonly headers: Headers } }) => Response
}

/**
 * Creates the function for `proxy.ts` (`middleware.ts` before Next.js 16). It refreshes a session once, both for the
 * browser and for the page that is rendered next, and passes the URL to the page. Requests for scripts and styles of
 * Next.js, below `/_next/`, are not changed.
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

/** Returns the path and query without the parameter that Next.js's router adds when it fetches a part of a page. */
const pathOf = (request: Request): string => {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete("_rsc")
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** Cache headers of CDNs. The proxy runs before the page sets its headers, and the proxy's headers take precedence. */
const cdnHeaders = [
  "cdn-cache-control",
  "vercel-cdn-cache-control",
  "cloudflare-cdn-cache-control",
  "netlify-cdn-cache-control",
  "surrogate-control"
]

/** Returns the request's headers with the new cookies. */
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

/** Parses one of Latchkey's own `Set-Cookie` values. */
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
    // Next.js encodes the value again
    value: decodeURIComponent(pair.slice(at + 1)),
    ...(path === undefined ? {} : { path }),
    ...(domain === undefined ? {} : { domain }),
    ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    ...(sameSite === "lax" || sameSite === "strict" || sameSite === "none" ? { sameSite } : {}),
    secure: given.has("secure"),
    httpOnly: given.has("httponly")
  }
}
