/**
 * Codes that are sent out and handed in once: sign-in codes and links, e-mail verification, password reset, second
 * factor, passkey challenges, invitations. docs/protocol.md §12.
 */
import { Family, KnownError } from "../KnownError.ts"

/** A code that cannot be used, for whatever reason. Where the reason does not matter, offer a new code. */
export class VerificationCodeError extends Family("VerificationCodeError", {
  code: "VERIFICATION_ERROR"
}) {}

/**
 * No such code in this project.
 *
 * @cause The code is mistyped, or the link was cut off in the mail program.
 * @cause The code is of another project, platform or purpose.
 * @cause The typed code was given without the nonce of the request that mailed it.
 * @fix Ask the person to copy the whole link, or send a new code.
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
 * The code's time is over: mostly 7 days, 5 minutes for a second factor, 65 seconds for a passkey.
 *
 * @cause The mail was opened late.
 * @cause The step with the passkey or the second factor took too long.
 * @fix Send a new code, or start the step again.
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
 * The code has done its work before. For an e-mail verification that is as good as a success.
 *
 * @cause The link was opened twice, or a mail scanner opened it first.
 * @cause A double click sent it twice.
 * @fix For a verification, treat it as done. Otherwise send a new code.
 */
export class VerificationCodeAlreadyUsed extends KnownError("VerificationCodeAlreadyUsed", {
  code: "VERIFICATION_CODE_ALREADY_USED",
  status: 409,
  sentence: "The verification link has already been used.",
  family: VerificationCodeError,
  field: "code",
  message: "This code or link was used before and works only once. If you still need one, ask for a new one."
}) {}

/**
 * The code was tried 20 times and is dead. Tries on all codes that share a nonce count together.
 *
 * @cause Somebody guesses, or the person keeps typing an old code.
 * @fix Send a new code.
 */
export class VerificationCodeMaxAttemptsReached extends KnownError("VerificationCodeMaxAttemptsReached", {
  code: "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
  status: 400,
  family: VerificationCodeError,
  field: "code",
  message: "There were too many tries with this code, so it no longer works. Ask for a new one."
}) {}
