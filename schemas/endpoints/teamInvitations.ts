/** Inviting people to a team by e-mail, and accepting. docs/platform.md §10. */
import { endpoint } from "../Endpoint.ts"
import { Empty, listOf, Success } from "../entities/answers.ts"
import { TeamInvitation, TeamInvitationDetails, TeamInvitationSent } from "../entities/TeamInvitation.ts"
import { codeErrors, CodeValid } from "../entities/VerificationCode.ts"
import { RedirectUrlNotWhitelisted } from "../errors/authConfiguration.ts"
import { ItemNotFound, ItemQuantityInsufficientAmount } from "../errors/payments.ts"
import { PermissionNotFound, TeamPermissionRequired } from "../errors/permissions.ts"
import {
  TeamInvitationEmailMismatch,
  TeamInvitationRestrictedUserNotAllowed,
  TeamMembershipNotFound,
  TeamNotFound
} from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../errors/users.ts"
import { VerificationCodeNotFound } from "../errors/verificationCodes.ts"
import { Code, Email, Url, UserId, Uuid } from "../fields.ts"

/**
 * Mails an invitation whose link is `callbackUrl` with the code as its query parameter `code`, good for seven days.
 *
 * A client's user needs `$invite_members` in the team. A backend that names an unknown team gets a 500.
 */
export const sendCode = endpoint("client", "teamInvitations.sendCode", "POST /team-invitations/send-code", {
  input: { email: Email, teamId: Uuid, callbackUrl: Url },
  output: TeamInvitationSent,
  errors: [UserAuthenticationRequired, TeamPermissionRequired, TeamMembershipNotFound, RedirectUrlNotWhitelisted],
  invalidates: ["teamInvitations"]
})

/**
 * Makes the signed-in user a member, with the project's default permissions for members.
 *
 * The code is used up even when nobody is signed in, so sign in first. Being a member already is no error. Does not
 * select the team. `ItemNotFound` and `ItemQuantityInsufficientAmount` are about paid seats and come from the
 * platform's own dashboard only; newer platforms also insist that the invited address is the user's.
 * `PermissionNotFound` means that the project gives members a permission that was deleted.
 */
export const accept = endpoint("client", "teamInvitations.accept", "POST /team-invitations/accept", {
  input: { code: Code },
  output: Empty,
  errors: [
    ...codeErrors,
    UserAuthenticationRequired,
    TeamInvitationEmailMismatch,
    TeamInvitationRestrictedUserNotAllowed,
    PermissionNotFound,
    ItemNotFound,
    ItemQuantityInsufficientAmount
  ],
  invalidates: ["teamInvitations", "teams.list", "teams.listAll", "teamMemberProfiles", "teamPermissions"]
})

/** Says whether a code is still good, without using it up. Needs no session; counts as one of its 20 attempts. */
export const checkCode = endpoint("client", "teamInvitations.checkCode", "POST /team-invitations/accept/check-code", {
  input: { code: Code },
  output: CodeValid,
  errors: [
    ...codeErrors,
    TeamInvitationEmailMismatch
  ]
})

/** Tells the signed-in user which team a code is for, without using it up. Counts as one of its 20 attempts. */
export const details = endpoint("client", "teamInvitations.details", "POST /team-invitations/accept/details", {
  input: { code: Code },
  output: TeamInvitationDetails,
  errors: [
    ...codeErrors,
    UserAuthenticationRequired,
    TeamInvitationEmailMismatch,
    TeamInvitationRestrictedUserNotAllowed
  ]
})

/** A team's open invitations. A client's user needs both `$read_members` and `$invite_members` there. */
export const list = endpoint("client", "teamInvitations.list", "GET /team-invitations", {
  input: { teamId: Uuid },
  output: listOf(TeamInvitation),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, TeamNotFound]
})

/**
 * The open invitations that were mailed to a user's verified addresses, with the names of their teams: what `acceptById`
 * takes. A client may ask for the signed-in user only, and gets a plain 403 otherwise. Newer platforms only; older ones
 * answer with a `SchemaError`.
 */
export const listReceived = endpoint("client", "teamInvitations.listReceived", "GET /team-invitations", {
  input: { userId: UserId },
  output: listOf(TeamInvitation),
  errors: [CannotGetOwnUserWithoutUser]
})

/** Takes an invitation back. A client's user needs `$remove_members`, not `$invite_members`, in the team. */
const remove = endpoint("client", "teamInvitations.delete", "DELETE /team-invitations/{id}", {
  input: { id: Uuid, teamId: Uuid },
  output: Success,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, TeamNotFound],
  invalidates: ["teamInvitations"]
})
export { remove as delete }

/**
 * Accepts an invitation by its id instead of the mailed code. Newer platforms only.
 *
 * The user needs a verified address equal to the invited one, otherwise it is `VerificationCodeNotFound`.
 * `PermissionNotFound` means that the project gives members a permission that was deleted.
 */
export const acceptById = endpoint("client", "teamInvitations.acceptById", "POST /team-invitations/{id}/accept", {
  since: "2026-04",
  input: { id: Uuid, userId: UserId },
  query: ["userId"],
  output: Empty,
  errors: [
    CannotGetOwnUserWithoutUser,
    VerificationCodeNotFound,
    TeamInvitationRestrictedUserNotAllowed,
    PermissionNotFound,
    ItemQuantityInsufficientAmount
  ],
  body: "none",
  invalidates: ["teamInvitations", "teams.list", "teams.listAll", "teamMemberProfiles", "teamPermissions"]
})
