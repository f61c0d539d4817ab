/** Contact channels, passkeys, permissions, teams, mail. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"
import { remedy, RestrictedReason } from "./restrictedReason.ts"
import { because, named } from "./words.ts"

/** The old password given for a change is wrong. */
export class PasswordConfirmationMismatch extends KnownError("PasswordConfirmationMismatch", {
  code: "PASSWORD_CONFIRMATION_MISMATCH",
  status: 400,
  sentence: "Passwords do not match.",
  field: "oldPassword",
  message: "Passwords do not match."
}) {}

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
 * The new passkey was refused, for example because it was made on a domain the project does not trust. The platform's
 * sentence says why; client code raises it as well when the browser's step fails in an unexpected way.
 */
export class PasskeyRegistrationFailed extends KnownError("PasskeyRegistrationFailed", {
  code: "PASSKEY_REGISTRATION_FAILED",
  status: 400,
  textOnly: true,
  message: "The passkey could not be added. Try again, or use another device or browser."
}) {}

/**
 * The browser could not do the step with the passkey. `details.code` is the code of `@simplewebauthn/browser`, such as
 * `ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED`, or else the name of the browser's own error; `details.message` is the
 * browser's text. Never sent by the platform; client code raises it. A step that was cancelled is none of these.
 */
export class PasskeyWebAuthnError extends KnownError("PasskeyWebAuthnError", {
  code: "PASSKEY_WEBAUTHN_ERROR",
  status: 400,
  details: { message: Schema.String, code: Schema.String },
  message: ({ code }) => {
    switch (code) {
      case "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED":
        return "This device already has a passkey for your account. Use that one, or add one on another device."
      case "SecurityError":
      case "ERROR_INVALID_DOMAIN":
        return "Passkeys do not work at this address. Open the app on its own domain with HTTPS, or on localhost."
      case "ERROR_INVALID_RP_ID":
        return "The passkeys of this app belong to another address. Open the app there, or choose another way."
      case "ConstraintError":
      case "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT":
      case "ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE":
        return "This device cannot check that it is you. Set up a screen lock or PIN, or use another device."
      case "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT":
      case "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG":
        return "This device or security key cannot hold a passkey of this app. Use another one, or a password manager."
      case "ERROR_INVALID_USER_ID_LENGTH":
      case "ERROR_MALFORMED_PUBKEYCREDPARAMS":
      case "ERROR_SIGNAL_INVALID_ARGUMENT":
        return "The browser was asked for something that no passkey can be. Choose another way, and tell the app's owner."
      default:
        return "The browser could not complete the step with the passkey. Try again, or choose another way."
    }
  }
}) {}

/**
 * The passkey is unknown to the project or its signature does not hold. The platform's sentence says which; client code
 * raises it as well for other failures of the sign-in.
 */
export class PasskeyAuthenticationFailed extends KnownError("PasskeyAuthenticationFailed", {
  code: "PASSKEY_AUTHENTICATION_FAILED",
  status: 400,
  textOnly: true,
  message: "This passkey did not sign you in. Try another passkey, or choose another way to sign in."
}) {}

/**
 * The permission is not defined, or the user does not hold it where it is to be taken away. Where people sign up, make a
 * team or join one: the project's defaults name a permission that was deleted.
 */
export class PermissionNotFound extends KnownError("PermissionNotFound", {
  code: "PERMISSION_NOT_FOUND",
  status: 404,
  details: { permissionId: Schema.String },
  message: ({ permissionId }) =>
    `The ${named("permission", permissionId)} was not found. Define it for the project first, or check its id.`
}) {}

/** A project permission stands where a team permission belongs, or the reverse; `actualScope` is `null` if unknown. */
export class PermissionScopeMismatch extends KnownError("PermissionScopeMismatch", {
  code: "WRONG_PERMISSION_SCOPE",
  status: 404,
  details: {
    permissionId: Schema.String,
    expectedScope: openEnum("team", "project"),
    actualScope: Schema.NullOr(openEnum("team", "project"))
  },
  message: ({ actualScope, expectedScope, permissionId }) =>
    `The ${named("permission", permissionId)} is for ${actualScope ? `a ${actualScope}` : "another scope"}. ` +
    `Use one for ${expectedScope ? `a ${expectedScope}` : "the right scope"} here.`
}) {}

/** A permission is to contain one that is not defined. Define `permissionId` first, then refer to it. */
export class ContainedPermissionNotFound extends KnownError("ContainedPermissionNotFound", {
  code: "CONTAINED_PERMISSION_NOT_FOUND",
  status: 400,
  details: { permissionId: Schema.String },
  field: "containedPermissionIds",
  message: ({ permissionId }) =>
    `The contained ${named("permission", permissionId)} is not defined. Define it first, or leave it out.`
}) {}

/** The id is taken by another permission, be it for teams or for the project. */
export class PermissionIdAlreadyExists extends KnownError("PermissionIdAlreadyExists", {
  code: "PERMISSION_ID_ALREADY_EXISTS",
  status: 400,
  details: { permissionId: Schema.String },
  field: "id",
  message: ({ permissionId }) =>
    `There is already a ${permissionId ? named("permission", permissionId) : "permission with this id"}. ` +
    "Choose another id."
}) {}

