/** Helpers that run fibers in tests without a clock. */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import { turns } from "../../../src/testing/simulate/virtualTime.ts"

export { turns }

export const start = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.tap(Effect.forkChild(self, { startImmediately: true }), turns)

/** Returns the result of a fiber that should have finished. */
export const ended = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
  fiber.pollUnsafe() ?? Effect.die(new Error("the fiber is still running"))
