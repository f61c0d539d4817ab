/** Multi-factor authentication. docs/protocol.md §14. */
import { endpoint } from "../Endpoint.ts"
import { codeErrors } from "../entities/sharedErrors.ts"
import { SignInTokens } from "../entities/Tokens.ts"
import { InvalidTotpCode } from "../errors/multiFactor.ts"
import { Code, fixed, TypedCode } from "../fields.ts"

/**
 * Completes a sign-in that failed with `MultiFactorAuthenticationRequired`. `code` is that error's attempt code, valid
 * for 5 minutes; `totp` is the six-digit code of the authenticator app, which changes every 30 seconds.
 *
 * A wrong TOTP code leaves the attempt code valid, up to 20 attempts in total. After an OAuth sign-in `isNewUser` is
 * always `false`.
 */
export const signIn = endpoint("client", "mfa.signIn", "POST /auth/mfa/sign-in", {
  input: { type: fixed("totp"), totp: TypedCode, code: Code },
  output: SignInTokens,
  errors: [...codeErrors, InvalidTotpCode],
  session: "optional"
})
