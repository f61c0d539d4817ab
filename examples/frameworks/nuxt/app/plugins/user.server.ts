import { createClient } from "latchkey/promise"

/** Reads the complete user of the request's session, and passes it to the page. */
export default defineNuxtPlugin(async () => {
  const { authentication } = useRequestEvent()!.context
  if (authentication.status === "unavailable") throw createError({ statusCode: 503, message: "Try again in a moment." })
  if (authentication.status !== "signed-in" || authentication.by !== "session") return
  const client = createClient({ tokenStore: authentication.tokens })
  const user = await client.currentUser.get()
  await client.dispose()
  if (user !== null) useCurrentUser().value = { displayName: user.displayName, id: user.id }
})
