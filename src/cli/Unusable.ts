import * as Data from "effect/Data"

/** Usage error: the command cannot run as called. The sentence goes to standard error, and the exit code is 2. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly sentence: string }> {}
