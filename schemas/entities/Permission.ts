/** Permissions of users, in a team or in the whole project. docs/platform.md §11. */
import * as Schema from "effect/Schema"
import { isPermissionId } from "../compiled/checks.ts"
import { allowing } from "../compiled/origins.ts"
import { wireStruct } from "../wireNames.ts"

/** The id of a permission in requests: a system permission, or lower-case letters, digits, `_` and `:`. */
export const PermissionId = Schema.String.check(allowing(
  isPermissionId,
  "a permission id: lower-case letters, digits, underscores and colons, or one of the system permissions"
))

/** A permission that a user has in one team. */
export class TeamPermission extends Schema.Opaque<TeamPermission>()(wireStruct({
  id: Schema.String,
  userId: Schema.String,
  teamId: Schema.String
})) {}

/** A permission that a user has in the whole project. */
export class ProjectPermission extends Schema.Opaque<ProjectPermission>()(wireStruct({
  id: Schema.String,
  userId: Schema.String
})) {}
