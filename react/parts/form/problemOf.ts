import * as Cause from "effect/Cause"

/** Returns the error of a failure, or its defect. Returns `undefined` after an interruption. */
export const problemOf = <E>(cause: Cause.Cause<E>): E | undefined =>
  cause.reasons.find(Cause.isFailReason)?.error
    // A defect, for which screens show a generic message.
    ?? (cause.reasons.find(Cause.isDieReason)?.defect as E | undefined)
