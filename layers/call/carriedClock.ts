/** Provides the clock that a project carries. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type CarriesClock, projectClock } from "../environment/index.ts"

/** Clocks that came with a project. These are settings of the project's clients; other clocks belong to the program. */
const carried = new WeakSet<object>()

/** Whether a clock came with a project. */
export const isCarried = (clock: unknown): boolean => typeof clock === "object" && clock !== null && carried.has(clock)

/**
 * Returns a context with the clock that a project carries. The context is empty if the project carries none, or if the
 * program has its own clock, other than the one that the emulator was built with.
 */
export const carriedClock = (project: CarriesClock | undefined): Effect.Effect<Context.Context<never>> =>
  Effect.contextWith((here: Context.Context<never>) =>
    Effect.sync(() => {
      const clock = project?.[projectClock]
      const own = Context.getOrUndefined(here, Clock.Clock)
      // the emulator's clock inherits from the clock that the emulator was built with
      const isOther = own !== undefined && own !== clock && clock !== undefined && own !== Object.getPrototypeOf(clock)
      if (clock === undefined || isOther) return Context.empty()
      carried.add(clock)
      return Context.make(Clock.Clock, clock) as Context.Context<never>
    })
  )
