/** Formats users for output. */
import { restrictionOf } from "../../../schemas/entities/restriction.ts"
import type { User } from "../../../schemas/entities/User.ts"
import { remedy } from "../../../schemas/errors/words.ts"
import { bold, plain } from "./terminal.ts"

/** Returns the fields of a user for `--json`. */
export const userOf = (user: User) => {
  const { displayName, id, isAnonymous, primaryEmail, primaryEmailVerified } = user
  return { id, displayName, primaryEmail, primaryEmailVerified, isAnonymous, restrictedReason: restrictionOf(user) }
}

/** Returns lines that explain why a user is restricted and what to do. Other users have none. */
export const restrictionLines = (user: User): ReadonlyArray<string> => {
  const reason = restrictionOf(user)
  if (reason === null) return []
  const adminReason = user.restrictedByAdminReason
  const why = reason === "restricted_by_administrator" && adminReason ? ` Reason: ${plain(adminReason)}` : ""
  return [`${bold("Restricted")} (${plain(reason)}): the app treats this user as signed out. ${remedy(reason)}${why}`]
}
