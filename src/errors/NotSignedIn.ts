import type { Restriction } from "../../schemas/entities/RestrictedReason.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"

/** A user was asked for with `{ or: "throw" }`, and nobody is signed in; or somebody who is restricted, and so counts as nobody. */
export class NotSignedIn extends TaggedError("NotSignedIn")<{
  /** Why somebody who is signed in counts as nobody: send such a person to the page `onboarding`. */
  readonly restrictedReason?: Restriction
}> {
  override get message(): string {
    return this.restrictedReason === undefined
      ? "User is not signed in but getUser was called with { or: 'throw' }"
      : `The user is restricted (${this.restrictedReason}), and counts as nobody. `
        + "Send them to the onboarding page, or ask with includeRestricted."
  }
}
