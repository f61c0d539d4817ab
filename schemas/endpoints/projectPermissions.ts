/** What users may do in the whole project. docs/platform.md §11. What they mean is for the app to decide. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, Success } from "../entities/answers.ts"
import { PermissionId, ProjectPermission } from "../entities/Permission.ts"
import { PermissionNotFound, PermissionScopeMismatch } from "../errors/permissions.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { QueryBoolean, UserId } from "../fields.ts"

const grantedPermission = { userId: UserId, permissionId: PermissionId }

/**
 * Permissions in the project, ordered by user and id.
 *
 * A client has to give `userId` and sees only the signed-in user's; anything else is refused with a 403.
 */
export const list = endpoint("client", "projectPermissions.list", "GET /project-permissions", {
  input: {
    userId: Schema.optional(UserId),
    permissionId: Schema.optional(PermissionId),
    /** Also those that come contained in others. @default false */
    recursive: Schema.optional(QueryBoolean)
  },
  output: listOf(ProjectPermission),
  errors: [CannotGetOwnUserWithoutUser]
})

/** Gives a user a permission. Giving it twice changes nothing. System permissions exist in teams only. */
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

/** Takes a permission back. One that was not given directly is `PermissionNotFound`. */
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
