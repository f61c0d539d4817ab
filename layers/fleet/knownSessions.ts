/**
 * The sessions known to a process, and their records in the shared store. During an outage of the store, the sessions
 * in memory are used, and changes are written as soon as the store responds.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { millisOf, randomSecret } from "../call/index.ts"
import { sameTokens, SessionPolicy, type StoredTokens, TokenStoreFailed } from "../session/index.ts"
import { isFresh, issuedAtOf, type KnownSession, makeKnown, makeMemory, remainingOf } from "./KnownSession.ts"
import { type Lifetimes, makeCatchUpWriter, makeRecordSync, type RecordSync } from "./recordSync.ts"
import { type LeasedSession, leasePolicy, withFleetLease } from "./refreshLease.ts"
import type { SharedSession } from "./sealedSession.ts"
import { SharedRecords } from "./SharedRecords.ts"
import { isRefusal, type SharedRecordsFailed } from "./SharedRecordsFailed.ts"

export interface KnownSessions {
  /** Returns the entry of this secret in memory, or a new entry to look up. Sends no request to the store. */
  readonly of: (secret: string) => Effect.Effect<KnownSession>
  /** Reads the record from the store. Simultaneous callers share one request. */
  readonly look: (known: KnownSession) => Effect.Effect<void, SharedRecordsFailed>
  /** Ends the session if it has expired, removes it from the cache if it no longer exists, and caches it otherwise. */
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

/** Replaces the session's tokens. A server with an expired lease writes nothing. */
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
