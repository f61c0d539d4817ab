/** A clock that moves to the end of the next wait as soon as the program is idle. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Number of event-loop turns without a new wait, after which the clock moves. */
const idleTurns = 5

/** A virtual clock, and a function that moves it. */
export interface VirtualClock {
  readonly clock: Clock.Clock
  /** Moves the clock forward to a time. Waits that end earlier end once the program is idle. */
  readonly moveTo: (time: number) => void
}

/**
 * Creates a clock that starts at a time and never waits: once the program is idle, it moves to the end of the shortest
 * wait. It doesn't move beyond `end`, so that a fiber that repeats forever doesn't run forever. Times are in
 * milliseconds since 1970.
 */
export const virtualClock = (start: number, end: number): VirtualClock => {
  let now = start
  let moving = false
  let idle = 0
  const sleepers: Array<Sleeper> = []

  const move = async (): Promise<void> => {
    if (moving) return
    moving = true
    for (idle = 0; idle < idleTurns; idle++) await Effect.runPromise(Effect.sleep(0))
    moving = false
    const [next] = sleepers
    if (next === undefined || next.at > end) return
    now = Math.max(now, next.at)
    sleepers.shift()
    next.wake()
    void move()
  }

  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    monotonicTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    sleep: (duration) =>
      Effect.callback((resume) => {
        const millis = Duration.toMillis(duration)
        if (!(millis > 0)) return resume(Effect.void)
        const sleeper: Sleeper = { at: now + Math.ceil(millis), wake: () => resume(Effect.void) }
        const later = sleepers.findIndex(({ at }) => at > sleeper.at)
        sleepers.splice(later === -1 ? sleepers.length : later, 0, sleeper)
        idle = 0
        void move()
        return Effect.sync(() => {
          const at = sleepers.indexOf(sleeper)
          if (at !== -1) sleepers.splice(at, 1)
        })
      })
  }
  return {
    clock,
    moveTo: (time) => {
      now = Math.max(now, time)
    }
  }
}
