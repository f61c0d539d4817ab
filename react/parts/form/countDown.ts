/** Seconds that pass while people look. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Tells how many seconds are left, every second, down to 0. */
export const countDown = (seconds: number, tell: (left: number) => void): Effect.Effect<void> =>
  Effect.gen(function*() {
    const end = (yield* Clock.currentTimeMillis) + seconds * 1000
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const rest = Math.max(0, Math.ceil((end - now) / 1000))
      tell(rest)
      if (rest === 0) return
      // to the next whole second, so that none is left out when the page was busy
      yield* Effect.sleep(end - now - (rest - 1) * 1000)
    }
  })
