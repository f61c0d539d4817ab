/** Email notification preferences of users. docs/platform.md §15. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { NotificationPreference } from "../entities/NotificationPreference.ts"
import { listOf } from "../entities/responses.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"
import { VerificationCodeExpired, VerificationCodeNotFound } from "../errors/verificationCodes.ts"
import { Code, Json, UserId, Uuid } from "../fields.ts"

/** Lists a user's preference for every category, including defaults. Clients can list only the signed-in user's. */
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

/**
 * Turns a category on or off. An unknown category fails with `HttpFailure` (404). The platform does not enforce
 * `canDisable` here.
 */
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
 * Turns off the category of an email. Emails contain a link to this endpoint, which responds with a page for the
 * browser. An unknown or expired code fails with `HttpFailure` (500) without text in known revisions.
 */
export const unsubscribe = endpoint("client", "notificationPreferences.unsubscribe", "GET /emails/unsubscribe-link", {
  input: { code: Code },
  output: Json,
  errors: [VerificationCodeNotFound, VerificationCodeExpired],
  credentials: "none",
  invalidates: ["notificationPreferences"]
})
