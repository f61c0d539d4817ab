/**
 * Sign-in and sign-up with email and password, and password changes. docs/protocol.md §16. The platform sets the
 * password length: known platforms accept 8 to 70 characters.
 */
import * as Schema from "effect/Schema"
import { botChallenge } from "../botChallenge.ts"
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/responses.ts"
import { codeErrors } from "../entities/sharedErrors.ts"
import { Tokens } from "../entities/Tokens.ts"
import { CodeValid, PasswordResetCodeSent } from "../entities/VerificationCode.ts"
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
 * Opens a session. A wrong address and a wrong password give the same error, so that the error does not reveal which
 * addresses have an account. `PasswordTooLong` means that the password exceeds the platform's maximum, so it cannot
 * match any account.
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
 * Creates an account and opens its first session. The platform sends an email with a verification link: the callback
 * URL, which must be on a trusted domain, with the code in its query.
 *
 * With the session of an anonymous user, the sign-up turns that user into the account and keeps its id; any other
 * session is ignored. If the project creates personal teams, the user gets a team, which is selected. `SignUpRejected`
 * means that a sign-up rule rejected the user; only newer platforms send it. `PermissionNotFound` means that the
 * project's default permissions for new users contain a deleted permission.
 */
export const signUp = endpoint("client", "password.signUp", "POST /auth/password/sign-up", {
  input: {
    email: StrictEmail,
    password: Password,
    /**
     * Optional in later revisions, which send no email without this URL. Earlier revisions require the URL, and fail
     * with a `SchemaError` without it.
     */
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
 * Sends an email with a password reset link, valid for 7 days. An address without an account gets the same response
 * after 2 to 3 seconds, but no email. In that case the platform does not check the callback URL, so an untrusted URL
 * fails only if the account exists.
 */
export const sendResetCode = endpoint("client", "password.sendResetCode", "POST /auth/password/send-reset-code", {
  input: { email: Email, callbackUrl: Url },
  output: PasswordResetCodeSent,
  errors: [PasswordAuthenticationNotEnabled, RedirectUrlNotWhitelisted, EmailNotAssociatedWithUser],
  session: "optional"
})

/** Checks whether a reset code is valid, without using it up. Counts as one of the code's 20 attempts. */
export const checkResetCode = endpoint("client", "password.checkResetCode", "POST /auth/password/reset/check-code", {
  input: { code: Code },
  output: CodeValid,
  errors: [...codeErrors],
  session: "optional"
})

/**
 * Sets a new password with an emailed code and ends all sessions of the user. Opens no session: sign in afterwards.
 *
 * The platform uses up the code before it checks the length of the password. Check the minimum of 8 characters first,
 * or the user needs another email.
 */
export const reset = endpoint("client", "password.reset", "POST /auth/password/reset", {
  input: { code: Code, password: Password },
  output: Success,
  errors: [...codeErrors, PasswordAuthenticationNotEnabled, PasswordTooShort, PasswordTooLong],
  session: "optional"
})

/**
 * Changes the password of the signed-in user and ends the user's other sessions. The session of the request's refresh
 * token continues. `PasswordConfirmationMismatch` means that the old password is wrong.
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
 * Sets the first password of the signed-in user. Sessions stay open. If the user already has a password, the call fails
 * with `HttpFailure` (400): use `update`.
 */
export const set = endpoint("client", "password.set", "POST /auth/password/set", {
  input: { password: Password },
  output: Success,
  errors: [PasswordAuthenticationNotEnabled, PasswordTooShort, PasswordTooLong],
  invalidates: ["users"]
})
