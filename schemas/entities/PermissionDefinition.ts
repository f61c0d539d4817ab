/** Permissions a project defines for its teams or for itself. docs/platform.md §11.1. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** An id a project may choose: lower-case letters, digits, `_` and `:`. */
export const CustomPermissionId = Schema.String.check(
  Schema.isPattern(/^[a-z0-9_:]+$/, { expected: "a permission id of a-z, 0-9, _ and :" })
)

/** A permission that can be granted. */
export class PermissionDefinition extends Schema.Opaque<PermissionDefinition>()(wireStruct({
  /** Unique in the project over both scopes. The platform's own start with `$`. */
  id: Schema.String,
  description: Schema.optionalKey(Schema.String),
  /** Who has this permission has these too. Sorted. */
  containedPermissionIds: Schema.Array(Schema.String)
})) {}
