/** Time that advances to the next timer, and then waits until the program is at rest. */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Time of a simulation. It stands still except during `pass`. */
export interface VirtualTime {
  /** Clock without skew, which shows the simulation's time. */
  readonly clock: Clock.Clock
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: (millis: number) => Effect.Effect<void>
  /** Number of running timers. */
  readonly timers: () => number
  /** Milliseconds until the next timer. */
  readonly next: () => number
  /** Lets time pass. After each timer, waits until the program is at rest. */
  readonly pass: (millis: number) => Effect.Effect<void>
}

interface Timer {
  readonly at: number
  readonly wake: () => void
}

/** Yields until every fiber has finished or waits. */
export const turns: Effect.Effect<void> = Effect.forEach(Array(20), () => Effect.yieldNow, { discard: true })

/**
 * Creates the time, which doesn't depend on the machine's load: no real time passes, and timers of the same moment wake
 * in the order in which they started.
 *
 * @param atRest Completes when only timers are pending.
 */
export const virtualTime = (start: number, atRest: Effect.Effect<void> = turns): VirtualTime => {
  /** Running timers, in the order in which they wake. */
  const timers: Array<Timer> = []
  let now = start

  const sleep = (millis: number) =>
    Effect.callback<void>((resume) => {
      if (millis <= 0) return resume(Effect.void)
      const timer: Timer = { at: now + millis, wake: () => resume(Effect.void) }
      const later = timers.findIndex(({ at }) => at > timer.at)
      timers.splice(later === -1 ? timers.length : later, 0, timer)
      return Effect.sync(() => {
        const at = timers.indexOf(timer)
        if (at !== -1) timers.splice(at, 1)
      })
    })

  return {
    clock: clockOf(() => now, () => now - start, sleep),
    now: () => now,
    sleep,
    timers: () => timers.length,
    next: () => (timers[0]?.at ?? Infinity) - now,
    pass: (millis) =>
      Effect.gen(function*() {
        const end = now + millis
        while (now < end) {
          now = Math.min(end, timers[0]?.at ?? end)
          do {
            if (timers[0]?.at === now) timers.shift()!.wake()
            yield* atRest
          } while (timers[0]?.at === now)
        }
      })
  }
}

/** Creates a clock from a time, a monotonic time and timers, in milliseconds. */
export const clockOf = (
  millis: () => number,
  monotonicMillis: () => number,
  sleep: (millis: number) => Effect.Effect<void>
): Clock.Clock => {
  const nanos = () => BigInt(millis()) * 1_000_000n
  const monotonicNanos = () => BigInt(monotonicMillis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonicNanos,
    monotonicTimeNanos: Effect.sync(monotonicNanos),
    sleep: (duration) => sleep(Duration.toMillis(duration))
  }
}
