import * as Data from "effect/Data"

/** The command cannot do what it was asked. Its sentence goes to standard error, and the command ends with 2. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly sentence: string }> {}
