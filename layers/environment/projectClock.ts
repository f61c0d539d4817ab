/** The clock that a project carries to everything that is made from it. */
import type { Clock } from "effect/Clock"

/**
 * Key of the clock in the options of a project. An emulator's project has this key, so that its clients, servers and
 * authenticators follow `clock.advance`. A symbol, because projects are often serialized as JSON.
 */
export const projectClock: unique symbol = Symbol.for("latchkey/projectClock")

/** A project that may carry a clock. */
export interface CarriesClock {
  /** Clock of everything that is made from the project. @default the clock of the program */
  readonly [projectClock]?: Clock | undefined
}
