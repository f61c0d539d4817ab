/** Clock with an adjustable offset from another clock. */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Clock of an emulator. */
export interface MovableClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Offset in milliseconds. */
  offset: number
  readonly advance: (duration: Duration.Input) => void
  readonly moveTo: (time: Date) => void
  /** The same time as an Effect clock. A wait ends as soon as the clock is moved past its end. */
  readonly clock: Clock.Clock
}

/** Builds a clock that follows another one. The offset is zero until the clock is moved. */
export const movableClock = (base: Clock.Clock): MovableClock => {
  const waiting = new Set<() => void>()
  let offset = 0
  // copied, because a waiter may start another wait
  const wakeAll = () => [...waiting].forEach((wake) => wake())
  const movable: MovableClock = {
    get offset() {
      return offset
    },
    set offset(millis) {
      offset = millis
      // yield first, so that work that is about to end doesn't run into its time limit
      if (waiting.size > 0) Effect.runFork(Effect.andThen(Effect.yieldNow, Effect.sync(wakeAll)))
    },
    now: () => base.currentTimeMillisUnsafe() + offset,
    advance: (duration) => {
      movable.offset += Duration.toMillis(duration)
    },
    moveTo: (time) => {
      movable.offset = time.getTime() - base.currentTimeMillisUnsafe()
    },
    clock: clockOf(base, () => offset, waiting)
  }
  return movable
}

/** Returns the base clock with an offset. `waiting` has the functions to call after each change of the offset. */
const clockOf = (base: Clock.Clock, offset: () => number, waiting: Set<() => void>): Clock.Clock => {
  const now = () => base.currentTimeMillisUnsafe() + offset()
  const nanos = () => base.currentTimeNanosUnsafe() + BigInt(Math.round(offset() * 1_000_000))
  const moved = Effect.callback<void>((resume) => {
    const wake = () => resume(Effect.void)
    waiting.add(wake)
    return Effect.sync(() => waiting.delete(wake))
  })
  const sleepUntil = (end: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const left = end - now()
      if (left <= 0) return Effect.void
      const ended = Effect.raceFirst(
        Effect.as(base.sleep(Duration.millis(left)), true),
        Effect.as(moved, false)
      )
      return Effect.flatMap(ended, (isOver) => isOver ? Effect.void : sleepUntil(end))
    })
  // inherits the functions of a `TestClock`, such as `adjust`
  return Object.assign(Object.create(base) as Clock.Clock, {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => base.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: base.monotonicTimeNanos,
    sleep: (duration: Duration.Duration) =>
      Duration.isFinite(duration) && Duration.toMillis(duration) > 0
        ? Effect.suspend(() => sleepUntil(now() + Duration.toMillis(duration)))
        : base.sleep(duration)
  })
}
