/**
 * Codes that are sent out and handed in once: sign-in codes and links, e-mail verification, password reset, second
 * factor, passkey challenges, invitations. docs/protocol.md §12.
 */
import { Family, KnownError } from "../KnownError.ts"

/** A code that cannot be used, for whatever reason. Where the reason does not matter, offer a new code. */
export class VerificationCodeError extends Family("VerificationCodeError", {
  code: "VERIFICATION_ERROR"
}) {}

/** No such code in this project: mistyped, cut off in the mail, or of another project or purpose. */
export class VerificationCodeNotFound extends KnownError("VerificationCodeNotFound", {
  code: "VERIFICATION_CODE_NOT_FOUND",
  status: 404,
  sentence: "The verification code does not exist for this project.",
  family: VerificationCodeError,
  field: "code",
  message: "This code or link is not valid. Check that it is complete, or ask for a new one."
}) {}

/** The code's time is over: mostly 7 days, 5 minutes for a second factor, 65 seconds for a passkey. */
export class VerificationCodeExpired extends KnownError("VerificationCodeExpired", {
  code: "VERIFICATION_CODE_EXPIRED",
  status: 400,
  sentence: "The verification code has expired.",
  family: VerificationCodeError,
  field: "code",
  message: "This code or link has expired. Ask for a new one."
}) {}

/** The code has done its work before. For an e-mail verification that is as good as a success. */
export class VerificationCodeAlreadyUsed extends KnownError("VerificationCodeAlreadyUsed", {
  code: "VERIFICATION_CODE_ALREADY_USED",
  status: 409,
  sentence: "The verification link has already been used.",
  family: VerificationCodeError,
  field: "code",
  message: "This code or link was used before and works only once. If you still need one, ask for a new one."
}) {}

/** The code was tried 20 times and is dead. Tries on all codes that share a nonce count together. */
export class VerificationCodeMaxAttemptsReached extends KnownError("VerificationCodeMaxAttemptsReached", {
  code: "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
  status: 400,
  family: VerificationCodeError,
  field: "code",
  message: "There were too many tries with this code, so it no longer works. Ask for a new one."
}) {}
