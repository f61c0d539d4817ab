/** Signing in and up with a code or link sent by e-mail. docs/protocol.md §13. */
import { botChallenge } from "../botChallenge.ts"
import { endpoint } from "../Endpoint.ts"
import { SignInTokens } from "../entities/Tokens.ts"
import { codeErrors, CodeValid, OtpNonce } from "../entities/VerificationCode.ts"
import { RedirectUrlNotWhitelisted, SignUpNotEnabled } from "../errors/authConfiguration.ts"
import { MultiFactorAuthenticationRequired } from "../errors/multiFactor.ts"
import { PermissionNotFound } from "../errors/permissions.ts"
import { BotChallengeFailed, BotChallengeRequired, SignUpRejected } from "../errors/restrictions.ts"
import { UserWithEmailAlreadyExists } from "../errors/users.ts"
import { Code, StrictEmail, Url } from "../fields.ts"

/**
 * Mails a link and a code of six characters. Link and code are good for 7 days.
 *
 * `UserWithEmailAlreadyExists` means that an account has the address but never verified it. A project without one-time
 * codes refuses in plain text with status 403. A verified account may sign in this way from now on.
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
 * Opens a session, and makes the account when the address has none. The code is the one of the link, or the six
 * characters of the mail followed by the nonce.
 *
 * Sent with the session of an anonymous user a sign-up turns that user into the account, with the same id. When a
 * second factor is asked for, the code is used up: go on with `mfa.signIn`. `PermissionNotFound` means that the project
 * gives new users a permission that was deleted. `SignUpRejected` and `BotChallengeFailed` come from later revisions only:
 * a rule of the project turns the person away, or the challenge was not there to be solved when the code was asked for.
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

/** Tells whether a sign-in code is still good, without using it up. It counts as one of the code's 20 attempts. */
export const checkSignInCode = endpoint("client", "otp.checkSignInCode", "POST /auth/otp/sign-in/check-code", {
  input: { code: Code },
  output: CodeValid,
  errors: [...codeErrors],
  session: "optional"
})
