/**
 * The sessions that a process knows, and the record of each in the store that the servers share. Memory counts while the
 * store is away, and what that missed is written as soon as it answers.
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

/** How long sessions last, and how many are remembered. */
export interface Lifetimes {
  /** A session that nobody uses ends after so long, in milliseconds. */
  readonly idle: number
  /** Every session ends so long after it began, in milliseconds. */
  readonly absolute: number
  /** Sessions that memory keeps for the moments in which the store is away. */
  readonly remembered: number
}

/** A session in this process. Written to in this file alone. */
export interface KnownSession {
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
  readonly writing: Semaphore.Semaphore
  /** One request of this process asks the other servers for the lease, and the rest wait for what comes of it. */
  readonly refreshing: Semaphore.Semaphore
  readonly lease: LeaseState
  /** Called when other tokens are there. */
  readonly listeners: Listeners
}

/** The store is told of use no more often than twenty times in an idle time. */
const prolongings = 20

/** How often what the store missed is tried again. */
const retryMillis = 200

export interface KnownSessions {
  /** The session with this secret as memory has it, to be looked for when it is not there. The store is not asked. */
  readonly of: (secret: string) => Effect.Effect<KnownSession>
  /** What the store holds now, one request for all who want it at the same time. */
  readonly look: (known: KnownSession) => Effect.Effect<void, SharedRecordsFailed>
  /** Ends it where its time is over; forgets it where there is none, and remembers it otherwise. */
  readonly settle: (known: KnownSession) => Effect.Effect<void>
  /**
   * Begins a session under a new secret, which no one could know before. Fails when the store refuses it; while the store
   * cannot be reached, memory keeps it.
   */
  readonly begin: (tokens: StoredTokens) => Effect.Effect<KnownSession, SharedRecordsFailed>
  /** New tokens of the same session. `false`: others were there first, or took the lease over. */
  readonly replace: (known: KnownSession, expected: StoredTokens, tokens: StoredTokens) => Effect.Effect<boolean>
  /** Removes the session wherever it is, whatever others wrote meanwhile. */
  readonly end: (known: KnownSession) => Effect.Effect<void>
  /**
   * Runs a refresh while nobody else does: neither another request of this process nor another server. `unneeded` is called
   * when one of them brought what this one wants.
   */
  readonly withRefreshLease: <A, E>(
    known: KnownSession,
    self: Effect.Effect<A, E>,
    unneeded: () => void
  ) => Effect.Effect<A, E | TokenStoreFailed>
  /** How many sessions the store does not have as they are. */
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

/** Issued later than that, by the platform's clock, and with so many milliseconds to live now. */
interface Freshness {
  readonly laterThan: number
  readonly threshold: number
  readonly now: number
}

/** What a process remembers of sessions, `remembered` of them at most besides those that the store missed. */
const makeMemory = (remembered: number) => {
  const all = new Map<string, KnownSession>()
  /** Nobody knows yet whether there is such a session: apart from those that are remembered, whom they would push out. */
  const lookedFor = new Map<string, KnownSession>()
  const unsaved = new Set<KnownSession>()

  /** Only what is a session, or what the store missed. */
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
      // another request may come first meanwhile
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

/** One look and one write at a time: what a process knows of a session, and its record in the shared store. */
const makeRecordSync = (
  { setUnsaved }: Memory,
  records: SharedRecords["Service"],
  { absolute, idle }: Lifetimes
) => {
  const isOver = ({ createdAt }: SharedSession, now: number) => now - createdAt >= absolute

  const keepMillis = ({ createdAt }: SharedSession, now: number) => Math.min(idle, createdAt + absolute - now)

  /** Takes over what the store holds, unless memory has what the store missed. */
  const adopt = (known: KnownSession, text: string | undefined): Effect.Effect<void> =>
    Effect.gen(function*() {
      if (text === known.text) return
      const found = text === undefined ? undefined : yield* Effect.promise(() => known.seal.open(text))
      if (text !== undefined && found === undefined) {
        yield* throttled("shared session", (more) =>
          Effect.logWarning(
            `A shared session cannot be opened: it is damaged, or was written by somebody else.${more}`
          ))
      }
      const now = yield* Clock.currentTimeMillis
      known.text = text
      // ended here while the store was away, and still to be removed there
      if (known.unsaved && known.session === null) return
      if (found === undefined || isOver(found, now)) {
        setUnsaved(known, false)
        return hold(known, null)
      }
      if (known.unsaved && known.session !== null && issuedAtOf(known) > issuedAtOf({ session: found })) {
        // both here and there the tokens are newer than before; the newest count, and are still to be written
        known.session = { ...found, tokens: known.session.tokens }
        return
      }
      setUnsaved(known, false)
      hold(known, found)
    })

  /** Writes unless somebody else did since the last look. Whoever calls it holds `writing`. */
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

  /** What the store holds now, and what it missed. Whoever calls it holds `writing`. */
  const adoptNow = (known: KnownSession): Effect.Effect<void, SharedRecordsFailed> =>
    Effect.flatMap(records.get(known.name), (text) => adopt(known, text))

  return { adoptNow, askStore, isOver, write }
}

type RecordSync = ReturnType<typeof makeRecordSync>

/** Looks into the store for all, and writes what the store missed as soon as it answers and when the scope closes. */
const makeCatchUpWriter = (
  { lookedFor, remember, setUnsaved, unsaved }: Memory,
  { adoptNow, askStore, write }: RecordSync,
  scope: Scope.Scope
) => {
  /** Something is waiting for the store, and {@link catchUp} runs. */
  let away = false

  /** Writes what the store missed as soon as it answers. Runs while there is something to write. */
  const catchUp: Effect.Effect<void> = Effect.gen(function*() {
    while (unsaved.size > 0) {
      yield* Effect.sleep(retryMillis)
      for (const known of [...unsaved]) {
        const ended = known.session === null && known.text !== undefined
        const answered = yield* Effect.exit(ended ? end(known) : look(known))
        if (Exit.isSuccess(answered) && !known.unsaved) continue
        // the next round begins with the others: the store may refuse this one alone
        if (unsaved.delete(known)) unsaved.add(known)
        break
      }
    }
    away = false
  })

  /** One look for all who want one at the same time. It goes on when the one who began it leaves. */
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

  /** Keeps in memory what the store did not take, until it does. */
  const keepUnsaved = (known: KnownSession, next: SharedSession | null): Effect.Effect<unknown> =>
    Effect.suspend(() => {
      hold(known, next)
      setUnsaved(known, true)
      remember(known)
      if (away) return Effect.void
      away = true
      return Effect.andThen(
        Effect.logWarning(
          "The servers' shared store did not take a change of a session. Changes are kept in memory until it does."
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

/** The session as the lease that the servers share sees it. */
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

/** One request of this process asks the other servers for the lease, and the rest wait for what comes of it. */
const withRefreshLease = <A, E>(
  known: KnownSession,
  leased: LeasedSession,
  scope: Scope.Scope,
  self: Effect.Effect<A, E>,
  unneeded: () => void
): Effect.Effect<A, E | TokenStoreFailed> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const issuedAt = issuedAtOf(known)
    let begun = false
    const isSettled = (now: number) => known.session === null || leased.isFresh(issuedAt, now)
    const alone: Effect.Effect<Option.Option<A>, E | TokenStoreFailed> = known.refreshing.withPermit(
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (isSettled(now)) return Effect.succeedNone
        begun = true
        return Effect.asSome(withFleetLease(leased, known.lease, scope, self))
      })
    )
    const refreshed = Effect.flatMap(isSettled(now) ? Effect.succeedNone : alone, (done) => {
      if (Option.isSome(done)) return Effect.succeed(done.value)
      unneeded()
      return self
    })
    if (remainingOf(known, now) <= 0) return refreshed
    // with a token that is still good nobody waits long for another request of this process
    const impatient = Effect.andThen(
      Effect.sleep(leasePolicy.maxWait),
      Effect.suspend(() => begun ? Effect.never : tooSlow())
    )
    return Effect.raceFirst(refreshed, impatient)
  })

/** New tokens of the same session. A holder whose lease is over writes nothing. */
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

/** Knows nothing at first. Writes what the store missed also when the scope closes. */
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
  Effect.fail(new TokenStoreFailed({ operation: "write", problem: "another request refreshes and takes its time" }))
