/**
 * Browser sessions that are kept on the servers. The browser has an opaque cookie that scripts can't read; the tokens
 * are in a store that all servers share. Any server can handle any request, one server refreshes a session for all
 * servers, and users stay signed in during a short outage of the store. OWASP ASVS 7.2 and 7.3, RFC 6265bis.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { count, Project, subtleCrypto, validator } from "../call/index.ts"
import type { HeadersLike } from "../session/index.ts"
import { makeKnownSessions } from "./knownSessions.ts"
import { type OpenedSession, openSession } from "./openedSession.ts"
import { sessionCookie } from "./sessionCookie.ts"
import type { SharedRecords } from "./SharedRecords.ts"
import type { SharedRecordsFailed } from "./SharedRecordsFailed.ts"

/** Options for the lifetime of the sessions, and for their cookie. */
export interface ServerSessionsOptions {
  /** Idle timeout: a session that is not used for this long ends. @default "30 days" */
  readonly idle?: Duration.Input | undefined
  /** Maximum lifetime of a session after the sign-in. @default "365 days", the platform's own maximum */
  readonly absolute?: Duration.Input | undefined
  /** Name of the cookie without its `__Host-` prefix. @default `latchkey-` and the project's id */
  readonly cookieName?: string | undefined
  /**
   * Set to `false` only for development without HTTPS: the cookie is sent without `Secure` and `__Host-`. @default true
   */
  readonly secure?: boolean | undefined
  /** Maximum number of sessions that a process remembers for outages of the store. About 4 kB each. @default 10,000 */
  readonly remembered?: number | undefined
}

/**
 * Sessions kept on the servers. Create one per process.
 *
 * During an outage of the shared store, a process serves the sessions that it remembers. Processes can't coordinate
 * then, so each process refreshes an expired token itself. Changes are written as soon as the store responds, and once
 * more when the process shuts down. A process that is killed earlier loses its unwritten changes: users who signed in
 * through it must sign in again, and a sign-out is known only to the platform. Exclude a process from rolling restarts
 * while `unsaved()` is not 0.
 */
export class ServerSessions extends Context.Service<ServerSessions, {
  /**
   * Looks up the session of a request. Fails if the shared store doesn't respond and this process does not remember the
   * session: respond with 503 and leave the cookie unchanged.
   *
   * The cookie is `SameSite=Lax`, so pages of other hosts of the same site may send it. `FleetAuthenticator.layer`
   * refuses such requests if their method may change data. If you open sessions without that layer, check `Origin`
   * first.
   */
  readonly open: (request: { readonly headers: HeadersLike }) => Effect.Effect<OpenedSession, SharedRecordsFailed>
  /**
   * Number of sessions in this process with changes that the shared store does not have yet. The changes are written as
   * soon as the store responds.
   */
  readonly unsaved: () => number
}>()("latchkey/ServerSessions") {}

const validate = validator("serverSessions", { remembered: count })

/** Keeps sessions in the store that the servers share: `SharedRecords.layerRedis()`. */
export const layer = (
  options: ServerSessionsOptions = {}
): Layer.Layer<ServerSessions, InvalidConfiguration, SharedRecords | Project> =>
  Layer.effect(ServerSessions, make(options))

/**
 * Maximum concurrent lookups. Further requests wait in the process, so that a burst does not look like a slow store.
 */
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
      ...yield* Effect.fromResult(validate({ remembered: options.remembered ?? 10_000 }))
    })
    const lookUps = Semaphore.makeUnsafe(mostLookedUp)

    return ServerSessions.of({
      unsaved: sessions.unsaved,
      open: ({ headers }) =>
        lookUps.withPermit(Effect.gen(function*() {
          const secret = cookie.secretIn(headers)
          if (secret === undefined) return openSession(sessions, cookie, undefined)
          const known = yield* sessions.of(secret)
          // During an outage of the store, the process's memory is used if it has the session, or knows that the
          // session ended.
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
        "has characters that aren't allowed in a cookie's name",
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
    : invalid(setting, "is not a duration", "Use one such as \"30 days\".")
}

const invalid = (setting: string, problem: string, next: string) =>
  Effect.fail(new InvalidConfiguration({ setting, problem, next }))
