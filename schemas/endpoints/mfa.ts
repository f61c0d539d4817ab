/** The second factor. docs/protocol.md §14. */
import { endpoint } from "../Endpoint.ts"
import { SignInTokens } from "../entities/Tokens.ts"
import { codeErrors } from "../entities/VerificationCode.ts"
import { InvalidTotpCode } from "../errors/multiFactor.ts"
import { Code, fixed, TypedCode } from "../fields.ts"

/**
 * Finishes a sign-in that failed with `MultiFactorAuthenticationRequired`. `code` is that error's attempt code, good
 * for 5 minutes; `totp` is the six digits that the authenticator app shows, new every 30 seconds.
 *
 * Wrong digits leave the attempt code usable, up to 20 attempts in all. After an OAuth sign-in `isNewUser` is always
 * `false`.
 */
export const signIn = endpoint("client", "mfa.signIn", "POST /auth/mfa/sign-in", {
  input: { type: fixed("totp"), totp: TypedCode, code: Code },
  output: SignInTokens,
  errors: [...codeErrors, InvalidTotpCode],
  session: "optional"
})
