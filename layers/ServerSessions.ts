/**
 * Sessions of browsers, kept on the servers: the browser has an opaque cookie that no script reads, the tokens are in a
 * store that all servers share. Any server answers any request, one of them refreshes for all, and none of them forgets a
 * session because the store was away for a moment. OWASP ASVS 7.2 and 7.3, RFC 6265bis.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import { type Life, lifeOf, remainingMillis } from "./accessToken.ts"
import { parseCookies } from "./cookies.ts"
import { Project } from "./Project.ts"
import { inFleetTurn, turnPolicy, type TurnState, type TurnSubject } from "./refreshTurn.ts"
import { isSecret, nameOf, newSecret, type Seal, sealOf, type SharedSession } from "./sealedSession.ts"
import { refreshThresholdMillis } from "./Session.ts"
import { headerOf, type HeadersLike } from "./sessionHeaders.ts"
import { SharedRecords, SharedRecordsFailed } from "./SharedRecords.ts"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "./TokenStore.ts"
import { watched } from "./watched.ts"

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
   * made: a sign-in later than that is refused.
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

/** A session in this process. Memory counts while the store is away, and whatever it missed is written afterwards. */
interface Known {
  readonly secret: string
  readonly name: string
  readonly seal: Seal
  /** What the store is believed to hold. */
  text: string | undefined
  session: SharedSession | null
  /** Grows with the tokens. */
  version: number
  /** What memory has is not in the store yet. */
  unsaved: boolean
  prolongedAt: number
  looking: Deferred.Deferred<void, SharedRecordsFailed> | undefined
  readonly writing: Semaphore.Semaphore
  /** A turn of this process under way. */
  turning: Deferred.Deferred<void> | undefined
  readonly turn: TurnState
  readonly listeners: Set<() => void>
}

/** The store is told of use no more often than twenty times in an idle time. */
const prolongings = 20

/** Sessions that are looked up at a time. When more requests come at once, they are the process's work and not the store's. */
const mostLookedUp = 256

/** How often what the store missed is tried again. */
const retryMillis = 200

const make = (options: ServerSessionsOptions): Effect.Effect<
  ServerSessions["Service"],
  InvalidConfiguration,
  SharedRecords | Project | Scope.Scope
