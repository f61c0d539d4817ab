/** How the platform reads requests about users. docs/platform.md §8.3. */
import type { RequestRules, Sent } from "./RequestRules.ts"

const isSet = (value: unknown): boolean => value !== undefined && value !== null

/**
 * A reason and private details are accepted only if the same request also restricts the user, even if the user is
 * already restricted.
 */
const restriction: RequestRules = {
  together: (sent: Sent) => {
    const detail = ["restricted_by_admin_reason", "restricted_by_admin_private_details"].find((name) =>
      isSet(sent[name])
    )
    return detail === undefined || [true, "true"].includes(sent["restricted_by_admin"] as string)
      ? undefined
      : { malformed: "requires restricted_by_admin", at: detail }
  }
}

/** Rules of endpoints for users, by the endpoint's name. */
export const users: { readonly [name: string]: RequestRules } = {
  "users.create": restriction,
  "users.update": restriction,
  "users.updateMe": restriction
}
