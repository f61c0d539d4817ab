import { createServerFn } from "@tanstack/react-start"
import { getRequest } from "@tanstack/react-start/server"
import { createClient } from "latchkey/promise"
import { latchkey } from "./latchkey.server.ts"

/** Returns the session, for the provider in the root route. */
export const pageData = createServerFn().handler(() => latchkey.pageData())

/** Returns the user of the request. Redirects signed-out visitors to the sign-in page, and back after the sign-in. */
export const requireUser = createServerFn()
  .validator((returnTo: string) => returnTo)
  .handler(async ({ data: returnTo }) => {
    const { displayName, id } = await latchkey.requireUser({ returnTo })
    return { displayName, id }
  })

/** Ends the session. The middleware removes its cookies. */
export const signOut = createServerFn({ method: "POST" }).handler(async () => {
  await using client = createClient({ tokenStore: getRequest() })
  await client.signOut()
})
