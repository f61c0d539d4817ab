/** Codes from emails. docs/protocol.md §12. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { VerificationCodeNotFound } from "../../../schemas/errors/verificationCodes.ts"
import { asSecret, type SecretInput, secretText } from "../../../schemas/secrets.ts"
import { typedCode } from "../../../schemas/typed.ts"

/** Number of characters in a code. The platform rejects codes of any other length. */
const length = 45

/**
 * Returns the code as {@link typedCode} does, followed by the nonce. A code that was cut off fails with the error for an
 * unknown code, and nothing is sent.
 */
export const mailedCode = (
  code: SecretInput,
  nonce: SecretInput = ""
): Effect.Effect<Redacted.Redacted, VerificationCodeNotFound> => {
  const [first, rest] = [secretText(code), secretText(nonce)]
  // unreadable values are rejected as invalid input of the request
  if (first === undefined || rest === undefined) return Effect.succeed(asSecret(first === undefined ? code : nonce))
  const text = typedCode(first + rest)
  return text.length === length ? Effect.succeed(Redacted.make(text)) : Effect.fail(new VerificationCodeNotFound())
}
