/** Permissions of users, in a team or in the whole project. docs/platform.md §11. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** The platform's predefined team permissions. */
export const systemPermissionIds = [
  "$update_team",
  "$delete_team",
  "$read_members",
  "$remove_members",
  "$invite_members",
  "$manage_api_keys"
] as const

/** The id of a permission in requests: a system permission, or lower-case letters, digits, `_` and `:`. */
export const PermissionId = Schema.String.check(
  Schema.makeFilter((id: string) =>
    /^[a-z0-9_:]+$/.test(id) || (systemPermissionIds as ReadonlyArray<string>).includes(id) ||
    "a permission id: lower-case letters, digits, underscores and colons, or one of the system permissions"
  )
)

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
