/** Errors about users that already exist, do not exist, or are not signed in. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"

/**
 * Another account already has this email address. With `wouldWorkIfEmailWasVerified`, the call would succeed if that
 * account had verified the address. `details.email` is the address in lower case.
 *
 * @cause The user already has an account, perhaps created with another sign-in method.
 * @cause The address on that account was never verified, so the accounts cannot be merged.
 * @fix Offer to sign in with that address. With `wouldWorkIfEmailWasVerified`, offer to verify it afterwards.
 */
export class UserWithEmailAlreadyExists extends KnownError("UserWithEmailAlreadyExists", {
  code: "USER_EMAIL_ALREADY_EXISTS",
  status: 409,
  details: { email: Schema.String, wouldWorkIfEmailWasVerified: Schema.Boolean },
  field: "email",
  message: ({ wouldWorkIfEmailWasVerified }) =>
    wouldWorkIfEmailWasVerified
      ? "There is an account with this email address, but the address is not verified there yet. Sign in to it and " +
        "verify the address, then try again."
      : "There is already an account with this email address. Sign in to it, or use another address."
}) {}

/**
 * The account's email address must be verified first. No known revision sends this error.
 *
 * @cause The user did not open the link in the verification email.
 * @fix Send the email again with `emailVerification.send`, and ask the user to open the link.
 */
export class EmailNotVerified extends KnownError("EmailNotVerified", {
  code: "EMAIL_NOT_VERIFIED",
  status: 400,
  field: "email",
  message: "This email address is not verified yet. Open the link in the verification email, then try again."
}) {}

/**
 * The request addresses the user `me`, but no user is signed in.
 *
 * @cause The call was made before sign-in, or after the session ended.
 * @cause A back end requested the user `me` without the session of an incoming request.
 * @fix Sign in first, or call `currentUser.get()`, which returns `null` without a signed-in user. In a back end, pass
 *   the user's id, or provide the session of the request.
 */
export class CannotGetOwnUserWithoutUser extends KnownError("CannotGetOwnUserWithoutUser", {
  code: "CANNOT_GET_OWN_USER_WITHOUT_USER",
  status: 400,
  message: "Nobody is signed in, so there is no account to show or change. Sign in and try again."
}) {}

/**
 * No user of the project has the given id.
 *
 * @cause The user was deleted, but your own records still have the id.
 * @cause The id belongs to another project or environment.
 * @fix Check the id with `users.list`. Remove deleted users from your own records, for instance with the `user.deleted`
 *   webhook.
 */
export class UserIdDoesNotExist extends KnownError("UserIdDoesNotExist", {
  code: "USER_ID_DOES_NOT_EXIST",
  status: 400,
  details: { userId: Schema.String },
  message: "There is no user with this id. Check it; the account may have been deleted."
}) {}

/**
 * The project has no such user.
 *
 * @cause The user was deleted.
 * @cause The id belongs to another project or environment.
 * @fix Continue without a user. If the user should exist, check the project id.
 */
export class UserNotFound extends KnownError("UserNotFound", {
  code: "USER_NOT_FOUND",
  status: 404,
  sentence: "User not found.",
  message: "This user was not found. The account may have been deleted; check the id."
}) {}

/**
 * The call requires a signed-in user, and no user is signed in.
 *
 * @cause The call was made before sign-in, or after the session ended.
 * @cause A back end makes a client-level call without the session of an incoming request.
 * @fix Sign in first. In a back end, provide the session of the request, or use the server-level call.
 */
export class UserAuthenticationRequired extends KnownError("UserAuthenticationRequired", {
  code: "USER_AUTHENTICATION_REQUIRED",
  status: 401,
  message: "You need to be signed in for this. Sign in and try again."
}) {}
