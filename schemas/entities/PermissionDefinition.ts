/** Definitions of team and project permissions. docs/platform.md §11.1. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** The id of a custom permission: lower-case letters, digits, `_` and `:`. */
export const CustomPermissionId = Schema.String.check(
  Schema.isPattern(/^[a-z0-9_:]+$/, { expected: "a permission id of a-z, 0-9, _ and :" })
)

/** The definition of a permission. */
export class PermissionDefinition extends Schema.Opaque<PermissionDefinition>()(wireStruct({
  /** Unique in the project, across both scopes. The platform's own ids start with `$`. */
  id: Schema.String,
  description: Schema.optionalKey(Schema.String),
  /** The permissions that this one includes. Sorted. */
  containedPermissionIds: Schema.Array(Schema.String)
})) {}
