/** Restrictions of users. Restricted users can't use the app yet. docs/platform.md §8.3. */
import type { Platform, Project, User } from "../../state/index.ts"
import * as contactChannels from "./contactChannels.ts"

/** Reason for a restriction. If several apply, the first one is reported. */
export type Restriction = "anonymous" | "email_not_verified" | "restricted_by_administrator"

/** Returns the reason why a user is restricted, or `undefined` if the user isn't. */
export const restrictionOf = ({ rules }: Platform, project: Project, user: User): Restriction | undefined => {
  if (!rules.restrictedUsers) return undefined
  if (user.isAnonymous) return "anonymous"
  const isUnverified = project.config.requireEmailVerification
    && contactChannels.primaryOf(project, user)?.isVerified !== true
  if (isUnverified) return "email_not_verified"
  return user.restrictedByAdmin ? "restricted_by_administrator" : undefined
}
