/**
 * The sessions known to a process, and their records in the shared store. During an outage of the store, the sessions
 * in memory count, and changes are written as soon as the store responds.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { Listeners, millisOf, randomSecret, singleFlight, throttled } from "../call/index.ts"
import {
  type Life,
  lifeOf,
  makeCoolDown,
  remainingMillis,
  sameTokens,
  SessionPolicy,
  type StoredTokens,
  TokenStoreFailed
} from "../session/index.ts"
import { type LeasedSession, leasePolicy, type LeaseState, withFleetLease } from "./refreshLease.ts"
import { nameOf, type Seal, sealOf, type SharedSession } from "./sealedSession.ts"
import { isRefusal, SharedRecords, type SharedRecordsFailed } from "./SharedRecords.ts"

/** Lifetime of sessions, and the size of memory. */
export interface Lifetimes {
  /** Idle timeout in milliseconds. */
  readonly idle: number
  /** Maximum lifetime in milliseconds, from the start of the session. */
  readonly absolute: number
  /** Maximum number of sessions kept in memory for outages of the store. */
  readonly remembered: number
}

/** A session in this process. Only this file writes to it. */
export interface KnownSession {
  readonly secret: string
  readonly name: string
  readonly seal: Seal
  /** The record in the store, as last seen. */
  text: string | undefined
  session: SharedSession | null
  /** Increases with every change of the tokens. */
  version: number
  /** Whether memory has changes that the store does not. */
  unsaved: boolean
  prolongedAt: number
  readonly writing: Semaphore.Semaphore
  /**
   * Ensures that one request of this process at a time competes with other servers for the lease. Other requests wait
   * for its result.
   */
  readonly refreshing: Semaphore.Semaphore
  readonly lease: LeaseState
  /** Called when the tokens change. */
  readonly listeners: Listeners
}

/** Maximum number of writes of a session's last use per idle timeout. */
const prolongings = 20

/** Interval between attempts to write the changes that the store missed. */
const retryMillis = 200

export interface KnownSessions {
  /** Returns the entry of this secret in memory, or a new entry to look up. Sends no request to the store. */
  readonly of: (secret: string) => Effect.Effect<KnownSession>
  /** Reads the record from the store. Simultaneous callers share one request. */
  readonly look: (known: KnownSession) => Effect.Effect<void, SharedRecordsFailed>
  /** Ends an expired session, removes a session that no longer exists from the cache, and caches any other session. */
  readonly settle: (known: KnownSession) => Effect.Effect<void>
  /**
   * Creates a session under a new secret. Fails if the store refuses it; during an outage, memory keeps the session.
   */
  readonly begin: (tokens: StoredTokens) => Effect.Effect<KnownSession, SharedRecordsFailed>
  /** Replaces the session's tokens. Returns `false` if another writer was first or took over the lease. */
  readonly replace: (known: KnownSession, expected: StoredTokens, tokens: StoredTokens) => Effect.Effect<boolean>
  /** Removes the session from memory and the store, even if another server has changed it. */
  readonly end: (known: KnownSession) => Effect.Effect<void>
  /**
   * Runs a refresh exclusively: no other request of this process and no other server runs it at the same time. If
   * another refresh has already brought a fresh token, runs `unneeded` instead.
   */
  readonly withRefreshLease: <A, E>(
    known: KnownSession,
    self: Effect.Effect<A, E>,
    unneeded: () => void
  ) => Effect.Effect<A, E | TokenStoreFailed>
  /** Number of sessions with changes that the store does not have. */
  readonly unsaved: () => number
}

const makeKnown = (secret: string): Effect.Effect<KnownSession> =>
  Effect.promise(async () => ({
    secret,
    name: `session:${await nameOf(secret)}`,
    seal: await sealOf(secret),
    text: undefined,
    session: null,
    version: 0,
    unsaved: false,
    prolongedAt: -Infinity,
    writing: Semaphore.makeUnsafe(1),
    refreshing: Semaphore.makeUnsafe(1),
    lease: { observed: undefined, held: undefined, coolDown: makeCoolDown() },
    listeners: new Listeners()
  }))

const hold = (known: KnownSession, session: SharedSession | null) => {
  const changed = !sameTokens(known.session?.tokens ?? null, session?.tokens ?? null)
  known.session = session
  if (!changed) return
  known.version++
  known.listeners.notify()
}

