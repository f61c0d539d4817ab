import * as Cause from "effect/Cause"

/** What is to be shown of a failure: its error, or else what was thrown. `undefined`: it was interrupted. */
export const problemOf = <E>(cause: Cause.Cause<E>): E | undefined =>
  cause.reasons.find(Cause.isFailReason)?.error
    // nobody expects it, and whoever shows problems has a word for those
    ?? (cause.reasons.find(Cause.isDieReason)?.defect as E | undefined)
