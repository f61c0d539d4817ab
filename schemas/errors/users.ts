/** Users that exist, do not exist, or are not signed in. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"

/**
 * Another account signs in with this address. With `wouldWorkIfEmailWasVerified`, the account is the person's own as
 * soon as the address on it is verified: offer to sign in to it and verify.
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

/** The address of the account has to be verified first. The revisions known do not send it. */
export class EmailNotVerified extends KnownError("EmailNotVerified", {
  code: "EMAIL_NOT_VERIFIED",
  status: 400,
  field: "email",
  message: "This e-mail address is not verified yet. Open the link in the verification mail, then try again."
}) {}

/** The request speaks of the user `me`, and nobody is signed in. Sign in first, or name the user by id. */
export class CannotGetOwnUserWithoutUser extends KnownError("CannotGetOwnUserWithoutUser", {
  code: "CANNOT_GET_OWN_USER_WITHOUT_USER",
  status: 400,
  message: "Nobody is signed in, so there is no account to show or change. Sign in and try again."
}) {}

/** An id given in the request belongs to no user of the project: deleted, mistyped, or from another project. */
export class UserIdDoesNotExist extends KnownError("UserIdDoesNotExist", {
  code: "USER_ID_DOES_NOT_EXIST",
  status: 400,
  details: { userId: Schema.String },
  message: "There is no user with this id. Check it; the account may have been deleted."
}) {}

/** There is no such user in the project: deleted, never there, or of another project. */
export class UserNotFound extends KnownError("UserNotFound", {
  code: "USER_NOT_FOUND",
  status: 404,
  sentence: "User not found.",
  message: "This user was not found. The account may have been deleted; check whom you are looking for."
}) {}

/** The call is made for the signed-in user, and nobody is signed in. */
export class UserAuthenticationRequired extends KnownError("UserAuthenticationRequired", {
  code: "USER_AUTHENTICATION_REQUIRED",
  status: 401,
  message: "You need to be signed in for this. Sign in and try again."
}) {}
