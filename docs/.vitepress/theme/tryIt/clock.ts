/** Clock of the app and the emulator. It follows the system's clock and can be advanced. */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Clock that can be advanced. Sleeping effects whose time has come then continue at once. */
export interface MovableClock extends Clock.Clock {
  readonly advance: (millis: number) => void
}

interface Sleeper {
  readonly until: number
  readonly wake: () => void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Longest delay of a timer in browsers. */
const maxDelay = 2 ** 31 - 1

export const makeClock = (): MovableClock => {
  let offset = 0
  const sleepers = new Set<Sleeper>()
  const now = () => Date.now() + offset
  const monotonic = () => BigInt(Math.round((performance.now() + offset) * 1e6))
  const arm = (sleeper: Sleeper) => {
    clearTimeout(sleeper.timer)
    const left = sleeper.until - now()
    if (left > 0) sleeper.timer = setTimeout(arm, Math.min(left, maxDelay), sleeper)
    else if (sleepers.delete(sleeper)) sleeper.wake()
  }
  return {
    advance: (millis) => {
      offset += millis
      for (const sleeper of [...sleepers]) arm(sleeper)
    },
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const sleeper: Sleeper = {
          until: now() + Duration.toMillis(duration),
          wake: () => resume(Effect.void),
          timer: undefined
        }
        sleepers.add(sleeper)
        arm(sleeper)
        return Effect.sync(() => {
          sleepers.delete(sleeper)
          clearTimeout(sleeper.timer)
        })
      })
  }
}
