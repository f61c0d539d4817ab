/**
 * Sessions on a server: read from the headers of the incoming request, changed by `Set-Cookie` in the response.
 * docs/protocol.md §21, §22, docs/laws.md I8.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Listeners, Project, withNow } from "../call/index.ts"
import {
  changesFor,
  type CookieJar,
  type CookieOptions,
  type CookieSite,
  cookieSite,
  parseCookies,
  problemOfCookies,
  serialized,
  sessionIn,
  type SetCookie
} from "./cookies.ts"
import { headerOf, type HeadersLike } from "./headersLike.ts"
import { placeOf } from "./requestPlace.ts"
import { sessionInHeaders } from "./sessionHeaders.ts"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "./TokenStore.ts"
import { valueStream } from "./valueStream.ts"

/** A request of any framework: the web platform's, Node's, or any object with headers. */
export interface RequestLike {
  readonly headers: HeadersLike
  /** URL of the request. An absolute URL shows whether the request used HTTPS. */
  readonly url?: string | undefined
  /** Node's socket; `encrypted` shows whether the request used HTTPS. */
  readonly socket?: object | null | undefined
}

/** Options for the response's cookies. */
export interface RequestStoreOptions extends CookieOptions {
  /** Whether the page was loaded over HTTPS. @default from the request and `x-forwarded-proto` */
  readonly secure?: boolean | undefined
  /**
   * Returns whether the response's headers are sent, such as `() => response.headersSent` in Node. @default true after
   * `setCookies` was called
   */
  readonly headersSent?: (() => boolean) | undefined
}

/** The session of one request. */
export interface RequestTokenStore {
  /** Keeps the session for the duration of the request. */
  readonly layer: Layer.Layer<TokenStore, never, Project>
  /**
   * Returns the `Set-Cookie` headers of the response. There are none if the session did not change, or if it arrived in
   * a header other than `cookie`. Call `setCookies` when you build the response; later changes fail with
   * `TokenStoreFailed`. Pass the headers to `writeCookies`, which also keeps shared caches from storing the response.
   * If you set the headers yourself, add `Cache-Control: private, no-store`.
   */
  readonly setCookies: () => ReadonlyArray<string>
}

interface Kept {
  held: StoredTokens | null
  readonly listeners: Listeners
  /** Cookies of the request with all changes. */
  jar: CookieJar
  readonly fromCookies: boolean
  readonly malformed: boolean
  /** The last changed cookie of each name and domain. */
  readonly changes: Map<string, SetCookie>
}

/** One record per request, shared by all clients of the request. */
const known = new WeakMap<object, { readonly kept: Map<string, Kept>; sent: boolean }>()

/**
 * Returns the session of a request's sender, from the bearer form, `x-stack-auth` or cookies, in this order.
 *
 * ```ts
 * const store = requestStore(request)
 * const client = createClient({ projectId, publishableClientKey, tokenStore: store.layer })
 * // …
 * writeCookies(response.headers, store.setCookies()) // or Node's response
 * ```
 */
export const requestStore = (request: RequestLike, options: RequestStoreOptions = {}): RequestTokenStore => {
  const record = recordOf(request)
  return {
    layer: layerOf(makeRequestStore(request, options)),
    setCookies: () => {
      record.sent = true
      return [...record.kept.values()].flatMap(({ changes }) => [...changes.values()].map(serialized))
    }
  }
}

const recordOf = (request: RequestLike) => {
  const record = known.get(request) ?? { kept: new Map<string, Kept>(), sent: false }
  known.set(request, record)
  return record
}

/** The store of {@link requestStore}, without the layer. */
export const makeRequestStore = (
  request: RequestLike,
  options: RequestStoreOptions
): Effect.Effect<TokenStore["Service"], never, Project> => {
  const record = recordOf(request)
  return make(request, options, record, () => options.headersSent?.() ?? record.sent)
}

/** The results of `headers()` and `cookies()` from `next/headers`. */
export interface NextHeaders {
  readonly headers: HeadersLike
  readonly cookies: {
    readonly set: (
      name: string,
      value: string,
      options: {
        readonly path: string
        readonly maxAge: number
        readonly domain?: string | undefined
        readonly secure: boolean
        readonly sameSite: "lax" | "none"
        readonly partitioned: boolean
      }
    ) => unknown
  }
}

/**
 * Keeps the session of the current Next.js request. Server actions, route handlers and the proxy set cookies. A server
 * component can't set cookies, so a token that is refreshed there is used for this request only, as in the platform's
 * own SDK. The parameters belong to one request, so a client that a whole server shares cannot be built with this
 * layer.
 *
 * Shared caches never store pages, server actions or responses that passed through `latchkeyProxy`. A route handler
 * that responds to GET with its own `Cache-Control` calls `forbidSharedCaches(response.headers)`.
 *
 * ```ts
 * const tokenStore = RequestStore.layerNextjs({ headers: await headers(), cookies: await cookies() })
 * const client = createClient({ projectId, publishableClientKey, tokenStore })
 * ```
 */
