/** A call that waits for its tokens. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { Program } from "./program.ts"

export interface PendingCall {
  readonly program: Program
  readonly since: number
  readonly fiber: Fiber.Fiber<void>
}

/** Removes the calls that have ended. Fails if one of them failed. */
export const removeEnded = (pendingCalls: Set<PendingCall>): Effect.Effect<void> =>
  Effect.gen(function*() {
    for (const one of pendingCalls) {
      const exit = one.fiber.pollUnsafe()
      if (exit === undefined) continue
      pendingCalls.delete(one)
      if (!Exit.hasInterrupts(exit)) yield* exit
    }
  })
