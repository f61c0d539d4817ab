import type { Restriction } from "../../schemas/entities/RestrictedReason.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A user was asked for with `{ or: "throw" }`, and nobody is signed in; or somebody who is restricted, and so counts as
 * nobody.
 *
 * @cause The session ended, or the page is open to everyone.
 * @cause On a server, the session of the request was not provided.
 * @cause The user is restricted: `restrictedReason` says why.
 * @fix Ask with `or: "redirect"` to send people to the sign-in page, or handle it where everyone may come.
 * @fix Send restricted people to the page `onboarding`, or ask with `includeRestricted`.
 */
export class NotSignedIn extends TaggedError("NotSignedIn")<{
  /** Why somebody who is signed in counts as nobody: send such a person to the page `onboarding`. */
  readonly restrictedReason?: Restriction
  /** What asked, where that was not `currentUser.get`. */
  readonly call?: string
}> {
  override get message(): string {
    return this.restrictedReason === undefined
      ? this.call === undefined
        ? "User is not signed in but getUser was called with { or: 'throw' }"
        : `${this.call} was called, and nobody is signed in. Show a way to sign in instead, or ask with or: "redirect".`
      : `The user is restricted (${this.restrictedReason}), and counts as nobody. `
        + "Send them to the onboarding page, or ask with includeRestricted."
  }
}
