/** The kinds of mail that users can turn off. docs/platform.md §15. */
import type { User } from "../state/index.ts"

/** A kind of mail. */
export interface NotificationCategory {
  readonly id: string
  readonly name: string
  /** Whether apps should offer the switch. The platform stores what it is told either way. */
  readonly canDisable: boolean
}

/** The same in every project. */
export const categories: ReadonlyArray<NotificationCategory> = [
  { id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef", name: "Transactional", canDisable: false },
  { id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c", name: "Marketing", canDisable: true }
]

/** Whether a user gets mails of a category. */
export const isOn = (user: User, categoryId: string): boolean => !user.switchedOffCategories.has(categoryId)

/** Turns a category on or off for a user. */
export const setEnabled = (user: User, categoryId: string, enabled: boolean): void => {
  if (enabled) user.switchedOffCategories.delete(categoryId)
  else user.switchedOffCategories.add(categoryId)
}
