import * as Data from "effect/Data"

/** The command ran, and its result is negative. The sentence is printed on standard error, and the exit code is 1. */
export class Declined extends Data.TaggedError("Declined")<{
  /** Tag of the underlying error, for `--json`. */
  readonly tag: string
  readonly sentence: string
}> {}
