/** A user as the command tells of one. */
import { restrictionOf } from "../../schemas/entities/RestrictedReason.ts"
import type { User } from "../../schemas/entities/User.ts"
import { remedy } from "../../schemas/errors/restrictedReason.ts"
import { bold, plain } from "./output/index.ts"

/** What `--json` says of a user. */
export const userOf = (user: User) => {
  const { displayName, id, isAnonymous, primaryEmail, primaryEmailVerified } = user
  return { id, displayName, primaryEmail, primaryEmailVerified, isAnonymous, restrictedReason: restrictionOf(user) }
}

/** What keeps somebody from using the app, and the next step. No line for others. */
export const restrictionLines = (user: User): ReadonlyArray<string> => {
  const reason = restrictionOf(user)
  if (reason === null) return []
  const said = user.restrictedByAdminReason
  const why = reason === "restricted_by_administrator" && said ? ` They say: ${plain(said)}` : ""
  return [`${bold("Restricted")} (${plain(reason)}): the app counts this user as nobody. ${remedy(reason)}${why}`]
}
