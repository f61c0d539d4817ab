/** What sending and checking codes answers with, and what can be wrong with a code. docs/protocol.md §12, §13. */
import * as Schema from "effect/Schema"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../errors/verificationCodes.ts"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** What any endpoint that takes a code answers when the code is no good, in the order in which the platform looks. */
export const codeErrors = [
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
] as const

/** The code is good and still unused. A bad one is an error, so `false` is never seen. */
export class CodeValid extends Schema.Opaque<CodeValid>()(wireStruct({ isCodeValid: Schema.Boolean })) {}

/** A reset mail was sent if the address has an account. */
export class PasswordResetCodeSent extends Schema.Opaque<PasswordResetCodeSent>()(wireStruct({
  /** A fixed text; it says nothing about whether the account exists. */
  success: Schema.String
})) {}

/** The second part of a sign-in code. The first part is in the mail. */
export class OtpNonce extends Schema.Opaque<OtpNonce>()(wireStruct({
  /** 39 characters. The six characters of the mail followed by these are the code. */
  nonce: Secret
})) {}
