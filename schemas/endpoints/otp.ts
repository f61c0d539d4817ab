/** Sign-in and sign-up with an emailed code or link. docs/protocol.md §13. */
import { botChallenge } from "../botChallenge.ts"
import { endpoint } from "../Endpoint.ts"
import { codeErrors } from "../entities/sharedErrors.ts"
import { SignInTokens } from "../entities/Tokens.ts"
import { CodeValid, OtpNonce } from "../entities/VerificationCode.ts"
import { RedirectUrlNotWhitelisted, SignUpNotEnabled } from "../errors/authConfiguration.ts"
import { MultiFactorAuthenticationRequired } from "../errors/multiFactor.ts"
import { PermissionNotFound } from "../errors/permissions.ts"
import { BotChallengeFailed, BotChallengeRequired, SignUpRejected } from "../errors/restrictions.ts"
import { UserWithEmailAlreadyExists } from "../errors/users.ts"
import { Code, StrictEmail, Url } from "../fields.ts"

/**
 * Sends an email with a sign-in link and a six-character code, both valid for 7 days.
 *
 * `UserWithEmailAlreadyExists` means that an account has the address but has not verified it. If the project does not
 * allow one-time codes, the call fails with `HttpFailure` (403). The call enables this sign-in method for a verified
 * account.
 */
export const sendSignInCode = endpoint("client", "otp.sendSignInCode", "POST /auth/otp/send-sign-in-code", {
  input: { email: StrictEmail, callbackUrl: Url, ...botChallenge },
  output: OtpNonce,
  errors: [
    UserWithEmailAlreadyExists,
    SignUpNotEnabled,
    RedirectUrlNotWhitelisted,
    BotChallengeRequired,
    BotChallengeFailed
  ],
  session: "optional"
})

/**
 * Opens a session, and creates the account if the address has none. The code is the one in the link, or the six
 * characters from the email followed by the nonce.
 *
 * With the session of an anonymous user, a sign-up turns that user into the account and keeps its id. If MFA is
 * required, the code is used up: continue with `mfa.signIn`. `PermissionNotFound` means that the project's default
 * permissions for new users contain a deleted permission. Only later revisions send `SignUpRejected` (a sign-up rule
 * rejected the user) and `BotChallengeFailed` (the code was requested without a bot challenge).
 */
export const signIn = endpoint("client", "otp.signIn", "POST /auth/otp/sign-in", {
  input: { code: Code },
  output: SignInTokens,
  errors: [
    ...codeErrors,
    MultiFactorAuthenticationRequired,
    UserWithEmailAlreadyExists,
    SignUpNotEnabled,
    PermissionNotFound,
    SignUpRejected,
    BotChallengeFailed
  ],
  session: "optional"
})

/** Checks whether a sign-in code is valid, without using it up. Counts as one of the code's 20 attempts. */
export const checkSignInCode = endpoint("client", "otp.checkSignInCode", "POST /auth/otp/sign-in/check-code", {
  input: { code: Code },
  output: CodeValid,
  errors: [...codeErrors],
  session: "optional"
})
