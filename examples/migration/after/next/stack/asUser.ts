import { createClient } from "latchkey/promise"
import { stackServerApp } from "./server.ts"

/** Creates a client that acts as the user of the request. Dispose of it before the request ends. */
export const asUser = async () => {
  const found = await stackServerApp.authenticate()
  if (found.status === "unavailable") throw found.error
  return createClient({ tokenStore: found.status === "signed-in" && found.by === "session" ? found.tokens : null })
}
