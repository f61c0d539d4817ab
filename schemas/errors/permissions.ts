/** Permissions: their definitions, and who holds or lacks one. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/**
 * The permission is not defined, or the user does not hold it where it is to be taken away. Where people sign up, make
 * a team or join one, the project's defaults name a permission that was deleted.
 *
 * @cause The id is mistyped, or the permission was never defined in this project.
 * @cause The permission was deleted and is still among the defaults.
 * @fix Define it in the dashboard, or with `admin.projectPermissionDefinitions` or `admin.teamPermissionDefinitions`;
 *   or take it out of the defaults.
 */
export class PermissionNotFound extends KnownError("PermissionNotFound", {
  code: "PERMISSION_NOT_FOUND",
  status: 404,
  details: { permissionId: Schema.String },
  message: ({ permissionId }) =>
    `The ${named("permission", permissionId)} was not found. Define it for the project first, or check its id.`
}) {}

/**
 * A project permission stands where a team permission belongs, or the reverse; `actualScope` is `null` if unknown.
 *
 * @cause The permission was defined for the other scope.
 * @cause A definition for teams contains one for the project, or the reverse.
 * @fix Use a permission of `expectedScope`, or define one with this purpose there.
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
 * A permission is to contain `permissionId`, which is not defined.
 *
 * @cause The definitions are created in the wrong order.
 * @cause The id is mistyped, or of a deleted permission.
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
 * The id is taken by another permission, be it for teams or for the project.
 *
 * @cause A script defines it twice.
 * @cause Permissions of teams and of the project share their ids.
 * @fix Choose another id, or change the permission that is there.
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
 * The user lacks a permission of the project.
 *
 * @cause Nobody granted it, or it was taken away.
 * @cause For deleting the own account or the like, the project does not allow it to users.
 * @fix Have an administrator grant it, or make the call in a back end, which may act without it. Hide the button where
 *   `permissions.has` says no.
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
 * @cause Nobody granted it, or it was taken away.
 * @cause The user is a plain member, and only those who manage the team may do this.
 * @fix Have somebody who manages the team grant it, or make the call in a back end, which may act without it. Hide the
 *   button where `permissions.has` says no.
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
 * The user does not hold the permission in the team, so it cannot be taken away. To a caller who wants it gone that is
 * a success, in spite of the status 401.
 *
 * @cause It was revoked before.
 * @cause The user holds it only through another permission that contains it.
 * @fix Treat it as done. Revoke the permission that contains it where the right must go.
 */
export class TeamPermissionNotFound extends KnownError("TeamPermissionNotFound", {
  code: "TEAM_PERMISSION_NOT_FOUND",
  status: 401,
  details: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `This person does not have the ${named("permission", permissionId)} in the team. There is nothing to revoke.`
}) {}
