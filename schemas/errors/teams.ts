/** Teams, who is in them, and invitations to them. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { remedy, RestrictedReason } from "./restrictedReason.ts"

/**
 * There is no such team, or the person asking is not in it.
 *
 * @cause The team was deleted, or the person left it.
 * @cause The id is of another project or environment.
 * @fix Read the list of teams again, and let the person choose one.
 */
export class TeamNotFound extends KnownError("TeamNotFound", {
  code: "TEAM_NOT_FOUND",
  status: 404,
  details: { teamId: Schema.String },
  message: "This team was not found. It may have been deleted, or you are no longer in it; check your list of teams."
}) {}

/**
 * The id is taken by another team. The revisions known do not send it.
 *
 * @cause A script creates the team twice.
 * @fix Use the team that is there, or choose another id.
 */
export class TeamAlreadyExists extends KnownError("TeamAlreadyExists", {
  code: "TEAM_ALREADY_EXISTS",
  status: 409,
  details: { teamId: Schema.String },
  message: "There is already a team with this id. Use that one, or choose another id."
}) {}

/**
 * The user is not, or no longer, in the team.
 *
 * @cause The person left the team or was removed.
 * @cause User and team are mixed up, or of different environments.
 * @fix Add the person first, or read the members again.
 */
export class TeamMembershipNotFound extends KnownError("TeamMembershipNotFound", {
  code: "TEAM_MEMBERSHIP_NOT_FOUND",
  status: 404,
  details: { teamId: Schema.String, userId: Schema.String },
  message: "This person is not a member of the team. Add them first, or check that it is the right team."
}) {}

/**
 * The user is in the team. Adding them again changes nothing, and neither does accepting an invitation twice.
 *
 * @cause The invitation was accepted before, perhaps in another tab.
 * @fix Treat it as done.
 */
export class TeamMembershipAlreadyExists extends KnownError("TeamMembershipAlreadyExists", {
  code: "TEAM_MEMBERSHIP_ALREADY_EXISTS",
  status: 409,
  message: "This person is already a member of the team. There is nothing more to do."
}) {}

/**
 * The invitation went to an address that the signed-in user does not own. Declared by the platform; its newest packages
 * expect it.
 *
 * @cause The person is signed in with another account.
 * @cause The address is on the account, and not verified.
 * @fix Sign in with the invited address, or add it to the account and verify it.
 */
export class TeamInvitationEmailMismatch extends KnownError("TeamInvitationEmailMismatch", {
  code: "TEAM_INVITATION_EMAIL_MISMATCH",
  status: 403,
  message: "This invitation was sent to another e-mail address. Sign in with that address, or add it to your account " +
    "and verify it."
}) {}

/**
 * A restricted user tried to accept a team invitation; `restrictedReason.type` says why they are restricted. Where it
 * was accepted by its code, the code is used up all the same.
 *
 * @cause The address of the account is not verified, the user is anonymous, or an administrator restricted them.
 * @fix Send the person to the page `onboarding`, which says what to do, and have them invited again.
 */
export class TeamInvitationRestrictedUserNotAllowed extends KnownError("TeamInvitationRestrictedUserNotAllowed", {
  code: "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
  status: 403,
  details: { restrictedReason: RestrictedReason },
  message: ({ restrictedReason }) => `Your account cannot join a team yet. ${remedy(restrictedReason?.type)}`
}) {}
