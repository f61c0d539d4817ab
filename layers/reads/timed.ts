/** Runs the timers and requests of reads according to the current policy. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import type { Entry } from "./readEntry.ts"
import { ReadPolicy, resolve, type Resolved } from "./ReadPolicy.ts"

/** Starts an effect immediately, and returns a function that interrupts it. */
export type Fork = <A, E>(
  effect: Effect.Effect<A, E, any>,
  done?: (exit: Exit.Exit<A, E>) => void
) => () => void

/**
 * Runs a function with the current time and a policy. Uses the policy of the program that last requested the read; if
 * it provided none, the policy of the cache's layer.
 */
export const timed = (
  { read: { policy } }: Pick<Entry, "read">,
  run: (now: number, policy: Resolved) => Effect.Effect<void, never, any>,
  invalid: (fault: InvalidConfiguration) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<void, never, any> =>
  Effect.flatMap(policy === undefined ? ReadPolicy : Effect.succeed(policy), (policy) => {
    const resolved = resolve(policy)
    return Result.isFailure(resolved)
      ? invalid(resolved.failure)
      : Effect.flatMap(Clock.currentTimeMillis, (now) => run(now, resolved.success))
  })
