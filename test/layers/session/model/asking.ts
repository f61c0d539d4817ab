/** Calls that wait for their tokens. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { Program } from "./program.ts"

export interface Asking {
  readonly program: Program
  readonly since: number
  readonly fiber: Fiber.Fiber<void>
}

/** Takes out those that are through. What one of them found wrong is wrong. */
export const answered = (asking: Set<Asking>): Effect.Effect<void> =>
  Effect.gen(function*() {
    for (const one of asking) {
      const exit = one.fiber.pollUnsafe()
      if (exit === undefined) continue
      asking.delete(one)
      if (!Exit.hasInterrupts(exit)) yield* exit
    }
  })
