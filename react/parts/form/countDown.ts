/** A countdown in seconds. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Reports the remaining seconds every second, down to 0. */
export const countDown = (seconds: number, report: (left: number) => void): Effect.Effect<void> =>
  Effect.gen(function*() {
    const end = (yield* Clock.currentTimeMillis) + seconds * 1000
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const rest = Math.max(0, Math.ceil((end - now) / 1000))
      report(rest)
      if (rest === 0) return
      // Sleep until the next whole second, so that a late timer doesn't skip a number.
      yield* Effect.sleep(end - now - (rest - 1) * 1000)
    }
  })
