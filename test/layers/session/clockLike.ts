import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Returns a clock with the given offset. `watch` wraps each sleep of the clock. */
export const clockLike = (
  clock: Clock.Clock,
  offset: () => number,
  watch: (sleep: Effect.Effect<void>) => Effect.Effect<void> = (sleep) => sleep
): Clock.Clock => {
  const millis = () => clock.currentTimeMillisUnsafe() + offset()
  const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(Math.round(offset() * 1e6))
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => Effect.suspend(() => watch(clock.sleep(duration)))
  }
}
