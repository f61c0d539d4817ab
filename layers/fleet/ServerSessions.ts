/**
 * Sessions of browsers, kept on the servers: the browser has an opaque cookie that no script reads, the tokens are in a
 * store that all servers share. Any server answers any request, one of them refreshes for all, and none of them forgets a
 * session because the store was away for a moment. OWASP ASVS 7.2 and 7.3, RFC 6265bis.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { makeListeners, Project } from "../call/index.ts"
import {
  headerOf,
  type HeadersLike,
  parseCookies,
  sameTokens,
  type StoredTokens,
  TokenStore,
  TokenStoreFailed,
  valueStream
} from "../session/index.ts"
import { type KnownSession, makeKnownSessions } from "./knownSessions.ts"
import { isSecret } from "./sealedSession.ts"
import { SharedRecords, SharedRecordsFailed } from "./SharedRecords.ts"

/** How long sessions last, and what their cookie is called. */
export interface ServerSessionsOptions {
  /** A session that nobody uses ends after so long. @default "30 days" */
  readonly idle?: Duration.Input | undefined
  /** Every session ends after so long, counted from the sign-in. @default "365 days", as long as the platform's */
  readonly absolute?: Duration.Input | undefined
  /** Without `__Host-`, which is put before it. @default `latchkey-` and the project's id */
  readonly cookieName?: string | undefined
  /** `false` for development without HTTPS only: the cookie goes without `Secure` and `__Host-`. @default true */
  readonly secure?: boolean | undefined
  /** How many sessions a process remembers for the moments in which the store is away. About 4 kB each. @default 10,000 */
  readonly remembered?: number | undefined
}

/** The session of one request. */
export interface OpenedSession {
  /** Whether the request's cookie leads to a session. */
  readonly signedIn: boolean
  /** For this request's client: `Client.layerNoProject({ tokenStore: opened.layer })`. */
  readonly layer: Layer.Layer<TokenStore>
  /**
   * The `Set-Cookie` headers that the answer needs: one after signing in or out, mostly none. Call it when the answer is
   * made: a sign-in later than that is refused. Hand them to `writeCookies`, which also forbids shared caches to keep the
   * answer.
   */
  readonly setCookies: () => ReadonlyArray<string>
}

/**
 * Sessions that the servers keep. One per process.
 *
 * While the shared store is away, a process serves the sessions that it remembers. A token that is over is refreshed once in
 * each process that is asked, for the processes cannot agree then. What changes is written as soon as the store answers, and
 * once more when the process ends in peace; what a process that is killed before that did not write is lost with it: who
 * signed in there signs in again, and a sign-out is known to the platform alone. Keep a process out of rolling restarts
 * while `unsaved()` is not 0.
 */
export class ServerSessions extends Context.Service<ServerSessions, {
  /**
   * Looks up the session of a request. Fails when the shared store is away and this process does not remember the session:
   * answer 503 and leave the cookie alone.
   *
   * The cookie is `SameSite=Lax`, so pages of other hosts of the same site may send it: `layerAuthenticator` refuses that
   * where the method may change something, and whoever opens sessions without it looks at `Origin` first.
   */
  readonly open: (request: { readonly headers: HeadersLike }) => Effect.Effect<OpenedSession, SharedRecordsFailed>
  /** Sessions in this process that the shared store does not have yet as they are; written as soon as it answers. */
  readonly unsaved: () => number
}>()("latchkey/ServerSessions") {
  /** Over the store that the servers share: `SharedRecords.layerRedis()`. */
  static readonly layer = (
    options: ServerSessionsOptions = {}
  ): Layer.Layer<ServerSessions, InvalidConfiguration, SharedRecords | Project> =>
    Layer.effect(ServerSessions, make(options))
}

/** Sessions that are looked up at a time. When more requests come at once, they are the process's work and not the store's. */
const mostLookedUp = 256

const make = (options: ServerSessionsOptions): Effect.Effect<
  ServerSessions["Service"],
  InvalidConfiguration,
  SharedRecords | Project | Scope.Scope