const accessLifeOf = ({ session }: Pick<KnownSession, "session">): Life | undefined =>
  session?.tokens.accessToken === undefined ? undefined : lifeOf(session.tokens.accessToken)

const remainingOf = (known: KnownSession, now: number): number => {
  const life = accessLifeOf(known)
  return life === undefined ? 0 : remainingMillis(life, 0, now)
}

const issuedAtOf = (known: Pick<KnownSession, "session">): number => accessLifeOf(known)?.issuedAt ?? -Infinity

const isFresh = (known: KnownSession, { laterThan, now, threshold }: Freshness): boolean =>
  issuedAtOf(known) > laterThan && remainingOf(known, now) >= threshold

/**
 * Condition on an access token: issued after `laterThan` on the platform's clock, and valid for at least `threshold`
 * milliseconds from `now`.
 */
interface Freshness {
  readonly laterThan: number
  readonly threshold: number
  readonly now: number
}

/** The sessions in a process's memory: at most `remembered`, plus the sessions with changes that the store missed. */
const makeMemory = (remembered: number) => {
  const all = new Map<string, KnownSession>()
  /** Sessions that haven't been looked up yet. They are kept apart, so that they never evict remembered sessions. */
  const lookedFor = new Map<string, KnownSession>()
  const unsaved = new Set<KnownSession>()

  /** Remembers sessions that exist, and changes that the store missed. */
  const remember = (known: KnownSession) => {
    all.delete(known.secret)
    if (known.session === null && !known.unsaved) return
    all.set(known.secret, known)
    if (all.size <= remembered) return
    for (const each of all.values()) {
      if (each.unsaved) continue
      all.delete(each.secret)
      return
    }
  }

  const inMemory = (secret: string): KnownSession | undefined => all.get(secret) ?? lookedFor.get(secret)

  const knownOf = (secret: string): Effect.Effect<KnownSession> =>
    Effect.suspend(() => {
      const before = inMemory(secret)
      // Another request may create the entry in the meantime.
      return before === undefined
        ? Effect.map(makeKnown(secret), (made) => inMemory(secret) ?? made)
        : Effect.succeed(before)
    })

  const setUnsaved = (known: KnownSession, is: boolean) => {
    known.unsaved = is
    if (is) unsaved.add(known)
    else unsaved.delete(known)
  }

  return { lookedFor, of: knownOf, remember, setUnsaved, unsaved }
}

type Memory = ReturnType<typeof makeMemory>

/** Copies a session between a process's memory and its record in the shared store: one read and one write at a time. */
const makeRecordSync = (
  { setUnsaved }: Memory,
  records: SharedRecords["Service"],
  { absolute, idle }: Lifetimes
) => {
  const isOver = ({ createdAt }: SharedSession, now: number) => now - createdAt >= absolute

  const keepMillis = ({ createdAt }: SharedSession, now: number) => Math.min(idle, createdAt + absolute - now)

  /** Adopts the store's record, unless memory has changes that the store missed. */
  const adopt = (known: KnownSession, text: string | undefined): Effect.Effect<void> =>
    Effect.gen(function*() {
      if (text === known.text) return
      const found = text === undefined ? undefined : yield* Effect.promise(() => known.seal.open(text))
      if (text !== undefined && found === undefined) {
        yield* throttled("shared session", (more) =>
          Effect.logWarning(
            `A shared session cannot be opened: it is damaged, or another program wrote it.${more}`
          ))
      }
      const now = yield* Clock.currentTimeMillis
      known.text = text
      // the session ended in this process during an outage, and its record has not been removed yet
      if (known.unsaved && known.session === null) return
      if (found === undefined || isOver(found, now)) {
        setUnsaved(known, false)
        return hold(known, null)
      }
      if (known.unsaved && known.session !== null && issuedAtOf(known) > issuedAtOf({ session: found })) {
        // tokens changed both in this process and in the store; the newest tokens win and must still be written
        known.session = { ...found, tokens: known.session.tokens }
        return
      }
      setUnsaved(known, false)
      hold(known, found)
    })

  /** Writes the record unless another server wrote since the last read. The caller holds `writing`. */
  const write = (known: KnownSession, next: SharedSession | null): Effect.Effect<boolean, SharedRecordsFailed> =>
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

  const askStore = (known: KnownSession): Effect.Effect<void, SharedRecordsFailed> =>
    known.writing.withPermit(Effect.gen(function*() {
      yield* adopt(known, yield* records.get(known.name))
      if (known.unsaved) yield* write(known, known.session)
      const now = yield* Clock.currentTimeMillis
      if (known.session !== null && now - known.prolongedAt >= idle / prolongings) {
        known.prolongedAt = now
        yield* Effect.ignore(records.prolong(known.name, keepMillis(known.session, now)))
      }
    }))

  /** Reads the record and writes the changes that the store missed. The caller holds `writing`. */
  const adoptNow = (known: KnownSession): Effect.Effect<void, SharedRecordsFailed> =>
    Effect.flatMap(records.get(known.name), (text) => adopt(known, text))

  return { adoptNow, askStore, isOver, write }
}