export const layerNextjs = (
  { cookies, headers }: NextHeaders,
  options: CookieOptions = {}
): Layer.Layer<TokenStore, never, Project> =>
  layerOf(make({ headers }, options, { kept: new Map<string, Kept>() }, () => false, (changes) => {
    try {
      for (const { domain, maxAge, name, partitioned, sameSite, secure, value } of changes) {
        cookies.set(name, value, {
          path: "/",
          maxAge,
          ...(domain === undefined ? {} : { domain }),
          secure,
          sameSite,
          partitioned
        })
      }
    } catch {
      // server components skip the write: docs/protocol.md §21
    }
  }))

/** Builds a fresh layer, because each request has its own store. */
const layerOf = (
  store: Effect.Effect<TokenStore["Service"], never, Project>
): Layer.Layer<TokenStore, never, Project> => Layer.fresh(Layer.effect(TokenStore, store))

const make = (
  request: RequestLike,
  options: RequestStoreOptions,
  { kept }: { readonly kept: Map<string, Kept> },
  headersSent: () => boolean,
  apply: (changes: ReadonlyArray<SetCookie>) => void = () => {}
): Effect.Effect<TokenStore["Service"], never, Project> =>
  Effect.gen(function*() {
    const { id: projectId } = yield* Project
    const site = siteOf(request, options, projectId, yield* Clock.currentTimeMillis)
    const misconfigured = problemOfCookies(options)
    const own = kept.get(projectId) ?? read(request, site)
    kept.set(projectId, own)
    return TokenStore.of({
      kind: "a request",
      fromRequest: true,
      get: Effect.suspend(() =>
        own.malformed
          ? Effect.fail(failed("read", "the request's header for the session is malformed"))
          : misconfigured !== undefined
          ? Effect.fail(failed("read", `${misconfigured.setting} ${misconfigured.problem}`))
          : Effect.succeed(own.held)
      ),
      compareAndSet: (expected, next) =>
        withNow((now) => {
          if (!sameTokens(own.held, expected)) return Effect.succeed(false)
          if (own.fromCookies) {
            if (headersSent()) return Effect.fail(failed("write", "the response's headers were already sent"))
            const all = changesFor(own.jar, next, site, now)
            if (all === undefined) return Effect.fail(failed("write", "the refresh token is too long for a cookie"))
            // A refreshed access token is dropped if another user signs in while the response is in flight.
            const changes = sameSession(own.held, next) ? all.filter(({ name }) => name.endsWith("-access")) : all
            for (const cookie of changes) own.changes.set(JSON.stringify([cookie.name, cookie.domain]), cookie)
            own.jar = after(own.jar, changes)
            apply(changes)
          }
          own.held = next
          own.listeners.notify()
          return Effect.succeed(true)
        }),
      changes: valueStream(() => own.held, (listener) => own.listeners.subscribe(listener))
    })
  })

const read = (request: RequestLike, site: CookieSite): Kept => {
  const jar = jarOf(request)
  const shown = sessionInHeaders(request.headers)
  const malformed = shown === "malformed"
  return {
    held: malformed ? null : shown === undefined ? sessionIn(jar, site) : shown,
    listeners: new Listeners(),
    jar,
    fromCookies: shown === undefined,
    malformed,
    changes: new Map()
  }
}

const after = (jar: CookieJar, changes: ReadonlyArray<SetCookie>): CookieJar => {
  const changed = new Set(changes.map(({ name }) => name))
  return [
    ...jar.filter(([name]) => !changed.has(name)),
    ...changes.flatMap(({ maxAge, name, value }): CookieJar => maxAge === 0 ? [] : [[name, value]])
  ]
}

const jarOf = ({ headers }: RequestLike): CookieJar => parseCookies(headerOf(headers, "cookie") ?? "")

const siteOf = (request: RequestLike, options: RequestStoreOptions, projectId: string, now: number): CookieSite =>
  cookieSite(options, placeOf(request, jarOf(request), projectId, options, now), now)

const sameSession = (a: StoredTokens | null, b: StoredTokens | null): boolean =>
  a?.refreshToken !== undefined && b?.refreshToken !== undefined
  && Redacted.value(a.refreshToken) === Redacted.value(b.refreshToken)

const failed = (operation: "read" | "write", problem: string) =>
  new TokenStoreFailed({
    operation,
    problem,
    consequence: operation === "read"
      ? "Only this request counts as signed out. Send the header that the client's authHeaders() returns."
      : "The session is kept for this request only, and its browser does not receive it. Change the session before the response begins."
  })
