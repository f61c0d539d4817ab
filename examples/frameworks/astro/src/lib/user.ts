import type { Authentication } from "latchkey/adapters"
import { createClient } from "latchkey/promise"

/** Returns the URL of the sign-in page, which redirects to `url` after the sign-in. */
export const signInTo = ({ pathname, search }: URL): string =>
  `/sign-in?${new URLSearchParams({ after_auth_return_to: pathname + search })}`

/** Reads the complete user of a session, or returns `null`. The claims in `authentication.user` need no request. */
export const userOf = async (authentication: Authentication) => {
  if (authentication.status === "unavailable") throw authentication.error
  if (authentication.status !== "signed-in" || authentication.by !== "session") return null
  await using client = createClient({ tokenStore: authentication.tokens })
  return await client.currentUser.get()
}
