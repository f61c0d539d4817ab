/**
 * Ensures that only one server at a time refreshes a session, using a lease in the session's shared record. Each lease
 * has a higher number than the previous lease, so a slow holder notices that it lost the lease and writes nothing.
 * Clocks of different servers are never compared: a waiting server measures the time without heartbeats on its own
 * clock.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { CallError } from "../../schemas/errors/CallError.ts"
import { type CoolDown, SessionPolicy, TokenStoreFailed } from "../session/index.ts"
import type { SharedSession } from "./sealedSession.ts"
import type { SharedRecordsFailed } from "./SharedRecordsFailed.ts"

/**
 * Timing of the lease in milliseconds. All servers must agree on it, so it is not part of the `SessionPolicy`, which
 * each server may change.
 */
export const leasePolicy = {
  /** Time without a heartbeat after which the holder counts as crashed and the next server takes over. */
  expiry: 3000,
  /** Interval of the holder's heartbeats. */
  heartbeat: 1000,
  /** Maximum wait for any holder, with or without heartbeats. */
  longest: 30_000,
  /** Maximum wait for another server's refresh while the current access token is still valid. */
  maxWait: 1000,
  /**
   * Minimum remaining lifetime with which a token from another server is used without a lease. The session checks the
   * clock a moment later, and would refresh a token that is about to expire without holding the lease.
   */
  margin: 1000,
  /** First and longest pause between checks of another server's progress. */
  firstPause: 20,
  longestPause: 200
} as const

/** A lease, as a waiting server observes it. */
interface Observed {
  readonly fence: number
  readonly heartbeat: number
  /** Time at which this state was first seen, on this server's clock. */
  readonly since: number
  /** Time at which the lease was first seen. */
  readonly from: number
}

/** State of one session's leases in one process. */
export interface LeaseState {
  observed: Observed | undefined
  /** Number of the lease that this process holds. */
  held: number | undefined
  /** Pause after a failed refresh. The subject is the version of the tokens. */
  readonly coolDown: CoolDown<number, Cause.Cause<unknown>>
}

/** The shared session, as this process knows it. */
export interface LeasedSession {
  /** The session in memory after the last read; `null` if it ended. */
  readonly current: () => SharedSession | null
  /** Version of the tokens: changes whenever they change. */
  readonly version: () => number
  /** Issue time of the access token in memory on the platform's clock; -∞ if unknown. */
  readonly issuedAt: () => number
  /**
   * Whether the access token in memory was issued later than `laterThan` and isn't about to expire. A token that
   * differs from the caller's may still be older, if this server could not write its newer token.
   */
  readonly isFresh: (laterThan: number, now: number) => boolean
  /** Reads the shared store. */
  readonly look: Effect.Effect<void, SharedRecordsFailed>
  /** Writes the lease to the shared store, unless another server wrote since the last read. */
  readonly put: (lease: Pick<SharedSession, "fence" | "heartbeat">) => Effect.Effect<boolean, SharedRecordsFailed>
  /** Whether the access token in memory will still be valid in a moment. */
  readonly isAlive: (now: number) => boolean
}

/**
 * Runs `self` while no other server does. The caller must ensure that only one run per process is active: see
 * `ServerSessions`.
 */
export const withFleetLease = <A, E>(
  subject: LeasedSession,
  state: LeaseState,
  scope: Scope.Scope,
  self: Effect.Effect<A, E>
): Effect.Effect<A, E | TokenStoreFailed> =>
  Effect.gen(function*() {
    const version = subject.version()
    const issuedAt = subject.issuedAt()
    const started = yield* Clock.currentTimeMillis
    const pause = state.coolDown.lasting(version, started)
    // This caller needs the same refresh that has just failed, so it gets the same failure.
    if (pause !== undefined) return yield* Effect.failCause(pause.failure as Cause.Cause<E>)
    const remembered = remembering(state.coolDown, version, self)
    for (let pause: number = leasePolicy.firstPause;; pause = Math.min(pause * 1.5, leasePolicy.longestPause)) {
      const seen = yield* Effect.exit(subject.look)
      const now = yield* Clock.currentTimeMillis
      if (Exit.isFailure(seen)) return yield* subject.isAlive(now) ? storeFailed("does not respond") : remembered
      const session = subject.current()
      if (session === null || subject.isFresh(issuedAt, now)) return yield* self
      if (isFree(session, state, now)) {
        const fence = session.fence + 1
        const taken = yield* Effect.exit(subject.put({ fence, heartbeat: 0 }))
        // A store that can be read may still refuse writes.
        if (Exit.isFailure(taken)) {
          return yield* subject.isAlive(now)
            ? storeFailed("does not accept writes")
            : remembered
        }
        if (taken.value) return yield* holding(subject, state, scope, fence, remembered)
      } else if (now - started >= leasePolicy.maxWait && subject.isAlive(now)) {
        return yield* storeFailed("shows that another server is refreshing")
      }
      yield* Effect.sleep(Duration.millis(pause))
    }
  })

/**
 * Remembers the error of a failed refresh for the cool-down of the provided policy. An interruption is not remembered.
 */
const remembering = <A, E>(
  coolDown: LeaseState["coolDown"],
  version: number,
  self: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  self.pipe(
    Effect.tap(Effect.sync(coolDown.reset)),
    Effect.tapCause((cause) =>
      Cause.hasFails(cause)
        ? Effect.flatMap(
          SessionPolicy,
          (policy) => coolDown.failed(version, cause, Cause.squash(cause) as CallError, policy.coolDown)
        )
        : Effect.void
    )
  )

const storeFailed = (problem: string) =>
  Effect.fail(new TokenStoreFailed({ operation: "write", problem: `the servers' shared store ${problem}` }))

const isFree = ({ heartbeat, fence }: SharedSession, state: LeaseState, now: number): boolean => {
  if (heartbeat === undefined) return true
  const before = state.observed
  if (before?.fence !== fence) {
    state.observed = { fence, heartbeat, since: now, from: now }
    return false
  }
  if (before.heartbeat !== heartbeat) state.observed = { ...before, heartbeat, since: now }
  const { from, since } = state.observed!
  return now - since >= leasePolicy.expiry || now - from >= leasePolicy.longest
}

const holding = <A, E>(
  subject: LeasedSession,
  state: LeaseState,
  scope: Scope.Scope,
  fence: number,
  self: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      state.held = fence
      const isMine = () => subject.current()?.fence === fence && subject.current()?.heartbeat !== undefined
      const heartbeats = yield* Effect.forkIn(
        Effect.gen(function*() {
          for (let heartbeat = 1; heartbeat * leasePolicy.heartbeat < leasePolicy.longest; heartbeat++) {
            yield* Effect.sleep(leasePolicy.heartbeat)
            if (!isMine()) return
            const written = yield* Effect.orElseSucceed(subject.put({ fence, heartbeat }), () => true)
            if (!written) yield* Effect.ignore(subject.look)
          }
        }),
        scope
      )
      const exit = yield* Effect.exit(restore(self))
      yield* Fiber.interrupt(heartbeats)
      state.held = undefined
      // Writing new tokens has already released the lease.
      if (isMine()) yield* Effect.ignore(subject.put({ fence, heartbeat: undefined }))
      return yield* exit
    })
  )
