/** Refreshes before anybody has to wait for one, while somebody uses the session. docs/laws.md D18. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Schedule from "effect/Schedule"
import type { VisibilityService } from "../browser/index.ts"
import { Listeners, millisOf } from "../call/index.ts"
import { remainingOf, type SessionInMemory, type SessionState } from "./currentSession.ts"
import type { Policy } from "./SessionPolicy.ts"
import type { SessionParts, SessionRefresh } from "./sessionRefresh.ts"

/** Who uses a session. */
export interface SessionUse {
  /** Somebody asks for tokens. */
  readonly asked: (now: number) => void
  /** Whether somebody watches, or asked not long ago. */
  readonly isUsed: (now: number) => boolean
  /** Calls back when somebody begins to use it, until the returned function is called. */
  readonly onUsed: (listener: () => void) => () => void
}

/** Nobody asked yet. */
export const makeSessionUse = ({ isWatched, onWatched }: SessionInMemory, policy: Policy): SessionUse => {
  const idleAfter = millisOf(policy.idleAfter)
  const listeners = new Listeners()
  let askedAt = -Infinity
  const isUsed = (now: number) => isWatched() || now - askedAt < idleAfter
  return {
    asked: (now) => {
      const before = isUsed(now)
      askedAt = now
      if (!before) listeners.notify()
    },
    isUsed,
    onUsed: (listener) => {
      const stops = [listeners.subscribe(listener), onWatched(listener)]
      return () => stops.forEach((stop) => stop())
    }
  }
}

/** A schedule without delays looks this often, in milliseconds. */
const shortestDelay = 1000

/** Timers hold 31 bits. docs/protocol.md §26.2. */
const longestDelay = 2 ** 31 - 1

/** See `Session.refreshAhead`. */
export const refreshAhead = <R>(
  { policy, session }: SessionParts,
  { coolDown, refreshed }: SessionRefresh,
  { isUsed, onUsed }: SessionUse,
  { isHidden, onReturn }: VisibilityService,
  schedule: Schedule.Schedule<unknown, SessionState, never, R>
): Effect.Effect<void, never, R> => {
  const threshold = millisOf(policy.threshold)

  /** People come back to the page, or somebody begins to use the session. */
  const returned = Effect.callback<void>((resume) => {
    const stops = [onReturn, onUsed].map((listen) => listen(() => resume(Effect.void)))
    return Effect.sync(() => stops.forEach((stop) => stop()))
  })

  const lasting = Effect.map(Clock.currentTimeMillis, (now) => {
    const held = session.current()
    return held === null ? undefined : coolDown.lasting(held.key, now)
  })

  /** Refreshes what has less life than that. Whatever comes of it is for those who ask for tokens. */
  const refreshBelow = (life: number) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const held = session.current()
      if (held === null || held.tokens.refreshToken === undefined || !(remainingOf(held, now) < life)) return
      if (isHidden?.() === true || !isUsed(now) || (yield* lasting) !== undefined) return
      yield* Effect.ignore(refreshed({ before: held, refreshToken: held.tokens.refreshToken }))
    })

  /** The same, and once more whenever somebody returns, or the pause after a failure is over. */
  const keepAbove = (life: number) =>
    Effect.forever(Effect.gen(function*() {
      yield* refreshBelow(life)
      const pause = yield* lasting
      yield* pause === undefined ? returned : Effect.raceFirst(returned, Effect.sleep(pause.millis))
    }))

  return Effect.gen(function*() {
    const step = yield* Schedule.toStep(schedule)
    while (true) {
      const delay = yield* step(yield* Clock.currentTimeMillis, session.state()).pipe(
        Effect.map(([, delay]) => Duration.toMillis(delay)),
        Pull.catchDone(() => Effect.undefined)
      )
      if (delay === undefined) return
      const wait = Math.min(longestDelay, Math.max(shortestDelay, delay))
      // enough to last until the next look
      yield* Effect.raceFirst(Effect.sleep(wait), keepAbove(threshold + wait))
    }
  })
}
