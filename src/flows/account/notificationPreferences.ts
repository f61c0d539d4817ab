/** Which kinds of mail a user wants. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as NotificationPreferences from "../../../schemas/endpoints/notificationPreferences.ts"
import type { UserTarget } from "./UserTarget.ts"

/** Every kind of mail, and whether the user gets it. Offer a switch where `canDisable` is `true`. */
export const list = Effect.fn("notificationPreferences.list")(function*(of: UserTarget = {}) {
  return (yield* NotificationPreferences.list({ userId: of.userId ?? "me" })).items
})

/** Switches a kind of mail on or off. The platform takes a refusal also where `canDisable` is `false`. */
export const set = Effect.fn("notificationPreferences.set")(function*(
  choice: UserTarget & { readonly notificationCategoryId: string; readonly enabled: boolean }
) {
  return yield* NotificationPreferences.update({ ...choice, userId: choice.userId ?? "me" })
})
