/** Which kinds of mail a user wants. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** One kind of mail, and whether the user gets it. */
export class NotificationPreference extends Schema.Opaque<NotificationPreference>()(wireStruct({
  notificationCategoryId: Schema.String,
  /** Every project has `Transactional` and `Marketing`. */
  notificationCategoryName: Schema.String,
  enabled: Schema.Boolean,
  /** Whether to offer the switch at all. The platform stores a refusal either way. */
  canDisable: Schema.Boolean
})) {}
