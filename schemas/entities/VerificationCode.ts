/** Responses to sending and checking codes. docs/protocol.md §12, §13. */
import * as Schema from "effect/Schema"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The response for a valid, unused code. For an invalid code the call fails, so the field is never `false`. */
export class CodeValid extends Schema.Opaque<CodeValid>()(wireStruct({ isCodeValid: Schema.Boolean })) {}

/** The response to a request for a password reset. The platform sends the email only if the address has an account. */
export class PasswordResetCodeSent extends Schema.Opaque<PasswordResetCodeSent>()(wireStruct({
  /** A fixed string, which doesn't reveal whether the account exists. */
  success: Schema.String
})) {}

/** The second part of a sign-in code. The first part is in the email. */
export class OtpNonce extends Schema.Opaque<OtpNonce>()(wireStruct({
  /** 39 characters. The code is the six characters from the email followed by this nonce. */
  nonce: Secret
})) {}