> =>
  Effect.gen(function*() {
    const project = yield* Project
    const absolute = yield* lengthOf("absolute", options.absolute ?? "365 days")
    const secure = options.secure ?? true
    const bareName = options.cookieName ?? `latchkey-${project.id}`
    if (!/^[\w.-]+$/.test(bareName)) {
      return yield* invalid(
        "cookieName",
        "has characters that no cookie's name may have",
        "Use letters, digits, - and _."
      )
    }
    const cookieName = secure ? `__Host-${bareName}` : bareName
    const sessions = yield* makeKnownSessions({
      idle: yield* lengthOf("idle", options.idle ?? "30 days"),
      absolute,
      remembered: Math.max(1, options.remembered ?? 10_000)
    })

    const cookie = (secret: string, maxAge: number): string =>
      `${cookieName}=${secret}; Path=/; Max-Age=${Math.floor(maxAge / 1000)}; HttpOnly; SameSite=Lax${
        secure ? "; Secure" : ""
      }`

    const openedOf = (found: KnownSession | undefined): OpenedSession => {
      let known = found
      /** What memory has was looked up for this request, or came a moment ago. */
      let fresh = true
      let set: string | undefined
      let sent = false
      const listeners = makeListeners()
      let unfollow = () => {}
      const news = () => {
        fresh = true
        listeners.notify()
      }
      /** News of the session that is known now, while somebody listens. */
      const follow = () => {
        unfollow()
        unfollow = listeners.size() === 0 || known === undefined ? () => {} : known.listeners.subscribe(news)
      }
      const held = (): StoredTokens | null => known?.session?.tokens ?? null
      const become = (next: KnownSession | undefined, cookieNow: string) => {
        known = next
        follow()
        set = cookieNow
        news()
      }

      const get = Effect.suspend(() => {
        const isFresh = fresh
        fresh = false
        // memory counts while the store is away
        return known === undefined || isFresh ? Effect.void : Effect.ignore(sessions.look(known))
      }).pipe(Effect.map(held))

      const compareAndSet = (
        expected: StoredTokens | null,
        next: StoredTokens | null
      ): Effect.Effect<boolean, TokenStoreFailed> =>
        Effect.gen(function*() {
          const before = held()
          if (!sameTokens(before, expected)) return false
          if (sameTokens(before, next)) return true
          if (known !== undefined && before !== null && next !== null && isSameSession(before, next)) {
            return yield* sessions.replace(known, before, next)
          }
          if (next !== null && sent) return yield* tooLate()
          const old = known
          if (next === null) become(undefined, cookie("", 0))
          else {
            const begun = yield* sessions.begin(next)
            become(begun, cookie(begun.secret, absolute))
          }
          if (old !== undefined) yield* sessions.end(old)
          return true
        })

      const withRefreshLock = <A, E>(self: Effect.Effect<A, E>): Effect.Effect<A, E | TokenStoreFailed> =>
        Effect.suspend(() =>
          known === undefined ? self : sessions.withRefreshLease(known, self, () => {
            fresh = true
          })
        )

      return {
        signedIn: held() !== null,
        setCookies: () => {
          sent = true
          return set === undefined ? [] : [set]
        },
        layer: Layer.succeed(TokenStore, {
          // each command has its own timeout, and waits for its turn before that
          endsByItself: true,
          get,
          compareAndSet,
          withRefreshLock,
          changes: valueStream(held, (listener) => {
            const unsubscribe = listeners.subscribe(listener)
            follow()
            return () => {
              unsubscribe()
              follow()
            }
          })
        })
      }
    }

    const lookUps = Semaphore.makeUnsafe(mostLookedUp)

    return ServerSessions.of({
      unsaved: sessions.unsaved,
      open: ({ headers }) =>
        lookUps.withPermit(Effect.gen(function*() {
          const shown = parseCookies(headerOf(headers, "cookie") ?? "").filter(([name]) => name === cookieName)
          const secret = shown.find(([, value]) => isSecret(value))?.[1]
          if (secret === undefined) return openedOf(undefined)
          const known = yield* sessions.of(secret)
          // memory counts while the store is away: it knows the session, or its end
          yield* sessions.look(known).pipe(
            Effect.catch((error) => known.session !== null || known.unsaved ? Effect.void : Effect.fail(error))
          )
          yield* sessions.settle(known)
          return openedOf(known)
        })).pipe(Effect.withSpan("ServerSessions.open"))
    })
  })

const isSameSession = (a: StoredTokens, b: StoredTokens): boolean =>
  a.refreshToken !== undefined && b.refreshToken !== undefined
  && Redacted.value(a.refreshToken) === Redacted.value(b.refreshToken)

const tooLate = () =>
  Effect.fail(
    new TokenStoreFailed({
      operation: "write",
      problem: "the headers of the answer are sent already",
      consequence: "The browser hears nothing of the session. Sign in before the answer begins."
    })
  )

const lengthOf = (setting: string, input: Duration.Input): Effect.Effect<number, InvalidConfiguration> => {
  const duration = Duration.fromInput(input)
  const millis = duration._tag === "Some" ? Duration.toMillis(duration.value) : 0
  return millis > 0 && Number.isFinite(millis)
    ? Effect.succeed(millis)
    : invalid(setting, "is no length of time", "Give one such as \"30 days\".")
}

const invalid = (setting: string, problem: string, next: string) =>
  Effect.fail(new InvalidConfiguration({ setting, problem, next }))
