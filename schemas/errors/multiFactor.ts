/** Errors of multi-factor authentication. docs/protocol.md §14. */
import { Secret } from "../fields.ts"
import { KnownError } from "../KnownError.ts"

/**
 * The first factor was correct; the account also requires a TOTP code. `attemptCode` identifies the sign-in attempt. It
 * is valid for 5 minutes and stays valid after a wrong TOTP code.
 *
 * @cause The user has set up multi-factor authentication. This error is part of a normal sign-in.
 * @fix Ask for the six-digit code and continue with `signIn.withTotp({ totp })`, which remembers the attempt. The
 *   prebuilt screens do this for you.
 */
export class MultiFactorAuthenticationRequired extends KnownError("MultiFactorAuthenticationRequired", {
  code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
  status: 400,
  sentence: "Multi-factor authentication is required for this user.",
  details: { attemptCode: Secret },
  message: "One more step: enter the six-digit code from your authenticator app."
}) {}

/**
 * The TOTP code is wrong or out of date. The sign-in attempt stays valid.
 *
 * @cause The code changed while the user was typing.
 * @cause The clock of the user's device is wrong.
 * @cause The entry in the authenticator app belongs to another account.
 * @fix Ask for the code again. If the error persists, ask the user to set the device's clock automatically.
 */
export class InvalidTotpCode extends KnownError("InvalidTotpCode", {
  code: "INVALID_TOTP_CODE",
  status: 400,
  sentence: "The TOTP code is invalid. Please try again.",
  field: "totp",
  message: "That code is not right. Enter the six digits your authenticator app shows now."
}) {}
