import type { Restriction } from "../../schemas/entities/restriction.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A user was requested with `{ or: "throw" }`, but no user is signed in, or the user is restricted and therefore counts
 * as signed out.
 *
 * @cause The session ended, or the page is open to everyone.
 * @cause On a server, the session of the request was not provided.
 * @cause The user is restricted: `restrictedReason` contains the reason.
 * @fix Use `or: "redirect"` to redirect to the sign-in page, or handle the error on pages that are open to everyone.
 * @fix Redirect restricted users to the page `onboarding`, or use `includeRestricted`.
 */
export class NotSignedIn extends TaggedError("NotSignedIn")<{
  /** Reason why the signed-in user is restricted. Redirect restricted users to the page `onboarding`. */
  readonly restrictedReason?: Restriction | undefined
  /** Name of the call, unless it was `currentUser.get`. */
  readonly call?: string | undefined
}> {
  override get message(): string {
    return this.restrictedReason === undefined
      ? this.call === undefined
        ? "User is not signed in but getUser was called with { or: 'throw' }"
        : `${this.call} needs a signed-in user, but no user is signed in. Show the sign-in page instead, or use or: "redirect".`
      : `The user is restricted (${this.restrictedReason}) and counts as signed out. `
        + "Redirect to the onboarding page, or use includeRestricted."
  }
}
