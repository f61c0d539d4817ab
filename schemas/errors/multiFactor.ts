/** The second factor. docs/protocol.md §14. */
import { Secret } from "../fields.ts"
import { KnownError } from "../KnownError.ts"

/**
 * The first step was right; the account also asks for a one-time password. `attemptCode` stands for the attempt, lives
 * for 5 minutes and survives a wrong one-time password.
 *
 * @cause The person has set up a second factor. This is no fault.
 * @fix Ask for the six digits and go on with `signIn.withTotp({ totp })`, which remembers the attempt. The prebuilt
 *   screens do.
 */
export class MultiFactorAuthenticationRequired extends KnownError("MultiFactorAuthenticationRequired", {
  code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
  status: 400,
  sentence: "Multi-factor authentication is required for this user.",
  details: { attemptCode: Secret },
  message: "One more step: enter the six-digit code from your authenticator app."
}) {}

/**
 * The one-time password is not the one of this moment. The attempt goes on.
 *
 * @cause The digits changed while the person typed.
 * @cause The clock of the person's device is off.
 * @cause The entry in the authenticator app is of another account.
 * @fix Ask again. Where it keeps happening, have the person set the device's clock by the network.
 */
export class InvalidTotpCode extends KnownError("InvalidTotpCode", {
  code: "INVALID_TOTP_CODE",
  status: 400,
  sentence: "The TOTP code is invalid. Please try again.",
  field: "totp",
  message: "That code is not right. Enter the six digits your authenticator app shows now."
}) {}