> =>
  Effect.gen(function*() {
    const records = yield* SharedRecords
    const project = yield* Project
    const scope = yield* Effect.scope
    const idle = yield* lengthOf("idle", options.idle ?? "30 days")
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
    const most = Math.max(1, options.remembered ?? 10_000)

    // --- what this process knows ---

    const all = new Map<string, Known>()
    const unsaved = new Set<Known>()
    /** Something is waiting for the store, and {@link catchUp} runs. */
    let away = false

    const remember = (known: Known) => {
      all.delete(known.secret)
      all.set(known.secret, known)
      if (all.size <= most) return
      for (const each of all.values()) {
        if (each.unsaved) continue
        all.delete(each.secret)
        return
      }
    }

    const makeKnown = (secret: string): Effect.Effect<Known> =>
      Effect.promise(async () => ({
        secret,
        name: `session:${await nameOf(secret)}`,
        seal: await sealOf(secret),
        text: undefined,
        session: null,
        version: 0,
        unsaved: false,
        prolongedAt: -Infinity,
        looking: undefined,
        writing: Semaphore.makeUnsafe(1),
        turning: undefined,
        turn: { observed: undefined, held: undefined, failure: undefined },
        listeners: new Set<() => void>()
      }))

    const knownOf = (secret: string): Effect.Effect<Known> =>
      Effect.suspend(() => {
        const before = all.get(secret)
        if (before !== undefined) return Effect.succeed(before)
        return Effect.map(makeKnown(secret), (made) => {
          // another request may have come first meanwhile
          const known = all.get(secret) ?? made
          remember(known)
          return known
        })
      })

    const hold = (known: Known, session: SharedSession | null) => {
      const changed = !sameTokens(known.session?.tokens ?? null, session?.tokens ?? null)
      known.session = session
      if (!changed) return
      known.version++
      for (const listener of known.listeners) listener()
    }

    const setUnsaved = (known: Known, is: boolean) => {
      known.unsaved = is
      if (is) unsaved.add(known)
      else unsaved.delete(known)
    }

    /** Writes what the store missed as soon as it answers. Runs while there is something to write. */
    const catchUp: Effect.Effect<void> = Effect.gen(function*() {
      while (unsaved.size > 0) {
        yield* Effect.sleep(retryMillis)
        for (const known of [...unsaved]) {
          const ended = known.session === null && known.text !== undefined
          const answered = yield* Effect.exit(ended ? end(known) : look(known))
          if (Exit.isFailure(answered)) break
        }
      }
      away = false
    })

    // --- the store ---

    const isOver = ({ createdAt }: SharedSession, now: number) => now - createdAt >= absolute

    const keepMillis = ({ createdAt }: SharedSession, now: number) => Math.min(idle, createdAt + absolute - now)

    /** Takes over what the store holds, unless memory has what the store missed. */
    const adopt = (known: Known, text: string | undefined): Effect.Effect<void> =>
      Effect.gen(function*() {
        if (text === known.text) return
        const found = text === undefined ? undefined : yield* Effect.promise(() => known.seal.open(text))
        if (text !== undefined && found === undefined) {
          yield* Effect.logWarning("A shared session cannot be opened: it is damaged, or was written by somebody else.")
        }
        const now = yield* Clock.currentTimeMillis
        known.text = text
        // ended here while the store was away, and still to be removed there
        if (known.unsaved && known.session === null) return
        if (found === undefined || isOver(found, now)) {
          setUnsaved(known, false)
          return hold(known, null)
        }
        // both here and there the tokens may be newer than before; those there are known to everybody
        setUnsaved(known, false)
        hold(known, found)
      })

    const askStore = (known: Known): Effect.Effect<void, SharedRecordsFailed> =>
      known.writing.withPermit(Effect.gen(function*() {
        yield* adopt(known, yield* records.get(known.name))
        if (known.unsaved) yield* write(known, known.session)
        const now = yield* Clock.currentTimeMillis
        if (known.session !== null && now - known.prolongedAt >= idle / prolongings) {
          known.prolongedAt = now
          yield* Effect.ignore(records.prolong(known.name, keepMillis(known.session, now)))
        }
      }))

    /** One look for all who want one at the same time. It goes on when the one who began it leaves. */
    const look = (known: Known): Effect.Effect<void, SharedRecordsFailed> =>
      Effect.suspend(() => {
        if (known.looking !== undefined) return Deferred.await(known.looking)
        const result = Deferred.makeUnsafe<void, SharedRecordsFailed>()
        known.looking = result
        return Effect.forkIn(askStore(known), scope).pipe(
          Effect.tap((fiber) =>
            Effect.sync(() =>
              fiber.addObserver((exit) => {
                known.looking = undefined
                Deferred.doneUnsafe(result, exit)
              })
            )
          ),
          Effect.uninterruptible,
          Effect.andThen(Deferred.await(result))
        )
      })

    /** Writes unless somebody else did since the last look. Whoever calls it holds `writing`. */
    const write = (known: Known, next: SharedSession | null): Effect.Effect<boolean, SharedRecordsFailed> =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const text = next === null ? undefined : yield* Effect.promise(() => known.seal.close(next))
        const keep = next === null ? 0 : keepMillis(next, now)
        if (!(yield* records.compareAndSet(known.name, known.text, text, keep))) return false
        known.text = text
        if (next !== null) known.prolongedAt = now
        setUnsaved(known, false)
        hold(known, next)
        return true
      })

    /** Keeps in memory what the store did not take, until it does. */
    const keepUnsaved = (known: Known, next: SharedSession | null): Effect.Effect<unknown> =>
      Effect.suspend(() => {
        hold(known, next)
        setUnsaved(known, true)
        remember(known)
        if (away) return Effect.void
        away = true
        return Effect.andThen(
          Effect.logWarning("The servers' shared store is away. What changes is kept in memory until it is back."),
          Effect.forkIn(catchUp, scope)
        )
      })

    /** Removes the session wherever it is, whatever others wrote meanwhile. */
    const end = (known: Known): Effect.Effect<void> =>
      known.writing.withPermit(Effect.gen(function*() {
        hold(known, null)
        setUnsaved(known, true)
        for (let round = 0; round < 5; round++) {
          if (yield* write(known, null)) return
          yield* adopt(known, yield* records.get(known.name))
        }
        yield* keepUnsaved(known, null)
      })).pipe(Effect.catch(() => Effect.asVoid(keepUnsaved(known, null))))

    yield* Effect.addFinalizer(() =>
      Effect.gen(function*() {
        for (const known of [...unsaved]) {
          const answered = yield* Effect.exit(known.session === null ? end(known) : askStore(known))
          if (Exit.isFailure(answered) || known.unsaved) return
        }
      })
    )

    // --- a request's token store ---

    const subjectOf = (known: Known): TurnSubject => ({
      current: () => known.session,
      version: () => known.version,
      issuedAt: () => issuedAtOf(known),
      isFresh: (laterThan, now) => isFresh(known, laterThan, now),
      look: look(known),
      put: ({ beat, fence }) =>
        known.writing.withPermit(Effect.suspend(() =>
          known.session === null ? Effect.succeed(false) : write(known, { ...known.session, fence, beat })
        )),
      isAlive: (now) =>
        remainingOf(known, now) > 0
    })

    const accessLifeOf = ({ session }: Known): Life | undefined =>
      session?.tokens.accessToken === undefined ? undefined : lifeOf(session.tokens.accessToken)

    const remainingOf = (known: Known, now: number): number => {
      const life = accessLifeOf(known)
      return life === undefined ? 0 : remainingMillis(life, 0, now)
    }

    const issuedAtOf = (known: Known): number => accessLifeOf(known)?.issuedAt ?? -Infinity

    const isFresh = (known: Known, laterThan: number, now: number): boolean =>
      issuedAtOf(known) > laterThan && remainingOf(known, now) >= refreshThresholdMillis

    /** New tokens of the same session. A holder whose turn is over writes nothing. */
    const replace = (known: Known, expected: StoredTokens, tokens: StoredTokens): Effect.Effect<boolean> =>
      Effect.suspend(() => {
        const { held } = known.turn
        const givesBack = held !== undefined && tokens.accessToken !== undefined
        return known.writing.withPermit(Effect.gen(function*() {
          for (let round = 0; round < 5; round++) {
            const { session } = known
            if (session === null || !sameTokens(session.tokens, expected)) return false
            if (held !== undefined && session.fence !== held) return false
            const next = { ...session, tokens, beat: givesBack ? undefined : session.beat }
            const written = yield* Effect.exit(write(known, next))
            if (Exit.isFailure(written)) {
              yield* keepUnsaved(known, next)
              return true
            }
            if (written.value) return true
            const found = yield* Effect.exit(records.get(known.name))
            if (Exit.isSuccess(found)) yield* adopt(known, found.value)
          }
          return false
        }))
      })

    /** A new session under a new secret: nothing that anybody knew before leads to it. */
    const begin = (tokens: StoredTokens): Effect.Effect<Known> =>
      Effect.gen(function*() {
        const known = yield* makeKnown(newSecret())
        const session = { tokens, createdAt: yield* Clock.currentTimeMillis, fence: 0, beat: undefined }
        remember(known)
        yield* known.writing.withPermit(write(known, session)).pipe(Effect.catch(() => keepUnsaved(known, session)))
        return known
      })

    const cookie = (secret: string, maxAge: number): string =>
      `${cookieName}=${secret}; Path=/; Max-Age=${Math.floor(maxAge / 1000)}; HttpOnly; SameSite=Lax${
        secure ? "; Secure" : ""
      }`

    const openedOf = (found: Known | undefined): OpenedSession => {
      let known = found
      /** What memory has was looked up for this request, or came a moment ago. */
      let fresh = true
      let set: string | undefined
      let sent = false
      const listeners = new Set<() => void>()
      const news = () => {
        fresh = true
        for (const listener of listeners) listener()
      }
      const held = (): StoredTokens | null => known?.session?.tokens ?? null
      const become = (next: Known | undefined, cookieNow: string) => {
        known?.listeners.delete(news)
        known = next
        if (listeners.size > 0) known?.listeners.add(news)
        set = cookieNow
        news()
      }

      const get = Effect.suspend(() => {
        const isFresh = fresh
        fresh = false
        // memory counts while the store is away
        return known === undefined || isFresh ? Effect.void : Effect.ignore(look(known))
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
            return yield* replace(known, before, next)
          }
          if (next !== null && sent) return yield* tooLate()
          const old = known
          if (next === null) become(undefined, cookie("", 0))
          else {
            const begun = yield* begin(next)
            become(begun, cookie(begun.secret, absolute))
          }
          if (old !== undefined) yield* end(old)
          return true
        })

      const inTurn = <A, E>(self: Effect.Effect<A, E>): Effect.Effect<A, E | TokenStoreFailed> =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const mine = known
          if (mine === undefined) return self
          const issuedAt = issuedAtOf(mine)
          let begun = false
          // one request of this process asks the other servers for a turn, and the rest wait for what comes of it
          const turn: Effect.Effect<A, E | TokenStoreFailed> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
            if (mine.session === null || isFresh(mine, issuedAt, now)) {
              fresh = true
              return self
            }
            if (mine.turning !== undefined) return Effect.andThen(Deferred.await(mine.turning), turn)
            const turning = mine.turning = Deferred.makeUnsafe<void>()
            begun = true
            return Effect.ensuring(
              inFleetTurn(subjectOf(mine), mine.turn, scope, self),
              Effect.sync(() => {
                mine.turning = undefined
                Deferred.doneUnsafe(turning, Exit.void)
              })
            )
          })
          if (remainingOf(mine, now) <= 0) return turn
          // with a token that is still good nobody waits long for another request of this process
          const impatient = Effect.andThen(
            Effect.sleep(turnPolicy.courtesy),
            Effect.suspend(() => begun ? Effect.never : tooSlow())
          )
          return Effect.raceFirst(turn, impatient)
        })

      return {
        signedIn: held() !== null,
        setCookies: () => {
          sent = true
          return set === undefined ? [] : [set]
        },
        layer: Layer.succeed(TokenStore, {
          // each command has its own patience, and waits for its turn before that
          endsByItself: true,
          get,
          compareAndSet,
          inTurn,
          changes: watched(held, (listener) => {
            listeners.add(listener)
            known?.listeners.add(news)
            return () => {
              listeners.delete(listener)
              if (listeners.size === 0) known?.listeners.delete(news)
            }
          })
        })
      }
    }

    const turns = Semaphore.makeUnsafe(mostLookedUp)

    return ServerSessions.of({
      unsaved: () => unsaved.size,
      open: ({ headers }) =>
        turns.withPermit(Effect.gen(function*() {
          const shown = parseCookies(headerOf(headers, "cookie") ?? "").filter(([name]) => name === cookieName)
          const secret = shown.find(([, value]) => isSecret(value))?.[1]
          if (secret === undefined) return openedOf(undefined)
          const known = yield* knownOf(secret)
          // memory counts while the store is away: it knows the session, or its end
          yield* look(known).pipe(
            Effect.catch((error) => known.session !== null || known.unsaved ? Effect.void : Effect.fail(error))
          )
          if (known.session !== null && isOver(known.session, yield* Clock.currentTimeMillis)) yield* end(known)
          if (known.session === null && !known.unsaved) all.delete(secret)
          else remember(known)
          return openedOf(known)
        })).pipe(Effect.withSpan("ServerSessions.open"))
    })
  })

const isSameSession = (a: StoredTokens, b: StoredTokens): boolean =>
  a.refreshToken !== undefined && b.refreshToken !== undefined
  && Redacted.value(a.refreshToken) === Redacted.value(b.refreshToken)

const tooLate = () =>
  Effect.fail(new TokenStoreFailed({ operation: "write", problem: "the headers of the answer are sent already" }))

const tooSlow = () =>
  Effect.fail(new TokenStoreFailed({ operation: "write", problem: "another request refreshes and takes its time" }))

const lengthOf = (setting: string, input: Duration.Input): Effect.Effect<number, InvalidConfiguration> => {
  const duration = Duration.fromInput(input)
  const millis = duration._tag === "Some" ? Duration.toMillis(duration.value) : 0
  return millis > 0 && Number.isFinite(millis)
    ? Effect.succeed(millis)
    : invalid(setting, "is no length of time", "Give one such as \"30 days\".")
}

const invalid = (setting: string, problem: string, next: string) =>
  Effect.fail(new InvalidConfiguration({ setting, problem, next }))
