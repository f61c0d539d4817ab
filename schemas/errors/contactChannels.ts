/** Errors about a user's email addresses: their owner, and whether they are verified. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"

/**
 * The address is already verified, so no email was sent. A user waiting for verification can continue.
 *
 * @cause The user opened the link in the meantime, perhaps in another browser.
 * @cause The page shows an outdated version of the user.
 * @fix Read the user again and continue.
 */
export class EmailAlreadyVerified extends KnownError("EmailAlreadyVerified", {
  code: "EMAIL_ALREADY_VERIFIED",
  status: 409,
  field: "email",
  message: "This email address is already verified. There is nothing more to do."
}) {}

/**
 * No account has this address. No known revision sends this error, because it would reveal which addresses have an
 * account.
 *
 * @cause The address is mistyped, or was never used to sign up.
 * @fix Ask the user to check the address, or offer sign-up.
 */
export class EmailNotAssociatedWithUser extends KnownError("EmailNotAssociatedWithUser", {
  code: "EMAIL_NOT_ASSOCIATED_WITH_USER",
  status: 400,
  field: "email",
  message: "This email address cannot be used for that. Check how it is spelled, or use another one."
}) {}

/**
 * Only the primary address can be verified this way; `primaryEmail` is `null` if the user has none.
 *
 * @cause The address is a secondary address of the account.
 * @cause The primary address changed in the meantime.
 * @fix Verify the address as a contact channel with `contactChannels.sendVerificationMail`, or make it the primary
 *   address first.
 */
export class EmailIsNotPrimaryEmail extends KnownError("EmailIsNotPrimaryEmail", {
  code: "EMAIL_IS_NOT_PRIMARY_EMAIL",
  status: 400,
  details: { email: Schema.String, primaryEmail: Schema.NullOr(Schema.String) },
  field: "email",
  message: "This is not the primary email address of the account. Make it the primary one first, or use that one."
}) {}

/**
 * Another user signs in with this address. With `wouldWorkIfEmailWasVerified`, the call would succeed if the other
 * account had verified the address.
 *
 * @cause The user has a second account.
 * @cause A provider returned an address that another account signs in with, and the project does not merge accounts.
 * @fix Offer to sign in to the other account, or to use another address. With `wouldWorkIfEmailWasVerified`, offer to
 *   verify the address there.
 */
export class ContactChannelAlreadyUsedForAuthBySomeoneElse
  extends KnownError("ContactChannelAlreadyUsedForAuthBySomeoneElse", {
    code: "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
    status: 409,
    details: {
      type: openEnum("email"),
      contactChannelValue: Schema.NullOr(Schema.String),
      wouldWorkIfEmailWasVerified: Schema.Boolean
    },
    field: "email",
    message: ({ wouldWorkIfEmailWasVerified }) =>
      wouldWorkIfEmailWasVerified
        ? "Another account signs in with this email address, but the address is not verified there yet. Sign in to " +
          "it and verify the address, then try again."
        : "Another account signs in with this email address. Use another address, or sign in to that account."
  })
{}
