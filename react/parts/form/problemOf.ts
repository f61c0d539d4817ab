import * as Cause from "effect/Cause"

/** Returns the error of a failure, or its defect. `undefined` if it was interrupted. */
export const problemOf = <E>(cause: Cause.Cause<E>): E | undefined =>
  cause.reasons.find(Cause.isFailReason)?.error
    // Unexpected; screens show a generic message for it.
    ?? (cause.reasons.find(Cause.isDieReason)?.defect as E | undefined)