/** There is no such team, or the person asking is not in it. */
export class TeamNotFound extends KnownError("TeamNotFound", {
  code: "TEAM_NOT_FOUND",
  status: 404,
  details: { teamId: Schema.String },
  message: "This team was not found. It may have been deleted, or you are no longer in it; check your list of teams."
}) {}

/** The id is taken by another team. The revisions known do not send it. */
export class TeamAlreadyExists extends KnownError("TeamAlreadyExists", {
  code: "TEAM_ALREADY_EXISTS",
  status: 409,
  details: { teamId: Schema.String },
  message: "There is already a team with this id. Use that one, or choose another id."
}) {}

/** The user is not, or no longer, in the team. */
export class TeamMembershipNotFound extends KnownError("TeamMembershipNotFound", {
  code: "TEAM_MEMBERSHIP_NOT_FOUND",
  status: 404,
  details: { teamId: Schema.String, userId: Schema.String },
  message: "This person is not a member of the team. Add them first, or check that it is the right team."
}) {}

/** The user is in the team. Adding them again changes nothing, and neither does accepting an invitation twice. */
export class TeamMembershipAlreadyExists extends KnownError("TeamMembershipAlreadyExists", {
  code: "TEAM_MEMBERSHIP_ALREADY_EXISTS",
  status: 409,
  message: "This person is already a member of the team. There is nothing more to do."
}) {}

/** The template was made before. The revisions known do not send it. */
export class EmailTemplateAlreadyExists extends KnownError("EmailTemplateAlreadyExists", {
  code: "EMAIL_TEMPLATE_ALREADY_EXISTS",
  status: 409,
  message: "There is already an e-mail template of this kind. Change that one instead."
}) {}

/** The call is made for the signed-in user, and nobody is signed in. */
export class UserAuthenticationRequired extends KnownError("UserAuthenticationRequired", {
  code: "USER_AUTHENTICATION_REQUIRED",
  status: 401,
  message: "You need to be signed in for this. Sign in and try again."
}) {}

/** The user lacks a permission of the project. An administrator grants it; servers may act without it. */
export class ProjectPermissionRequired extends KnownError("ProjectPermissionRequired", {
  code: "PROJECT_PERMISSION_REQUIRED",
  status: 401,
  details: { userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `You need ${permissionId ? named("the permission", permissionId) : "another permission"} for this. ` +
    "Ask an administrator of the app to grant it."
}) {}

/** The user lacks a permission in the team. Somebody who manages the team grants it; servers may act without it. */
export class TeamPermissionRequired extends KnownError("TeamPermissionRequired", {
  code: "TEAM_PERMISSION_REQUIRED",
  status: 401,
  details: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `You need ${permissionId ? named("the permission", permissionId) : "another permission"} in this team for this. ` +
    "Ask someone who manages the team to grant it."
}) {}

/**
 * The user does not hold the permission in the team, so it cannot be taken away. To a caller who wants it gone that is
 * a success, in spite of the status 401.
 */
export class TeamPermissionNotFound extends KnownError("TeamPermissionNotFound", {
  code: "TEAM_PERMISSION_NOT_FOUND",
  status: 401,
  details: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `This person does not have the ${named("permission", permissionId)} in the team. There is nothing to revoke.`
}) {}

/**
 * The invitation went to an address that the signed-in user does not own. Declared by the platform; its newest packages
 * expect it. Sign in with the invited address, or add and verify it.
 */
export class TeamInvitationEmailMismatch extends KnownError("TeamInvitationEmailMismatch", {
  code: "TEAM_INVITATION_EMAIL_MISMATCH",
  status: 403,
  message: "This invitation was sent to another e-mail address. Sign in with that address, or add it to your account " +
    "and verify it."
}) {}

/** A restricted user tried to accept a team invitation. Lift what `restrictedReason.type` says, then accept. */
export class TeamInvitationRestrictedUserNotAllowed extends KnownError("TeamInvitationRestrictedUserNotAllowed", {
  code: "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
  status: 403,
  details: { restrictedReason: RestrictedReason },
  message: ({ restrictedReason }) => `Your account cannot join a team yet. ${remedy(restrictedReason?.type)}`
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

/**
 * The polling code of a command-line login is unknown to the project. Start a new login. The platform may attach any
 * JSON as details; since nothing about it is fixed, it is not read.
 */
export class InvalidPollingCodeError extends KnownError("InvalidPollingCodeError", {
  code: "INVALID_POLLING_CODE",
  status: 400,
  message: "This login is not known to the platform. Start a new one."
}) {}

/** A mail, its theme or its template could not be rendered; `details.error` is the compiler's complaint. */
export class EmailRenderingError extends KnownError("EmailRenderingError", {
  code: "EMAIL_RENDERING_ERROR",
  status: 400,
  details: { error: Schema.String },
  message: ({ error }) => `The mail could not be rendered${because(error)} Correct the template or theme and try again.`
}) {}

/** The project still sends through the platform's shared mail server, which does not do this. */
export class RequiresCustomEmailServer extends KnownError("RequiresCustomEmailServer", {
  code: "REQUIRES_CUSTOM_EMAIL_SERVER",
  status: 400,
  message: "This needs a mail server of your own. Enter it in the project's e-mail settings, then try again."
}) {}
