/** What users may do in their teams. docs/platform.md §11. Definitions are `teamPermissionDefinitions`. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, Success } from "../entities/answers.ts"
import { PermissionId, TeamPermission } from "../entities/Permission.ts"
import { PermissionNotFound, PermissionScopeMismatch, TeamPermissionNotFound } from "../errors/permissions.ts"
import { TeamMembershipNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { QueryBoolean, UserId, Uuid } from "../fields.ts"

const grantedPermission = { teamId: Uuid, userId: UserId, permissionId: PermissionId }

/**
 * Permissions in teams, ordered by team, user and id. An unknown team or user gives an empty list.
 *
 * A client has to give `userId` and sees only the signed-in user's; anything else is refused with a 403.
 */
export const list = endpoint("client", "teamPermissions.list", "GET /team-permissions", {
  input: {
    teamId: Schema.optional(Uuid),
    userId: Schema.optional(UserId),
    permissionId: Schema.optional(PermissionId),
    /** Also those that come contained in others. @default false */
    recursive: Schema.optional(QueryBoolean)
  },
  output: listOf(TeamPermission),
  errors: [CannotGetOwnUserWithoutUser]
})

/** Gives a member a permission. Giving it twice changes nothing. System permissions can be given too. */
export const grant = endpoint(
  "server",
  "teamPermissions.grant",
  "POST /team-permissions/{team_id}/{user_id}/{permission_id}",
  {
    input: grantedPermission,
    output: TeamPermission,
    errors: [
      CannotGetOwnUserWithoutUser,
      UserNotFound,
      TeamMembershipNotFound,
      PermissionNotFound,
      PermissionScopeMismatch
    ],
    status: 201,
    invalidates: ["teamPermissions"]
  }
)

/** Takes a permission back. Only one that was given directly: those contained in others go with the other. */
export const revoke = endpoint(
  "server",
  "teamPermissions.revoke",
  "DELETE /team-permissions/{team_id}/{user_id}/{permission_id}",
  {
    input: grantedPermission,
    output: Success,
    errors: [CannotGetOwnUserWithoutUser, UserNotFound, TeamMembershipNotFound, TeamPermissionNotFound],
    // The platform answers 401 here
    gone: [TeamPermissionNotFound],
    invalidates: ["teamPermissions"]
  }
)
