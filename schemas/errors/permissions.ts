/** Permissions: their definitions, and who holds or lacks one. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

/**
 * The permission is not defined, or the user does not hold it where it is to be taken away. Where people sign up, make a
 * team or join one: the project's defaults name a permission that was deleted.
 */
export class PermissionNotFound extends KnownError("PermissionNotFound", {
  code: "PERMISSION_NOT_FOUND",
  status: 404,
  details: { permissionId: Schema.String },
  message: ({ permissionId }) =>
    `The ${named("permission", permissionId)} was not found. Define it for the project first, or check its id.`
}) {}

/** A project permission stands where a team permission belongs, or the reverse; `actualScope` is `null` if unknown. */
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

/** A permission is to contain one that is not defined. Define `permissionId` first, then refer to it. */
export class ContainedPermissionNotFound extends KnownError("ContainedPermissionNotFound", {
  code: "CONTAINED_PERMISSION_NOT_FOUND",
  status: 400,
  details: { permissionId: Schema.String },
  field: "containedPermissionIds",
  message: ({ permissionId }) =>
    `The contained ${named("permission", permissionId)} is not defined. Define it first, or leave it out.`
}) {}

/** The id is taken by another permission, be it for teams or for the project. */
export class PermissionIdAlreadyExists extends KnownError("PermissionIdAlreadyExists", {
  code: "PERMISSION_ID_ALREADY_EXISTS",
  status: 400,
  details: { permissionId: Schema.String },
  field: "id",
  message: ({ permissionId }) =>
    `There is already a ${permissionId ? named("permission", permissionId) : "permission with this id"}. ` +
    "Choose another id."
}) {}

/** The user lacks a permission of the project. An administrator grants it; servers may act without it. */
export class ProjectPermissionRequired extends KnownError("ProjectPermissionRequired", {
  code: "PROJECT_PERMISSION_REQUIRED",
  status: 401,
  details: { userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `You need ${permissionId ? named("the permission", permissionId) : "another permission"} for this. ` +
    "Ask an administrator of the app to grant it."
}) {}

/** The user lacks a permission in the team. Somebody who manages the team grants it; servers may act without it. */
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
 */
export class TeamPermissionNotFound extends KnownError("TeamPermissionNotFound", {
  code: "TEAM_PERMISSION_NOT_FOUND",
  status: 401,
  details: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  message: ({ permissionId }) =>
    `This person does not have the ${named("permission", permissionId)} in the team. There is nothing to revoke.`
}) {}
