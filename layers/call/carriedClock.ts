/** Provides the clock that a project carries. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import { type CarriesClock, projectClock } from "../environment/index.ts"

/** Clocks that came with a project. They are settings of its clients, other clocks belong to the program. */
const carried = new WeakSet<object>()

/** Whether a clock came with a project. */
export const isCarried = (clock: unknown): boolean => typeof clock === "object" && clock !== null && carried.has(clock)

/** The clock that a project carries, as a context; empty without one. */
export const carriedClock = (project: CarriesClock | undefined): Context.Context<never> => {
  const clock = project?.[projectClock]
  if (clock === undefined) return Context.empty()
  carried.add(clock)
  return Context.make(Clock.Clock, clock) as Context.Context<never>
}
