/**
 * One refresh of a session among all servers: a lease that stands in the session's shared record. Each turn has a higher
 * number than the one before, so that a holder who comes late finds that the turn is no longer its own, and writes
 * nothing. No two clocks are compared: a turn without a sign of life for a while, by the clock of whoever waits, is over.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { coolDownMillis } from "../session/Session.ts"
import { TokenStoreFailed } from "../session/TokenStore.ts"
import type { SharedSession } from "./sealedSession.ts"
import type { SharedRecordsFailed } from "./SharedRecords.ts"

/** How servers take turns, in milliseconds. */
export const turnPolicy = {
  /** A holder without a sign of life for so long has crashed, and the next one takes over. */
  lease: 3000,
  /** The holder's signs of life. */
  beat: 1000,
  /** No holder is waited for longer, however alive it is. */
  longest: 30_000,
  /** Whose access token is still good waits no longer than this for another server's refresh. */
  courtesy: 1000,
  /** Pauses between two looks at what another server is doing, the first and the longest. */
  firstPause: 20,
  longestPause: 200
} as const

/** A turn as the waiting see it. */
interface Observed {
  readonly fence: number
  readonly beat: number
  /** When it was first seen so, by the clock of this server. */
  readonly since: number
  /** When the turn was first seen at all. */
  readonly from: number
}

/** What the turns of one session in one process know. */
export interface TurnState {
  observed: Observed | undefined
  /** The number of the turn that this process holds. */
  held: number | undefined
  failure: { readonly exit: Exit.Exit<unknown, unknown>; readonly at: number; readonly version: number } | undefined
}

/** The shared session, as this process deals with it. */
export interface TurnSubject {
  /** The state in memory, after the last look; `null`: there is no session any more. */
  readonly current: () => SharedSession | null
  /** Another number whenever other tokens came. */
  readonly version: () => number
  /** When the access token in memory was issued, by the platform's clock; -∞ when nobody can tell. */
  readonly issuedAt: () => number
  /**
   * Whether the access token in memory was issued later than that, and need not be refreshed yet. Another token may be
   * older, where this server could not write its own, or about to end as well.
   */
  readonly isFresh: (laterThan: number, now: number) => boolean
  /** Looks into the shared store. */
  readonly look: Effect.Effect<void, SharedRecordsFailed>
  /** Changes the turn in the shared store, unless somebody wrote there since the last look. */
  readonly put: (turn: Pick<SharedSession, "fence" | "beat">) => Effect.Effect<boolean, SharedRecordsFailed>
  /** Whether the access token is good for a moment more. */
  readonly isAlive: (now: number) => boolean
}

/** Runs `self` while no other server runs the same. One caller at a time in a process: see `ServerSessions`. */
export const inFleetTurn = <A, E>(
  subject: TurnSubject,
  state: TurnState,
  scope: Scope.Scope,
  self: Effect.Effect<A, E>
): Effect.Effect<A, E | TokenStoreFailed> =>
  Effect.gen(function*() {
    const version = subject.version()
    const issuedAt = subject.issuedAt()
    const started = yield* Clock.currentTimeMillis
    const { failure } = state
    if (failure?.version === version && started >= failure.at && started - failure.at < coolDownMillis) {
      // whoever asks here wants the same refresh, and meets what it met a moment ago
      return yield* failure.exit as Exit.Exit<A, E>
    }
    const watched = Effect.onExit(self, (exit) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        state.failure = Exit.isFailure(exit) ? { exit, at, version } : undefined
      }))
    for (let pause: number = turnPolicy.firstPause;; pause = Math.min(pause * 1.5, turnPolicy.longestPause)) {
      const seen = yield* Effect.exit(subject.look)
      const now = yield* Clock.currentTimeMillis
      if (Exit.isFailure(seen)) return yield* subject.isAlive(now) ? notNow("does not answer") : watched
      const session = subject.current()
      if (session === null || subject.isFresh(issuedAt, now)) return yield* self
      if (isFree(session, state, now)) {
        const fence = session.fence + 1
        const taken = yield* Effect.exit(subject.put({ fence, beat: 0 }))
        if (Exit.isSuccess(taken) && taken.value) return yield* holding(subject, state, scope, fence, watched)
      } else if (now - started >= turnPolicy.courtesy && subject.isAlive(now)) {
        return yield* notNow("says that another server refreshes")
      }
      yield* Effect.sleep(Duration.millis(pause))
    }
  })

const notNow = (problem: string) =>
  Effect.fail(new TokenStoreFailed({ operation: "write", problem: `the servers' shared store ${problem}` }))

const isFree = ({ beat, fence }: SharedSession, state: TurnState, now: number): boolean => {
  if (beat === undefined) return true
  const before = state.observed
  if (before?.fence !== fence) {
    state.observed = { fence, beat, since: now, from: now }
    return false
  }
  if (before.beat !== beat) state.observed = { ...before, beat, since: now }
  const { from, since } = state.observed!
  return now - since >= turnPolicy.lease || now - from >= turnPolicy.longest
}

const holding = <A, E>(
  subject: TurnSubject,
  state: TurnState,
  scope: Scope.Scope,
  fence: number,
  self: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      state.held = fence
      const isMine = () => subject.current()?.fence === fence && subject.current()?.beat !== undefined
      const beating = yield* Effect.forkIn(
        Effect.gen(function*() {
          for (let beat = 1; beat * turnPolicy.beat < turnPolicy.longest; beat++) {
            yield* Effect.sleep(turnPolicy.beat)
            if (!isMine()) return
            const told = yield* Effect.orElseSucceed(subject.put({ fence, beat }), () => true)
            if (!told) yield* Effect.ignore(subject.look)
          }
        }),
        scope
      )
      const exit = yield* Effect.exit(restore(self))
      yield* Fiber.interrupt(beating)
      state.held = undefined
      // writing new tokens gave the turn back already
      if (isMine()) yield* Effect.ignore(subject.put({ fence, beat: undefined }))
      return yield* exit
    })
  )
