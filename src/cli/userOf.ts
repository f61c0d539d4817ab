/** A user as the command tells of one. */
import type { User } from "../../schemas/entities/User.ts"

/** What `--json` says of a user. */
export const userOf = ({ displayName, id, isAnonymous, primaryEmail, primaryEmailVerified }: User) => ({
  id,
  displayName,
  primaryEmail,
  primaryEmailVerified,
  isAnonymous
})
