/** The addresses of a user: to whom they belong, and whether they are verified. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"

/** The address is verified, so no mail was sent. To a person waiting for verification this is good news. */
export class EmailAlreadyVerified extends KnownError("EmailAlreadyVerified", {
  code: "EMAIL_ALREADY_VERIFIED",
  status: 409,
  field: "email",
  message: "This e-mail address is already verified. There is nothing more to do."
}) {}

/** The address belongs to no account. The revisions known do not send it, so that nobody can probe for accounts. */
export class EmailNotAssociatedWithUser extends KnownError("EmailNotAssociatedWithUser", {
  code: "EMAIL_NOT_ASSOCIATED_WITH_USER",
  status: 400,
  field: "email",
  message: "This e-mail address cannot be used for that. Check how it is spelled, or use another one."
}) {}

/** Only the primary address can be verified this way; `primaryEmail` is `null` where the user has none. */
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
