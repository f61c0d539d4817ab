/**
 * Sessions of browsers, kept on the servers: the browser has an opaque cookie that no script reads, the tokens are in a
 * store that all servers share. Any server answers any request, one of them refreshes for all, and none of them forgets a
 * session because the store was away for a moment. OWASP ASVS 7.2 and 7.3, RFC 6265bis.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { Project, subtleCrypto } from "../call/index.ts"
import type { HeadersLike } from "../session/index.ts"
import { makeKnownSessions } from "./knownSessions.ts"
import { type OpenedSession, openSession } from "./openedSession.ts"
import { sessionCookie } from "./sessionCookie.ts"
import { SharedRecords, type SharedRecordsFailed } from "./SharedRecords.ts"

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
    yield* Effect.try({ try: subtleCrypto, catch: (error) => error as InvalidConfiguration })
    const absolute = yield* lengthOf("absolute", options.absolute ?? "365 days")
    const cookie = yield* cookieOf(options, absolute)
    const sessions = yield* makeKnownSessions({
      idle: yield* lengthOf("idle", options.idle ?? "30 days"),
      absolute,
      remembered: Math.max(1, options.remembered ?? 10_000)
    })
    const lookUps = Semaphore.makeUnsafe(mostLookedUp)

    return ServerSessions.of({
      unsaved: sessions.unsaved,
      open: ({ headers }) =>
        lookUps.withPermit(Effect.gen(function*() {
          const secret = cookie.secretIn(headers)
          if (secret === undefined) return openSession(sessions, cookie, undefined)
          const known = yield* sessions.of(secret)
          // memory counts while the store is away: it knows the session, or its end
          yield* sessions.look(known).pipe(
            Effect.catch((error) => known.session !== null || known.unsaved ? Effect.void : Effect.fail(error))
          )
          yield* sessions.settle(known)
          return openSession(sessions, cookie, known)
        })).pipe(Effect.withSpan("ServerSessions.open"))
    })
  })

const cookieOf = (options: ServerSessionsOptions, maxAge: number) =>
  Effect.gen(function*() {
    const bareName = options.cookieName ?? `latchkey-${(yield* Project).id}`
    if (!/^[\w.-]+$/.test(bareName)) {
      return yield* invalid(
        "cookieName",
        "has characters that no cookie's name may have",
        "Use letters, digits, - and _."
      )
    }
    return sessionCookie({ bareName, maxAge, secure: options.secure ?? true })
  })

const lengthOf = (setting: string, input: Duration.Input): Effect.Effect<number, InvalidConfiguration> => {
  const duration = Duration.fromInput(input)
  const millis = duration._tag === "Some" ? Duration.toMillis(duration.value) : 0
  return millis > 0 && Number.isFinite(millis)
    ? Effect.succeed(millis)
    : invalid(setting, "is no length of time", "Give one such as \"30 days\".")
}

const invalid = (setting: string, problem: string, next: string) =>
  Effect.fail(new InvalidConfiguration({ setting, problem, next }))
