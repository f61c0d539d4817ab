/** Users who may not use the app. Later revisions of the platform. */
import type { User } from "../state/index.ts"

/** Whether a user may use the app, and why not. */
export const restrictionOf = (user: User): "anonymous" | "restricted_by_administrator" | undefined =>
  user.isAnonymous ? "anonymous" : user.restrictedByAdmin ? "restricted_by_administrator" : undefined
