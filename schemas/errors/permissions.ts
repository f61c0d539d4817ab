/** Errors about permissions: their definitions, and missing or duplicate grants. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/**
 * The permission is not defined, or the user does not have the permission to be revoked. Calls that sign users up, and
 * calls that create or join teams, also fail with this error if the project's default permissions contain a deleted
 * permission.
 *
 * @cause The id is mistyped, or the permission was never defined in this project.
 * @cause The permission was deleted but is still a default permission.
 * @fix Define the permission in the dashboard, or with `admin.projectPermissionDefinitions` or
 *   `admin.teamPermissionDefinitions`, or remove it from the defaults.
 */
export class PermissionNotFound extends KnownError("PermissionNotFound", {
  code: "PERMISSION_NOT_FOUND",
  status: 404,
  details: { permissionId: Schema.String },
  message: ({ permissionId }) =>
    `The ${named("permission", permissionId)} was not found. Define it for the project first, or check its id.`
}) {}

/**
 * A project permission was used in place of a team permission, or the reverse; `actualScope` is `null` if unknown.
 *
 * @cause The permission was defined for the other scope.
 * @cause A team permission contains a project permission, or the reverse.
 * @fix Use a permission of `expectedScope`, or define a new one in that scope.
 */
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

/**
 * The definition contains the permission `permissionId`, which is not defined.
 *
 * @cause The permissions were defined in the wrong order.
 * @cause The id is mistyped, or belongs to a deleted permission.
 * @fix Define `permissionId` first, then refer to it.
 */
export class ContainedPermissionNotFound extends KnownError("ContainedPermissionNotFound", {
  code: "CONTAINED_PERMISSION_NOT_FOUND",
  status: 400,
  details: { permissionId: Schema.String },
  field: "containedPermissionIds",
  message: ({ permissionId }) =>
    `The contained ${named("permission", permissionId)} is not defined. Define it first, or leave it out.`
}) {}

/**
 * Another permission already has this id, in the project's scope or in the teams' scope.
 *
 * @cause A script defines the permission twice.
 * @cause Team permissions and project permissions share one set of ids.
 * @fix Choose another id, or change the existing permission.
 */
export class PermissionIdAlreadyExists extends KnownError("PermissionIdAlreadyExists", {
  code: "PERMISSION_ID_ALREADY_EXISTS",
  status: 400,
  details: { permissionId: Schema.String },
  field: "id",
  message: ({ permissionId }) =>
    `There is already a ${permissionId ? named("permission", permissionId) : "permission with this id"}. ` +
    "Choose another id."
}) {}

/**
 * The user lacks a project permission.
 *
 * @cause The permission was never granted, or was revoked.
 * @cause The project does not let users do this, for instance delete their own account.
 * @fix Ask an administrator to grant the permission, or make the call in a back end, which doesn't need it. Hide the
 *   button if `permissions.has` returns `false`.
 */
export class ProjectPermissionRequired extends KnownError("ProjectPermissionRequired", {
  code: "PROJECT_PERMISSION_REQUIRED",
  status: 401,
  details: { userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `You need ${permissionId ? named("the permission", permissionId) : "another permission"} for this. ` +
    "Ask an administrator of the app to grant it."
}) {}

/**
 * The user lacks a permission in the team.
 *
 * @cause The permission was never granted, or was revoked.
 * @cause The user is an ordinary member, and the action needs a permission of team administrators.
 * @fix Ask a team administrator to grant the permission, or make the call in a back end, which doesn't need it. Hide
 *   the button if `permissions.has` returns `false`.
 */
export class TeamPermissionRequired extends KnownError("TeamPermissionRequired", {
  code: "TEAM_PERMISSION_REQUIRED",
  status: 401,
  details: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `You need ${permissionId ? named("the permission", permissionId) : "another permission"} in this team for this. ` +
    "Ask someone who manages the team to grant it."
}) {}

/**
 * The user does not have the permission in the team, so there is nothing to revoke. Despite the status 401, you can
 * treat this error as a success.
 *
 * @cause The permission was already revoked.
 * @cause The user has the permission only through another permission that contains it.
 * @fix Treat the error as a success. To remove the right, revoke the permission that contains it.
 */
export class TeamPermissionNotFound extends KnownError("TeamPermissionNotFound", {
  code: "TEAM_PERMISSION_NOT_FOUND",
  status: 401,
  details: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `This person does not have the ${named("permission", permissionId)} in the team. There is nothing to revoke.`
}) {}
