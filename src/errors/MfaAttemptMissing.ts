import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A TOTP code was entered, but no sign-in of this client or tab is waiting for one. The sign-in is complete, has
 * expired, or was started elsewhere. Nothing was sent.
 *
 * @cause The page was loaded in another tab or browser, or long after the first step.
 * @cause The first step ran on the server, and the second in the browser.
 * @fix Redirect to the sign-in page. If the steps run in different places, pass the `attemptCode` of
 * `MultiFactorAuthenticationRequired` to `withTotp`.
 */
export class MfaAttemptMissing extends TaggedError("MfaAttemptMissing")<{}> {
  override get message(): string {
    return "No sign-in is waiting for a code here. Start again with your email address or another sign-in method."
  }
}
