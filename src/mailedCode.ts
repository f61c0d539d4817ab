/** Codes as they come out of mails. Wire protocol §12. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { VerificationCodeNotFound } from "../schemas/errors/verificationCodes.ts"
import { asSecret, type SecretInput } from "../schemas/fields.ts"

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
  const text = Redacted.value(asSecret(code)).replace(/\s/g, "") + Redacted.value(asSecret(nonce))
  return text.length === length ? Effect.succeed(Redacted.make(text)) : Effect.fail(new VerificationCodeNotFound())
}
