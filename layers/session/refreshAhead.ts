/** Refreshes tokens ahead of their use, while the session is in use. docs/laws.md D18. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type { Visibility } from "../browser/index.ts"
import { Listeners, longestWait, settingOr } from "../call/index.ts"
import { remainingOf, type SessionInMemory, type SessionState } from "./currentSession.ts"
import { resolve, SessionPolicy } from "./SessionPolicy.ts"
import type { SessionParts, SessionRefresh } from "./sessionRefresh.ts"

/** Tracks whether a session is in use. */
export interface SessionUse {
  /** Records that a caller needs tokens. */
  readonly recordUse: (now: number) => void
  /** Whether the session has subscribers, or a caller needed tokens within `idleAfter` milliseconds. */
  readonly isUsed: (now: number, idleAfter: number) => boolean
  /** Calls back when the session is used again after `idleAfter` milliseconds, until the returned function is called. */
  readonly onUsed: (idleAfter: number, listener: () => void) => () => void
}

/** Records the use of a session. */
export const makeSessionUse = ({ isWatched, onWatched }: SessionInMemory): SessionUse => {
  const listeners = new Listeners()
  let usedAt = -Infinity
  let usedBefore = -Infinity
  return {
    recordUse: (now) => {
      usedBefore = usedAt
      usedAt = now
      listeners.notify()
    },
    isUsed: (now, idleAfter) => isWatched() || now - usedAt < idleAfter,
    onUsed: (idleAfter, listener) => {
      const onUse = () => {
        if (!isWatched() && usedAt - usedBefore >= idleAfter) listener()
      }
      const stops = [listeners.subscribe(onUse), onWatched(listener)]
      return () => stops.forEach((stop) => stop())
    }
  }
}

/** Minimum interval of checks in milliseconds, for schedules without delays. */
const shortestDelay = 1000

/** Implements `Session.refreshAhead`. */
export const refreshAhead = <R>(
  { policy, session }: SessionParts,
  { coolDown, refreshed }: SessionRefresh,
  { isUsed, onUsed }: SessionUse,
  { isHidden, onReturn }: Visibility,
  schedule: Schedule.Schedule<unknown, SessionState, never, R>
): Effect.Effect<void, never, R> =>
  Effect.gen(function*() {
    // an invalid policy isn't reported here: callers that need tokens fail with its error
    const resolved = resolve(yield* settingOr(SessionPolicy, policy))
    if (Result.isFailure(resolved)) return
    const { idleAfter, threshold } = resolved.success

    /** Resumes when the page is visible again, or when the session is used again. */
    const returned = Effect.callback<void>((resume) => {
      const resumed = () => resume(Effect.void)
      const stops = [onReturn(resumed), onUsed(idleAfter, resumed)]
      return Effect.sync(() => stops.forEach((stop) => stop()))
    })

    const currentPause = Effect.map(Clock.currentTimeMillis, (now) => {
      const held = session.current()
      return held === null ? undefined : coolDown.lasting(held.key, now)
    })

    /**
     * Refreshes a token with less remaining lifetime than this. Failures are reported to the callers that need tokens.
     */
    const refreshBelow = (life: number) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const held = session.current()
        if (held === null || held.tokens.refreshToken === undefined || !(remainingOf(held, now) < life)) return
        if (isHidden?.() === true || !isUsed(now, idleAfter) || (yield* currentPause) !== undefined) return
        yield* refreshed({ before: held, refreshToken: held.tokens.refreshToken }).pipe(
          Effect.orElseSucceed(() => undefined)
        )
      })

    /**
     * Keeps the remaining lifetime above this value. Refreshes now, when the page or the session is used again, and
     * when the pause after a failure ends.
     */
    const keepAbove = (life: number) =>
      Effect.forever(Effect.gen(function*() {
        yield* refreshBelow(life)
        const pause = yield* currentPause
        yield* pause === undefined ? returned : Effect.raceFirst(returned, Effect.sleep(pause.millis))
      }))

    const step = yield* Schedule.toStep(schedule)
    while (true) {
      const delay = yield* step(yield* Clock.currentTimeMillis, session.state()).pipe(
        Effect.map(([, delay]) => Duration.toMillis(delay)),
        Pull.catchDone(() => Effect.undefined)
      )
      if (delay === undefined) return
      const wait = Math.min(longestWait, Math.max(shortestDelay, delay))
      // the token then lasts until the next check
      yield* Effect.raceFirst(Effect.sleep(wait), keepAbove(threshold + wait))
    }
  })
