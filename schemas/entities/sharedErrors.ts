/** The errors that several endpoints have in common. They are apart from the schemas, so that clients don't load `Schema`. */
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../errors/oauth.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/users.ts"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../errors/verificationCodes.ts"

/** The errors of an invalid code, in the order in which the platform checks them. */
export const codeErrors = [
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
] as const

/** The errors that a request for an access token can fail with. */
export const accessTokenErrors = [
  CannotGetOwnUserWithoutUser,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionNotConnectedToUser,
  OAuthConnectionDoesNotHaveRequiredScope
] as const
