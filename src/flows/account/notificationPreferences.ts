/** Notification preferences of a user. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as NotificationPreferences from "../../../schemas/endpoints/notificationPreferences.ts"
import type { UserTarget } from "./UserTarget.ts"

/**
 * Returns every notification category and whether it is enabled. Let users disable the categories with `canDisable`.
 */
export const list = Effect.fn("notificationPreferences.list")(function*(of: UserTarget = {}) {
  return (yield* NotificationPreferences.list({ userId: of.userId ?? "me" })).items
})

/** Enables or disables a category. The platform accepts the change even if `canDisable` is `false`. */
export const set = Effect.fn("notificationPreferences.set")(function*(
  choice: UserTarget & { readonly notificationCategoryId: string; readonly enabled: boolean }
) {
  return yield* NotificationPreferences.update({ ...choice, userId: choice.userId ?? "me" })
})
