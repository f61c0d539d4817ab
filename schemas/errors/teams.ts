/** Teams, who is in them, and invitations to them. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { remedy, RestrictedReason } from "./restrictedReason.ts"

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
