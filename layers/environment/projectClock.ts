/** The clock that a project carries to everything that is made from it. */
import type { Clock } from "effect/Clock"

/**
 * Key of the clock in the options of a project. The projects of an emulator have it, so that clients, servers and
 * authenticators of an emulator's project follow `clock.advance`. A symbol, because a project is often written as JSON.
 */
export const projectClock: unique symbol = Symbol.for("latchkey/projectClock")

/** A project that may carry a clock. */
export interface CarriesClock {
  /** Clock of everything that is made from the project. @default the clock of the program */
  readonly [projectClock]?: Clock | undefined
}
