import { createClient, requestStore, writeCookies } from "latchkey/promise"

export default defineEventHandler(async (event) => {
  const store = requestStore(event.node.req)
  const client = createClient({ tokenStore: store.layer })
  await client.signOut()
  await client.dispose()
  writeCookies(event.node.res, store.setCookies())
  return sendRedirect(event, "/", 303)
})
