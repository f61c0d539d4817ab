import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A second factor was given, and no sign-in of this client or tab waits for one: it is complete, expired, or was begun
 * elsewhere. Nothing was sent.
 *
 * @cause The page was loaded anew in another tab or browser, or long after the first step.
 * @cause The first step ran on the server, and the second in the browser.
 * @fix Send people to the sign-in page. Where the steps run in different places, carry the `attemptCode` of
 *   `MultiFactorAuthenticationRequired` along and give it to `withTotp`.
 */
export class MfaAttemptMissing extends TaggedError("MfaAttemptMissing")<{}> {
  override get message(): string {
    return "No sign-in is waiting for a code here. Start again with your e-mail address or another way to sign in."
  }
}
