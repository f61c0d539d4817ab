import * as Data from "effect/Data"

/** Usage error. The sentence is printed on standard error, and the exit code is 2. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly sentence: string }> {}
