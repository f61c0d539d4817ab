/** Notification preferences of users. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** A category of emails, and whether the user receives it. */
export class NotificationPreference extends Schema.Opaque<NotificationPreference>()(wireStruct({
  notificationCategoryId: Schema.String,
  /** Every project has `Transactional` and `Marketing`. */
  notificationCategoryName: Schema.String,
  enabled: Schema.Boolean,
  /** Whether to offer opting out. The platform accepts an opt-out either way. */
  canDisable: Schema.Boolean
})) {}
