import { error, redirect, type RequestEvent } from "@sveltejs/kit"
import { createClient } from "latchkey/promise"

/** Returns the user. Redirects signed-out visitors to the sign-in page, and back after the sign-in. */
export const requireUser = async ({ locals: { authentication }, url }: Pick<RequestEvent, "locals" | "url">) => {
  if (authentication.status === "unavailable") error(503, "Try again in a moment.")
  if (authentication.status === "signed-in" && authentication.by === "session") {
    await using client = createClient({ tokenStore: authentication.tokens })
    const user = await client.currentUser.get()
    if (user !== null) return { displayName: user.displayName, id: user.id }
  }
  redirect(303, `/sign-in?${new URLSearchParams({ after_auth_return_to: url.pathname + url.search })}`)
}
