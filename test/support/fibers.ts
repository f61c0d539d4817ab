/** Fibers that a test starts and looks at, without a clock. */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"

/** Long enough for every fiber that waits for nothing. */
export const turns = Effect.forEach(Array(20), () => Effect.yieldNow, { discard: true })

export const start = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.tap(Effect.forkChild(self, { startImmediately: true }), turns)

/** What became of a fiber that ought to be through. */
export const ended = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
  fiber.pollUnsafe() ?? Effect.die(new Error("it still waits"))
