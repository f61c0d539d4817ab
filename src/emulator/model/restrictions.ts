/** Users who may not use the app yet. docs/platform.md §8.3. */
import type { Platform, Project, User } from "../state/index.ts"
import * as contactChannels from "./contactChannels.ts"

/** Why a user may not use the app: the first reason that holds. */
export type Restriction = "anonymous" | "email_not_verified" | "restricted_by_administrator"

/** What keeps a user from using the app now. */
export const restrictionOf = ({ rules }: Platform, project: Project, user: User): Restriction | undefined => {
  if (!rules.restrictedUsers) return undefined
  if (user.isAnonymous) return "anonymous"
  const isUnverified = project.config.requireEmailVerification
    && contactChannels.primaryOf(project, user)?.isVerified !== true
  if (isUnverified) return "email_not_verified"
  return user.restrictedByAdmin ? "restricted_by_administrator" : undefined
}