type RecordSync = ReturnType<typeof makeRecordSync>

/** Reads the store for all callers, and writes missed changes as soon as it responds and when the scope closes. */
const makeCatchUpWriter = (
  { lookedFor, remember, setUnsaved, unsaved }: Memory,
  { adoptNow, askStore, write }: RecordSync,
  scope: Scope.Scope
) => {
  /** Whether changes are waiting for the store and {@link catchUp} is running. */
  let away = false

  /** Writes missed changes as soon as the store responds. Runs while there are missed changes. */
  const catchUp: Effect.Effect<void> = Effect.gen(function*() {
    while (unsaved.size > 0) {
      yield* Effect.sleep(retryMillis)
      for (const known of [...unsaved]) {
        const ended = known.session === null && known.text !== undefined
        const answered = yield* Effect.exit(ended ? end(known) : look(known))
        if (Exit.isSuccess(answered) && !known.unsaved) continue
        // The next round starts with another session, because the store may refuse only this one.
        if (unsaved.delete(known)) unsaved.add(known)
        break
      }
    }
    away = false
  })

  /**
   * Shares one read among all simultaneous callers. The read continues if the caller that started it is interrupted.
   */
  const sharedLook = singleFlight(scope, (known: KnownSession, _input: void) => {
    lookedFor.set(known.secret, known)
    return Effect.ensuring(
      askStore(known),
      Effect.sync(() => {
        lookedFor.delete(known.secret)
        remember(known)
      })
    )
  })

  const look = (known: KnownSession): Effect.Effect<void, SharedRecordsFailed> => sharedLook(known)

  /** Keeps a change in memory until the store accepts it. */
  const keepUnsaved = (known: KnownSession, next: SharedSession | null): Effect.Effect<unknown> =>
    Effect.suspend(() => {
      hold(known, next)
      setUnsaved(known, true)
      remember(known)
      if (away) return Effect.void
      away = true
      return Effect.andThen(
        Effect.logWarning(
          "The servers' shared store did not accept a change of a session. Changes are kept in memory until it does."
        ),
        Effect.forkIn(catchUp, scope)
      )
    })

  const end = (known: KnownSession): Effect.Effect<void> =>
    known.writing.withPermit(Effect.gen(function*() {
      hold(known, null)
      setUnsaved(known, true)
      for (let round = 0; round < 5; round++) {
        if (yield* write(known, null)) return remember(known)
        yield* adoptNow(known)
      }
      yield* keepUnsaved(known, null)
    })).pipe(Effect.catch(() => Effect.asVoid(keepUnsaved(known, null))))

  const writeAll: Effect.Effect<void> = Effect.gen(function*() {
    for (const known of [...unsaved]) yield* Effect.exit(known.session === null ? end(known) : askStore(known))
  })

  return Effect.as(Effect.addFinalizer(() => writeAll), { end, keepUnsaved, look })
}

/** Returns the session in the form that the shared lease needs. */
const leasedSession = (
  known: KnownSession,
  threshold: number,
  look: Effect.Effect<void, SharedRecordsFailed>,
  write: RecordSync["write"]
): LeasedSession => ({
  current: () => known.session,
  version: () => known.version,
  issuedAt: () => issuedAtOf(known),
  isFresh: (laterThan, now) => isFresh(known, { laterThan, now, threshold }),
  look,
  put: ({ heartbeat, fence }) =>
    known.writing.withPermit(
      Effect.suspend(() =>
        known.session === null ? Effect.succeed(false) : write(known, { ...known.session, fence, heartbeat })
      )
    ),
  isAlive: (now) => remainingOf(known, now) > 0
})

/**
 * Runs a refresh for one request of this process at a time, while this server holds the lease. Other requests wait for
 * its result.
 */
