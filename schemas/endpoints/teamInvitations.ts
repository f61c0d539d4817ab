/** Sending and accepting team invitations. docs/platform.md §10. */
import { endpoint } from "../Endpoint.ts"
import { Empty, listOf, Success } from "../entities/responses.ts"
import { codeErrors } from "../entities/sharedErrors.ts"
import { TeamInvitation, TeamInvitationDetails, TeamInvitationSent } from "../entities/TeamInvitation.ts"
import { CodeValid } from "../entities/VerificationCode.ts"
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
import * as Teams from "./teams.ts"

/**
 * Sends an invitation email. Its link is `callbackUrl` with the code in the query parameter `code`, valid for seven
 * days.
 *
 * A client's user needs `$invite_members` in the team. In a back end, an unknown team fails with `HttpFailure` (500).
 */
export const sendCode = endpoint("client", "teamInvitations.sendCode", "POST /team-invitations/send-code", {
  input: { email: Email, teamId: Uuid, callbackUrl: Url },
  output: TeamInvitationSent,
  errors: [UserAuthenticationRequired, TeamPermissionRequired, TeamMembershipNotFound, RedirectUrlNotWhitelisted],
  invalidates: ["teamInvitations"]
})

/**
 * Adds the signed-in user to the team, with the project's default permissions for members.
 *
 * The code is used up even if no user is signed in, so sign in first. If the user is already a member, the call
 * succeeds. The call does not select the team. `ItemNotFound` and `ItemQuantityInsufficientAmount` are about paid
 * seats, and occur only in the platform's own dashboard. Newer platforms also require that the invited address belongs
 * to the user. `PermissionNotFound` means that the project's default permissions for members contain a deleted
 * permission.
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
  invalidates: ["teamInvitations", Teams.list, Teams.listAll, "teamMemberProfiles", "teamPermissions"]
})

/** Checks whether a code is valid, without using it up. Needs no session. Counts as one of the code's 20 attempts. */
export const checkCode = endpoint("client", "teamInvitations.checkCode", "POST /team-invitations/accept/check-code", {
  input: { code: Code },
  output: CodeValid,
  errors: [
    ...codeErrors,
    TeamInvitationEmailMismatch
  ]
})

/** Returns the team of a code for the signed-in user, without using it up. Counts as one of the code's 20 attempts. */
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

/** Lists a team's pending invitations. A client's user needs both `$read_members` and `$invite_members` in the team. */
export const list = endpoint("client", "teamInvitations.list", "GET /team-invitations", {
  input: { teamId: Uuid },
  output: listOf(TeamInvitation),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, TeamNotFound]
})

/**
 * Lists the pending invitations to a user's verified addresses, with the names of their teams, for `acceptById`.
 * Clients can pass only the signed-in user; otherwise the call fails with `HttpFailure` (403). Newer platforms only;
 * older ones fail with a `SchemaError`.
 */
export const listReceived = endpoint("client", "teamInvitations.listReceived", "GET /team-invitations", {
  input: { userId: UserId },
  output: listOf(TeamInvitation),
  errors: [CannotGetOwnUserWithoutUser]
})

/** Revokes an invitation. A client's user needs `$remove_members` in the team, not `$invite_members`. */
const remove = endpoint("client", "teamInvitations.delete", "DELETE /team-invitations/{id}", {
  input: { id: Uuid, teamId: Uuid },
  output: Success,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, TeamNotFound],
  invalidates: ["teamInvitations"]
})
export { remove as delete }

/**
 * Accepts an invitation by its id instead of the emailed code. Since revision 2026-04.
 *
 * If the invited address is not one of the user's verified addresses, the call fails with `VerificationCodeNotFound`.
 * `PermissionNotFound` means that the project's default permissions for members contain a deleted permission.
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
  invalidates: ["teamInvitations", Teams.list, Teams.listAll, "teamMemberProfiles", "teamPermissions"]
})
