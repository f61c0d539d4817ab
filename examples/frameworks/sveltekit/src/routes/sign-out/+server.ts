import { createClient, requestStore, writeCookies } from "latchkey/promise"
import type { RequestHandler } from "./$types"

// SvelteKit rejects forms from other origins
export const POST: RequestHandler = async ({ request }) => {
  const store = requestStore(request)
  await using client = createClient({ tokenStore: store.layer })
  await client.signOut()
  const response = new Response(null, { status: 303, headers: { location: "/" } })
  writeCookies(response.headers, store.setCookies())
  return response
}
