import { TaggedError } from "../../schemas/TaggedError.ts"

/** The person signed out, or another person signed in. */
export type PersonChange = "SignedOut" | "AnotherUser"

/**
 * The signed-in person changed after `forPerson` began, so its effect was interrupted.
 * `reason` is `SignedOut` or `AnotherUser`.
 *
 * @cause The person signed out, here or in another tab, or another person signed in.
 * @cause The platform ended the session: it expired, or was revoked on another device or by an administrator.
 * @fix Show which account is signed in, and let the person start again.
 */
export class PersonChanged extends TaggedError("PersonChanged")<{
  readonly reason: PersonChange
}> {
  override get message(): string {
    return this.reason === "SignedOut"
      ? "This was stopped, because the account was signed out before it ended. Sign in, then begin again."
      : "This was stopped, because another account signed in before it ended. "
        + "Check which account is signed in, then begin again."
  }
}
