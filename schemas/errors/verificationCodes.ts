/**
 * Errors about single-use codes: sign-in codes and links, email verification, password reset, MFA attempts, passkey
 * challenges and invitations. docs/protocol.md §12.
 */
import { Family, KnownError } from "../KnownError.ts"

/** The code cannot be used, for any reason. If the reason doesn't matter, offer a new code. */
export class VerificationCodeError extends Family("VerificationCodeError", {
  code: "VERIFICATION_ERROR"
}) {}

/**
 * The project has no such code.
 *
 * @cause The code is mistyped, or the mail program truncated the link.
 * @cause The code belongs to another project, platform or purpose.
 * @cause The code was sent without the nonce that the platform returned when it emailed the code.
 * @fix Ask the user to copy the complete link, or send a new code.
 */
export class VerificationCodeNotFound extends KnownError("VerificationCodeNotFound", {
  code: "VERIFICATION_CODE_NOT_FOUND",
  status: 404,
  sentence: "The verification code does not exist for this project.",
  family: VerificationCodeError,
  field: "code",
  message: "This code or link is not valid. Check that it is complete, or ask for a new one."
}) {}

/**
 * The code has expired. Most codes are valid for 7 days, MFA attempts for 5 minutes, passkey challenges for 65 seconds.
 *
 * @cause The user opened the email too late.
 * @cause The passkey prompt or the TOTP code took too long.
 * @fix Send a new code, or start that step again.
 */
export class VerificationCodeExpired extends KnownError("VerificationCodeExpired", {
  code: "VERIFICATION_CODE_EXPIRED",
  status: 400,
  sentence: "The verification code has expired.",
  family: VerificationCodeError,
  field: "code",
  message: "This code or link has expired. Ask for a new one."
}) {}

/**
 * The code was already used. For email verification, treat this error as a success.
 *
 * @cause The user opened the link twice, or a mail scanner opened it first.
 * @cause A double click sent the code twice.
 * @fix For a verification, continue as after a success. Otherwise send a new code.
 */
export class VerificationCodeAlreadyUsed extends KnownError("VerificationCodeAlreadyUsed", {
  code: "VERIFICATION_CODE_ALREADY_USED",
  status: 409,
  sentence: "The verification link has already been used.",
  family: VerificationCodeError,
  field: "code",
  message: "This code or link was already used, and works only once. If you still need one, ask for a new one."
}) {}

/**
 * The code was entered 20 times and is blocked. Attempts on all codes with the same nonce count together.
 *
 * @cause Someone is guessing codes, or the user keeps entering an old code.
 * @fix Send a new code.
 */
export class VerificationCodeMaxAttemptsReached extends KnownError("VerificationCodeMaxAttemptsReached", {
  code: "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
  status: 400,
  family: VerificationCodeError,
  field: "code",
  message: "There were too many attempts with this code, so it no longer works. Ask for a new one."
}) {}
