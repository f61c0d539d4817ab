/** Categories of email that users can unsubscribe from. docs/platform.md §15. */
import { notificationCategories } from "../../../schemas/entities/emailIds.ts"
import type { User } from "../state/index.ts"

/** Category of email. */
export interface NotificationCategory {
  readonly id: string
  readonly name: string
  /** Whether apps should offer to unsubscribe. The platform stores the setting in any case. */
  readonly canDisable: boolean
}

/** Categories of every project. */
export const categories: ReadonlyArray<NotificationCategory> = Object.entries(notificationCategories).map(
  ([name, { canDisable, id }]) => ({ id, name, canDisable })
)

/** Whether a user receives emails of a category. */
export const isOn = (user: User, categoryId: string): boolean => !user.switchedOffCategories.has(categoryId)

/** Turns a category on or off for a user. */
export const setEnabled = (user: User, categoryId: string, enabled: boolean): void => {
  if (enabled) user.switchedOffCategories.delete(categoryId)
  else user.switchedOffCategories.add(categoryId)
}