const withRefreshLease = <A, E>(
  known: KnownSession,
  leased: LeasedSession,
  scope: Scope.Scope,
  self: Effect.Effect<A, E>,
  unneeded: () => void
): Effect.Effect<A, E | TokenStoreFailed> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const issuedAt = issuedAtOf(known)
    let started = false
    const isSettled = (now: number) => known.session === null || leased.isFresh(issuedAt, now)
    const alone: Effect.Effect<Option.Option<A>, E | TokenStoreFailed> = known.refreshing.withPermit(
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (isSettled(now)) return Effect.succeedNone
        started = true
        return Effect.asSome(withFleetLease(leased, known.lease, scope, self))
      })
    )
    const refreshed = Effect.flatMap(isSettled(now) ? Effect.succeedNone : alone, (done) => {
      if (Option.isSome(done)) return Effect.succeed(done.value)
      unneeded()
      return self
    })
    if (remainingOf(known, now) <= 0) return refreshed
    // A request with a valid token waits only briefly for another request of this process.
    const impatient = Effect.andThen(
      Effect.sleep(leasePolicy.maxWait),
      Effect.suspend(() => started ? Effect.never : tooSlow())
    )
    return Effect.raceFirst(refreshed, impatient)
  })

/** Replaces the session's tokens. A server whose lease has expired writes nothing. */
const replaceTokens = (
  { adoptNow, keepUnsaved, write }: Pick<RecordSync, "adoptNow" | "write"> & {
    readonly keepUnsaved: (known: KnownSession, next: SharedSession | null) => Effect.Effect<unknown>
  },
  known: KnownSession,
  expected: StoredTokens,
  tokens: StoredTokens
): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    const { held } = known.lease
    const givesBack = held !== undefined && tokens.accessToken !== undefined
    return known.writing.withPermit(Effect.gen(function*() {
      for (let round = 0; round < 5; round++) {
        const { session } = known
        if (session === null || !sameTokens(session.tokens, expected)) return false
        if (held !== undefined && session.fence !== held) return false
        const next = { ...session, tokens, heartbeat: givesBack ? undefined : session.heartbeat }
        const written = yield* Effect.exit(write(known, next))
        if (Exit.isFailure(written)) {
          yield* keepUnsaved(known, next)
          return true
        }
        if (written.value) return true
        yield* Effect.exit(adoptNow(known))
      }
      return false
    }))
  })

/** Starts with no sessions. When the scope closes, changes that the store missed are written. */
export const makeKnownSessions = (
  lifetimes: Lifetimes
): Effect.Effect<KnownSessions, never, SharedRecords | Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const memory = makeMemory(lifetimes.remembered)
    const { of, remember, unsaved } = memory
    const sync = makeRecordSync(memory, yield* SharedRecords, lifetimes)
    const { end, keepUnsaved, look } = yield* makeCatchUpWriter(memory, sync, scope)

    const begin = (tokens: StoredTokens): Effect.Effect<KnownSession, SharedRecordsFailed> =>
      Effect.gen(function*() {
        const known = yield* makeKnown(randomSecret())
        const session = { tokens, createdAt: yield* Clock.currentTimeMillis, fence: 0, heartbeat: undefined }
        yield* known.writing.withPermit(sync.write(known, session)).pipe(
          Effect.catch((error) => isRefusal(error) ? Effect.fail(error) : keepUnsaved(known, session))
        )
        remember(known)
        return known
      })

    const settle = (known: KnownSession) =>
      Effect.gen(function*() {
        if (known.session !== null && sync.isOver(known.session, yield* Clock.currentTimeMillis)) yield* end(known)
        remember(known)
      })

    return {
      of,
      look,
      settle,
      begin,
      replace: (known, expected, tokens) => replaceTokens({ ...sync, keepUnsaved }, known, expected, tokens),
      end,
      withRefreshLease: (known, self, unneeded) =>
        Effect.flatMap(SessionPolicy, (policy) => {
          const threshold = millisOf(policy.threshold) + leasePolicy.margin
          const leased = leasedSession(known, threshold, look(known), sync.write)
          return withRefreshLease(known, leased, scope, self, unneeded)
        }),
      unsaved: () => unsaved.size
    }
  })

const tooSlow = () =>
  Effect.fail(new TokenStoreFailed({ operation: "write", problem: "another request is refreshing and takes too long" }))
