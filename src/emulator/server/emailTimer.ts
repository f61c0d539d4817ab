/** Sends queued emails when the emulator's clock reaches their time, without a request. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { queue } from "../mail/index.ts"
import type { Platform } from "../state/index.ts"
import type { MovableClock } from "./movableClock.ts"

/**
 * Builds a function to call after each change of the queue or the clock. The function starts a timer for the next due
 * email. The timer ends with the scope.
 *
 * @param sent Called after emails were sent.
 */
export const make = (
  platform: Platform,
  time: MovableClock,
  sent: () => void
): Effect.Effect<() => void, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const context = yield* Effect.context<never>()
    let timer: { readonly wakesAt: number; readonly fiber: Fiber.Fiber<void> } | undefined
    const due = () => [...platform.store.projects.values()].filter(({ emailsDueAt }) => emailsDueAt <= time.now())
    const next = () => {
      let earliest = Infinity
      for (const { emailsDueAt } of platform.store.projects.values()) {
        // `Math.min` would return the NaN of a damaged record, for which a timer would start again and again
        if (emailsDueAt < earliest) earliest = emailsDueAt
      }
      return earliest - time.offset
    }
    const wake = (wakesAt: number) =>
      Effect.gen(function*() {
        yield* Effect.sleep(Math.max(0, wakesAt + time.offset - time.now()))
        yield* Effect.forEach(due(), (project) => queue.run(platform, project))
        timer = undefined
        sent()
      })
    return () => {
      const wakesAt = next()
      if (timer?.wakesAt === wakesAt) return
      if (timer !== undefined) Effect.runFork(Fiber.interrupt(timer.fiber))
      timer = wakesAt === Infinity
        ? undefined
        : { wakesAt, fiber: Effect.runSyncWith(context)(Effect.forkIn(wake(wakesAt), scope)) }
    }
  })
