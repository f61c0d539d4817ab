import { TaggedError } from "../../../schemas/TaggedError.ts"
import type { Tape } from "../tape/index.ts"
import type { Plan } from "./steps.ts"
import { printed, type TimelineEntry } from "./timeline.ts"

/**
 * A simulation found a run in which a law doesn't hold. The error contains the shortest such run that was found. Its
 * message is the run's timeline.
 *
 * @cause The app has a race, or handles a fault incorrectly.
 * @cause The law demands more than the app promises.
 * @fix Read the timeline from its end. To run the same steps again, pass the error's `plan` to `simulate` as `replay`.
 */
export class LawBroken extends TaggedError("LawBroken")<{
  /** Name of the law. */
  readonly law: string
  /** Problem that the law returned or threw. */
  readonly problem: string
  /** Steps of the shortest run. The option `replay` runs them again. */
  readonly plan: Plan
  /** Events of the shortest run. */
  readonly timeline: ReadonlyArray<TimelineEntry>
  /**
   * Conversation of each tab in the shortest run, without secrets. `Tape.toTest` from `latchkey/testing` writes a test
   * from it, and `Tape.replay` plays it back.
   */
  readonly tapes: { readonly [tab: string]: Tape }
  /** Seed of the simulation. */
  readonly seed: string | number
  /** Number of the run in which the law was first broken, from 1. */
  readonly run: number
}> {
  override get message(): string {
    const { law, plan, problem, run, seed, timeline } = this
    return `The law "${law}" is broken. ${problem}\n\n${printed(timeline)}\n\n`
      + `Seed ${JSON.stringify(seed)}, run ${run}. To run only these steps again, pass\n  replay: ${
        JSON.stringify(plan)
      }`
  }
}
