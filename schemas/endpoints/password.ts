/**
 * Signing in and up with e-mail and password, and changing passwords. docs/protocol.md §16. How long a password may be
 * is the platform's to tell: those known take 8 to 70 characters.
 */
import * as Schema from "effect/Schema"
import { botChallenge } from "../botChallenge.ts"
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/answers.ts"
import { Tokens } from "../entities/Tokens.ts"
import { codeErrors, CodeValid, PasswordResetCodeSent } from "../entities/VerificationCode.ts"
import {
  EmailPasswordMismatch,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  PasswordTooLong,
  PasswordTooShort,
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled,
  UserDoesNotHavePassword
} from "../errors/authConfiguration.ts"
import { EmailNotAssociatedWithUser } from "../errors/contactChannels.ts"
import { MultiFactorAuthenticationRequired } from "../errors/multiFactor.ts"
import { PermissionNotFound } from "../errors/permissions.ts"
import { BotChallengeFailed, BotChallengeRequired, SignUpRejected } from "../errors/restrictions.ts"
import { EmailNotVerified, UserWithEmailAlreadyExists } from "../errors/users.ts"
import { Code, Email, Password, StrictEmail, Url } from "../fields.ts"

/**
 * Opens a session. A wrong address and a wrong password give the same error, so that nobody can probe for accounts.
 * `PasswordTooLong` is no password of the platform's, whosever it was meant to be.
 */
export const signIn = endpoint("client", "password.signIn", "POST /auth/password/sign-in", {
  input: { email: Email, password: Password },
  output: Tokens,
  errors: [
    EmailPasswordMismatch,
    PasswordAuthenticationNotEnabled,
    MultiFactorAuthenticationRequired,
    EmailNotVerified,
    PasswordTooLong
  ],
  session: "optional"
})

/**
 * Makes an account and opens its first session. The platform mails a link that verifies the address: the callback URL,
 * on a trusted domain, with the code in its query.
 *
 * Sent with the session of an anonymous user it turns that user into the account, with the same id; any other session
 * is ignored. Where the project says so, the user gets a team of their own, already selected. `SignUpRejected` comes
 * from newer platforms only, when a rule of the project turns the person away. `PermissionNotFound` means that the project
 * gives new users a permission that was deleted.
 */
export const signUp = endpoint("client", "password.signUp", "POST /auth/password/sign-up", {
  input: {
    email: StrictEmail,
    password: Password,
    /** Later revisions of the platform do without, and mail nothing then; earlier ones refuse that with a `SchemaError`. */
    verificationCallbackUrl: Schema.optional(Url),
    ...botChallenge
  },
  output: Tokens,
  errors: [
    PasswordAuthenticationNotEnabled,
    RedirectUrlNotWhitelisted,
    SignUpNotEnabled,
    PasswordTooShort,
    PasswordTooLong,
    UserWithEmailAlreadyExists,
    MultiFactorAuthenticationRequired,
    PermissionNotFound,
    BotChallengeRequired,
    BotChallengeFailed,
    SignUpRejected
  ],
  session: "optional"
})

/**
 * Mails a link to reset the password, good for 7 days. An address without account gets the same answer after 2 to 3
 * seconds and no mail; its callback URL is not even looked at, so an untrusted one is told for real accounts only.
 */
export const sendResetCode = endpoint("client", "password.sendResetCode", "POST /auth/password/send-reset-code", {
  input: { email: Email, callbackUrl: Url },
  output: PasswordResetCodeSent,
  errors: [PasswordAuthenticationNotEnabled, RedirectUrlNotWhitelisted, EmailNotAssociatedWithUser],
  session: "optional"
})

/** Tells whether a reset code is still good, without using it up. It counts as one of the code's 20 attempts. */
export const checkResetCode = endpoint("client", "password.checkResetCode", "POST /auth/password/reset/check-code", {
  input: { code: Code },
  output: CodeValid,
  errors: [...codeErrors],
  session: "optional"
})

/**
 * Sets a new password with a code from the mail and ends every session of the user. It opens none: sign in next.
 *
 * The code is used up before the length of the password is looked at, so a password under 8 characters costs the
 * person another mail. Check the length first.
 */
export const reset = endpoint("client", "password.reset", "POST /auth/password/reset", {
  input: { code: Code, password: Password },
  output: Success,
  errors: [...codeErrors, PasswordAuthenticationNotEnabled, PasswordTooShort, PasswordTooLong],
  session: "optional"
})

/**
 * Changes the password of the signed-in user and ends the user's other sessions: all but the one whose refresh token
 * comes with the request. `PasswordConfirmationMismatch` means that the old password is wrong.
 */
export const update = endpoint("client", "password.update", "POST /auth/password/update", {
  input: { oldPassword: Password, newPassword: Password },
  output: Success,
  errors: [
    PasswordAuthenticationNotEnabled,
    PasswordTooShort,
    PasswordTooLong,
    UserDoesNotHavePassword,
    PasswordConfirmationMismatch
  ],
  invalidates: ["sessions"]
})

/**
 * Gives the signed-in user a first password. Sessions go on. A user who has one already is refused in plain text with
 * status 400: use `update`.
 */
export const set = endpoint("client", "password.set", "POST /auth/password/set", {
  input: { password: Password },
  output: Success,
  errors: [PasswordAuthenticationNotEnabled, PasswordTooShort, PasswordTooLong],
  invalidates: ["users"]
})
