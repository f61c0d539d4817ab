import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The user signed in too long ago for this operation, so nothing was changed.
 *
 * @cause The current session began longer ago than `sessions.requireRecent` allows.
 * @cause The session is an impersonation, which never counts as a recent sign-in of the user.
 * @fix Call `redirectTo.confirm()`, which returns to this page after the user has signed in again. `confirmFirst` of
 *   `latchkey/react/parts` does that.
 */
export class ConfirmationNeeded extends TaggedError("ConfirmationNeeded")<{
  /** Maximum age of the sign-in, in milliseconds. */
  readonly maxAgeMillis: number
}> {
  override get message(): string {
    return "This needs a recent sign-in, and the user signed in too long ago. "
      + "Let the user confirm who they are with redirectTo.confirm(), then try again."
  }
}
