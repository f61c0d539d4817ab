/** Codes as they come out of mails. docs/protocol.md §12. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { VerificationCodeNotFound } from "../../../schemas/errors/verificationCodes.ts"
import { asSecret, type SecretInput, secretText } from "../../../schemas/fields.ts"

/** Characters. The platform looks at no other code. */
const length = 45

/**
 * The code without what people and mail programs put around it. One that was cut off is refused here, in the words for
 * one that the platform does not know.
 */
export const mailedCode = (
  code: SecretInput,
  nonce: SecretInput = ""
): Effect.Effect<Redacted.Redacted, VerificationCodeNotFound> => {
  const [first, rest] = [secretText(code), secretText(nonce)]
  // what cannot be read is refused as the input of the request
  if (first === undefined || rest === undefined) return Effect.succeed(asSecret(first === undefined ? code : nonce))
  const text = first.replace(/\s/g, "") + rest
  return text.length === length ? Effect.succeed(Redacted.make(text)) : Effect.fail(new VerificationCodeNotFound())
}
