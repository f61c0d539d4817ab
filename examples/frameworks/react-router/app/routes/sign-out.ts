import { createClient, requestStore, writeCookies } from "latchkey/promise"
import { redirect } from "react-router"
import type { Route } from "./+types/sign-out"

// a form on another site can't sign the user out: session cookies are SameSite=Lax
export const action = async ({ request }: Route.ActionArgs) => {
  const store = requestStore(request)
  await using client = createClient({ tokenStore: store.layer })
  await client.signOut()
  const response = redirect("/")
  writeCookies(response.headers, store.setCookies())
  return response
}
