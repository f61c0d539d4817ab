/**
 * One refresh of a session among all servers: a lease that stands in the session's shared record. Each has a higher
 * number than the one before, so that a holder who comes late finds that the lease is no longer its own, and writes
 * nothing. No two clocks are compared: a lease without a heartbeat for a while, by the clock of whoever waits, is over.
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
import type { SharedRecordsFailed } from "./SharedRecords.ts"

/**
 * How servers lease the right to refresh, in milliseconds. All of them have to agree on it, so it is no part of the
 * `SessionPolicy` that each of them may have.
 */
export const leasePolicy = {
  /** A holder without a sign of life for so long has crashed, and the next one takes over. */
  expiry: 3000,
  /** The holder's signs of life. */
  heartbeat: 1000,
  /** No holder is waited for longer, however alive it is. */
  longest: 30_000,
  /** Whose access token is still good waits no longer than this for another server's refresh. */
  maxWait: 1000,
  /**
   * Another server's token is taken without a lease where it need not be refreshed for so long. The session looks at the
   * clock a moment later, and would refresh without one what is about to end by then.
   */
  margin: 1000,
  /** Pauses between two looks at what another server is doing, the first and the longest. */
  firstPause: 20,
  longestPause: 200
} as const

/** A lease as the waiting see it. */
interface Observed {
  readonly fence: number
  readonly heartbeat: number
  /** When it was first seen so, by the clock of this server. */
  readonly since: number
  /** When the lease was first seen at all. */
  readonly from: number
}

/** What the leases of one session in one process know. */
export interface LeaseState {
  observed: Observed | undefined
  /** The number of the lease that this process holds. */
  held: number | undefined
  /** The pause after a refresh that failed; its subject is the version of the tokens. */
  readonly coolDown: CoolDown<number, Cause.Cause<unknown>>
}

/** The shared session, as this process deals with it. */
export interface LeasedSession {
  /** The state in memory, after the last look; `null`: there is no session any more. */
  readonly current: () => SharedSession | null
  /** Another number whenever other tokens came. */
  readonly version: () => number
  /** When the access token in memory was issued, by the platform's clock; -∞ when nobody can tell. */
  readonly issuedAt: () => number
  /**
   * Whether the access token in memory was issued later than that, and need not be refreshed for a while. Another token may
   * be older, where this server could not write its own, or about to end as well.
   */
  readonly isFresh: (laterThan: number, now: number) => boolean
  /** Looks into the shared store. */
  readonly look: Effect.Effect<void, SharedRecordsFailed>
  /** Changes the lease in the shared store, unless somebody wrote there since the last look. */
  readonly put: (lease: Pick<SharedSession, "fence" | "heartbeat">) => Effect.Effect<boolean, SharedRecordsFailed>
  /** Whether the access token is good for a moment more. */
  readonly isAlive: (now: number) => boolean
}

/** Runs `self` while no other server runs the same. One caller at a time in a process: see `ServerSessions`. */
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
    // whoever asks here wants the same refresh, and meets what it met a moment ago
    if (pause !== undefined) return yield* Effect.failCause(pause.failure as Cause.Cause<E>)
    const remembered = remembering(state.coolDown, version, self)
    for (let pause: number = leasePolicy.firstPause;; pause = Math.min(pause * 1.5, leasePolicy.longestPause)) {
      const seen = yield* Effect.exit(subject.look)
      const now = yield* Clock.currentTimeMillis
      if (Exit.isFailure(seen)) return yield* subject.isAlive(now) ? notNow("does not answer") : remembered
      const session = subject.current()
      if (session === null || subject.isFresh(issuedAt, now)) return yield* self
      if (isFree(session, state, now)) {
        const fence = session.fence + 1
        const taken = yield* Effect.exit(subject.put({ fence, heartbeat: 0 }))
        // a store that can be read may still refuse every write
        if (Exit.isFailure(taken)) return yield* subject.isAlive(now) ? notNow("does not take writes") : remembered
        if (taken.value) return yield* holding(subject, state, scope, fence, remembered)
      } else if (now - started >= leasePolicy.maxWait && subject.isAlive(now)) {
        return yield* notNow("says that another server refreshes")
      }
      yield* Effect.sleep(Duration.millis(pause))
    }
  })

/** Keeps what the refresh fails with for as long as the policy in reach says. One that is interrupted met nothing. */
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

const notNow = (problem: string) =>
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
      // writing new tokens gave the lease back already
      if (isMine()) yield* Effect.ignore(subject.put({ fence, heartbeat: undefined }))
      return yield* exit
    })
  )
