/** Errors about teams, their members, and team invitations. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { RestrictedReason } from "./restrictedReason.ts"
import { remedy } from "./words.ts"

/**
 * The team does not exist, or the signed-in user is not a member of it.
 *
 * @cause The team was deleted, or the user left it.
 * @cause The id belongs to another project or environment.
 * @fix Read the list of teams again, and let the user choose one.
 */
export class TeamNotFound extends KnownError("TeamNotFound", {
  code: "TEAM_NOT_FOUND",
  status: 404,
  details: { teamId: Schema.String },
  message: "This team was not found. It may have been deleted, or you are no longer in it; check your list of teams."
}) {}

/**
 * Another team already has this id. No known revision sends this error.
 *
 * @cause A script creates the team twice.
 * @fix Use the existing team, or choose another id.
 */
export class TeamAlreadyExists extends KnownError("TeamAlreadyExists", {
  code: "TEAM_ALREADY_EXISTS",
  status: 409,
  details: { teamId: Schema.String },
  message: "There is already a team with this id. Use that one, or choose another id."
}) {}

/**
 * The user is not, or no longer, a member of the team.
 *
 * @cause The user left the team or was removed.
 * @cause User id and team id are swapped, or belong to different environments.
 * @fix Add the user first, or read the members again.
 */
export class TeamMembershipNotFound extends KnownError("TeamMembershipNotFound", {
  code: "TEAM_MEMBERSHIP_NOT_FOUND",
  status: 404,
  details: { teamId: Schema.String, userId: Schema.String },
  message: "This person is not a member of the team. Add them first, or check that it is the right team."
}) {}

/**
 * The user is already a member of the team. Nothing changed.
 *
 * @cause The invitation was already accepted, perhaps in another tab.
 * @fix Treat the error as a success.
 */
export class TeamMembershipAlreadyExists extends KnownError("TeamMembershipAlreadyExists", {
  code: "TEAM_MEMBERSHIP_ALREADY_EXISTS",
  status: 409,
  message: "This person is already a member of the team. There is nothing more to do."
}) {}

/**
 * The invitation was sent to an address that the signed-in user does not own. The platform declares this error; its
 * newest SDKs handle it.
 *
 * @cause The user is signed in with another account.
 * @cause The account has the address, but the address is not verified.
 * @fix Sign in with the invited address, or add it to the account and verify it.
 */
export class TeamInvitationEmailMismatch extends KnownError("TeamInvitationEmailMismatch", {
  code: "TEAM_INVITATION_EMAIL_MISMATCH",
  status: 403,
  message: "This invitation was sent to another email address. Sign in with that address, or add it to your account " +
    "and verify it."
}) {}

/**
 * A restricted user tried to accept a team invitation; `restrictedReason.type` has the reason for the restriction. An
 * invitation accepted with its code is used up anyway.
 *
 * @cause The account's address is not verified, the user is anonymous, or an administrator restricted the user.
 * @fix Send the user to the `onboarding` page, which shows the next step, and invite the user again.
 */
export class TeamInvitationRestrictedUserNotAllowed extends KnownError("TeamInvitationRestrictedUserNotAllowed", {
  code: "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
  status: 403,
  details: { restrictedReason: RestrictedReason },
  message: ({ restrictedReason }) => `Your account cannot join a team yet. ${remedy(restrictedReason?.type)}`
}) {}
