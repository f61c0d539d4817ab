import { error, redirect, type RequestEvent } from "@sveltejs/kit"
import { createClient } from "latchkey/promise"

/** Returns the session of a signed-in user. Redirects other visitors to the sign-in page, which returns here. */
export const requireSession = ({ locals: { authentication }, url }: Pick<RequestEvent, "locals" | "url">) => {
  if (authentication.status === "signed-in" && authentication.by === "session") return authentication
  if (authentication.status === "unavailable") error(503, "Try again in a moment.")
  redirect(303, `/sign-in?${new URLSearchParams({ after_auth_return_to: url.pathname + url.search })}`)
}

/** Reads the complete user. The claims of the access token, `session.user`, need no request. */
export const userOf = async ({ tokens }: ReturnType<typeof requireSession>) => {
  await using client = createClient({ tokenStore: tokens })
  const { displayName, id } = await client.currentUser.get({ or: "throw" })
  return { displayName, id }
}
