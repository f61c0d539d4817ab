/** Users that exist, do not exist, or are not signed in. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"

/**
 * Another account signs in with this address. With `wouldWorkIfEmailWasVerified`, the account is the person's own as
 * soon as the address on it is verified. `details.email` is the address in lower case, not as it was typed.
 *
 * @cause The person has an account already, perhaps made with another way to sign in.
 * @cause The address on that account was never verified, so that it cannot be merged.
 * @fix Offer to sign in with that address. With `wouldWorkIfEmailWasVerified`, offer to verify it after that.
 */
export class UserWithEmailAlreadyExists extends KnownError("UserWithEmailAlreadyExists", {
  code: "USER_EMAIL_ALREADY_EXISTS",
  status: 409,
  details: { email: Schema.String, wouldWorkIfEmailWasVerified: Schema.Boolean },
  field: "email",
  message: ({ wouldWorkIfEmailWasVerified }) =>
    wouldWorkIfEmailWasVerified
      ? "There is an account with this e-mail address, but the address is not verified there yet. Sign in to it and " +
        "verify the address, then try again."
      : "There is already an account with this e-mail address. Sign in to it, or use another address."
}) {}

/**
 * The address of the account has to be verified first. The revisions known do not send it.
 *
 * @cause The link of the verification mail was not opened.
 * @fix Send the mail once more with `emailVerification.send` and ask the person to open its link.
 */
export class EmailNotVerified extends KnownError("EmailNotVerified", {
  code: "EMAIL_NOT_VERIFIED",
  status: 400,
  field: "email",
  message: "This e-mail address is not verified yet. Open the link in the verification mail, then try again."
}) {}

/**
 * The request speaks of the user `me`, and nobody is signed in.
 *
 * @cause The call was made before anybody signed in, or after the session ended.
 * @cause A back end asked for the user `me` without the session of a request.
 * @fix Sign in first, or ask `currentUser.get()`, which answers `null` for nobody. In a back end, name the user by id,
 *   or provide the session of the request.
 */
export class CannotGetOwnUserWithoutUser extends KnownError("CannotGetOwnUserWithoutUser", {
  code: "CANNOT_GET_OWN_USER_WITHOUT_USER",
  status: 400,
  message: "Nobody is signed in, so there is no account to show or change. Sign in and try again."
}) {}

/**
 * An id given in the request belongs to no user of the project.
 *
 * @cause The user was deleted, and your own records still name them.
 * @cause The id is of another project or environment.
 * @fix Check the id against `users.list`. Remove deleted users from your own records, for instance with the webhook
 *   `user.deleted`.
 */
export class UserIdDoesNotExist extends KnownError("UserIdDoesNotExist", {
  code: "USER_ID_DOES_NOT_EXIST",
  status: 400,
  details: { userId: Schema.String },
  message: "There is no user with this id. Check it; the account may have been deleted."
}) {}

/**
 * There is no such user in the project.
 *
 * @cause The user was deleted.
 * @cause The id is of another project or environment.
 * @fix Treat it as nobody. Check the project id where the user should be there.
 */
export class UserNotFound extends KnownError("UserNotFound", {
  code: "USER_NOT_FOUND",
  status: 404,
  sentence: "User not found.",
  message: "This user was not found. The account may have been deleted; check whom you are looking for."
}) {}

/**
 * The call is made for the signed-in user, and nobody is signed in.
 *
 * @cause The call was made before anybody signed in, or after the session ended.
 * @cause A back end makes a call at client level without the session of a request.
 * @fix Sign in first. In a back end, provide the session of the request, or use the call of the server level.
 */
export class UserAuthenticationRequired extends KnownError("UserAuthenticationRequired", {
  code: "USER_AUTHENTICATION_REQUIRED",
  status: 401,
  message: "You need to be signed in for this. Sign in and try again."
}) {}
