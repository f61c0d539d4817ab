/** Permissions of users in the whole project. docs/platform.md §11. The app decides what a permission means. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { PermissionId, ProjectPermission } from "../entities/Permission.ts"
import { listOf, Success } from "../entities/responses.ts"
import { PermissionNotFound, PermissionScopeMismatch } from "../errors/permissions.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { QueryBoolean, UserId } from "../fields.ts"

const grantedPermission = { userId: UserId, permissionId: PermissionId }

/**
 * Lists project permissions, ordered by user and id.
 *
 * Clients must pass the `userId` of the signed-in user; otherwise the call fails with `HttpFailure` (403).
 */
export const list = endpoint("client", "projectPermissions.list", "GET /project-permissions", {
  input: {
    userId: Schema.optional(UserId),
    permissionId: Schema.optional(PermissionId),
    /** Whether to include permissions that other permissions contain. @default false */
    recursive: Schema.optional(QueryBoolean)
  },
  output: listOf(ProjectPermission),
  errors: [CannotGetOwnUserWithoutUser]
})

/** Grants a permission to a user. Granting it twice changes nothing. System permissions exist only in teams. */
export const grant = endpoint(
  "server",
  "projectPermissions.grant",
  "POST /project-permissions/{user_id}/{permission_id}",
  {
    input: grantedPermission,
    output: ProjectPermission,
    errors: [CannotGetOwnUserWithoutUser, UserNotFound, PermissionNotFound, PermissionScopeMismatch],
    status: 201,
    invalidates: ["projectPermissions"]
  }
)

/** Revokes a permission. A permission that was not granted directly fails with `PermissionNotFound`. */
export const revoke = endpoint(
  "server",
  "projectPermissions.revoke",
  "DELETE /project-permissions/{user_id}/{permission_id}",
  {
    input: grantedPermission,
    output: Success,
    errors: [CannotGetOwnUserWithoutUser, UserNotFound, PermissionNotFound],
    invalidates: ["projectPermissions"]
  }
)
