import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A second factor was given, and no sign-in of this client or tab waits for one: it is complete, expired, or was begun elsewhere.
 * Nothing was sent. Send people to the sign-in page.
 */
export class MfaAttemptMissing extends TaggedError("MfaAttemptMissing")<{}> {
  override get message(): string {
    return "No sign-in is waiting for a code here. Start again with your e-mail address or another way to sign in."
  }
}
