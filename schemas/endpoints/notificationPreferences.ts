/** Which mails users want. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/answers.ts"
import { NotificationPreference } from "../entities/NotificationPreference.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"
import { VerificationCodeExpired, VerificationCodeNotFound } from "../errors/verificationCodes.ts"
import { Code, Json, UserId, Uuid } from "../fields.ts"

/** A user's preference for every category, also where none was ever set. A client sees the signed-in user's only. */
export const list = endpoint(
  "client",
  "notificationPreferences.list",
  "GET /emails/notification-preference/{user_id}",
  {
    input: { userId: UserId },
    output: listOf(NotificationPreference),
    errors: [CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound]
  }
)

/** Turns a category on or off. An unknown category is a plain 404. `canDisable` is not enforced here. */
export const update = endpoint(
  "client",
  "notificationPreferences.update",
  "PATCH /emails/notification-preference/{user_id}/{notification_category_id}",
  {
    input: { userId: UserId, notificationCategoryId: Uuid, enabled: Schema.Boolean },
    output: NotificationPreference,
    errors: [CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound],
    invalidates: ["notificationPreferences"]
  }
)

/**
 * The link under a mail that turns its category off. A browser opens it and gets a page. For a code that is unknown or
 * expired the platforms known answer 500 without a word.
 */
export const unsubscribe = endpoint("client", "notificationPreferences.unsubscribe", "GET /emails/unsubscribe-link", {
  input: { code: Code },
  output: Json,
  errors: [VerificationCodeNotFound, VerificationCodeExpired],
  credentials: "none",
  invalidates: ["notificationPreferences"]
})
