/** Permissions of users in their teams. docs/platform.md §11. For definitions, see `teamPermissionDefinitions`. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { PermissionId, TeamPermission } from "../entities/Permission.ts"
import { listOf, Success } from "../entities/responses.ts"
import { PermissionNotFound, PermissionScopeMismatch, TeamPermissionNotFound } from "../errors/permissions.ts"
import { TeamMembershipNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { QueryBoolean, UserId, Uuid } from "../fields.ts"

const grantedPermission = { teamId: Uuid, userId: UserId, permissionId: PermissionId }

/**
 * Lists team permissions, ordered by team, user and id. An unknown team or user gives an empty list.
 *
 * Clients must pass the `userId` of the signed-in user; otherwise the call fails with `HttpFailure` (403).
 */
export const list = endpoint("client", "teamPermissions.list", "GET /team-permissions", {
  input: {
    teamId: Schema.optional(Uuid),
    userId: Schema.optional(UserId),
    permissionId: Schema.optional(PermissionId),
    /** Whether to include permissions that other permissions contain. @default false */
    recursive: Schema.optional(QueryBoolean)
  },
  output: listOf(TeamPermission),
  errors: [CannotGetOwnUserWithoutUser]
})

/** Grants a permission, which may be a system permission, to a member. Granting it twice changes nothing. */
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

/** Revokes a directly granted permission. Permissions that it contains are revoked with it. */
export const revoke = endpoint(
  "server",
  "teamPermissions.revoke",
  "DELETE /team-permissions/{team_id}/{user_id}/{permission_id}",
  {
    input: grantedPermission,
    output: Success,
    errors: [CannotGetOwnUserWithoutUser, UserNotFound, TeamMembershipNotFound, TeamPermissionNotFound],
    // the platform responds with status 401 here
    gone: [TeamPermissionNotFound],
    invalidates: ["teamPermissions"]
  }
)
