import * as Data from "effect/Data"

/** The command was understood, and the answer is no. Its sentence goes to standard error, and the command ends with 1. */
export class Declined extends Data.TaggedError("Declined")<{
  /** What `--json` names it: the tag of the error behind it. */
  readonly tag: string
  readonly sentence: string
}> {}
