/** The addresses of a user: to whom they belong, and whether they are verified. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"

/**
 * The address is verified, so no mail was sent. To a person waiting for verification this is good news.
 *
 * @cause The link was opened meanwhile, perhaps in another browser.
 * @cause The page shows the user as they were before.
 * @fix Read the user again and go on.
 */
export class EmailAlreadyVerified extends KnownError("EmailAlreadyVerified", {
  code: "EMAIL_ALREADY_VERIFIED",
  status: 409,
  field: "email",
  message: "This e-mail address is already verified. There is nothing more to do."
}) {}

/**
 * The address belongs to no account. The revisions known do not send it, so that nobody can probe for accounts.
 *
 * @cause The address is mistyped, or never signed up.
 * @fix Ask the person to check it, or offer to sign up.
 */
export class EmailNotAssociatedWithUser extends KnownError("EmailNotAssociatedWithUser", {
  code: "EMAIL_NOT_ASSOCIATED_WITH_USER",
  status: 400,
  field: "email",
  message: "This e-mail address cannot be used for that. Check how it is spelled, or use another one."
}) {}

/**
 * Only the primary address can be verified this way; `primaryEmail` is `null` where the user has none.
 *
 * @cause The address is another one of the account.
 * @cause The primary address was changed meanwhile.
 * @fix Verify it as a contact channel, with `contactChannels.sendVerificationMail`, or make it the primary one first.
 */
export class EmailIsNotPrimaryEmail extends KnownError("EmailIsNotPrimaryEmail", {
  code: "EMAIL_IS_NOT_PRIMARY_EMAIL",
  status: 400,
  details: { email: Schema.String, primaryEmail: Schema.NullOr(Schema.String) },
  field: "email",
  message: "This is not the primary e-mail address of the account. Make it the primary one first, or use that one."
}) {}

/**
 * Another user signs in with this address. With `wouldWorkIfEmailWasVerified`, the other account is the person's own as
 * soon as the address on it is verified.
 *
 * @cause The person has a second account.
 * @cause A provider gave an address that another account signs in with, and the project does not merge them.
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
        ? "Another account signs in with this e-mail address, but the address is not verified there yet. Sign in to " +
          "it and verify the address, then try again."
        : "Another account signs in with this e-mail address. Use another address, or sign in to that account."
  })
{}
