import { type Authentication, writeCookies } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"

const authenticator = createAuthenticator()

// authenticates every request, and sets the cookie of a refreshed session
export default defineEventHandler(async (event) => {
  const authentication = await authenticator.authenticateRequest(event.node.req)
  writeCookies(event.node.res, authentication.setCookies)
  event.context.authentication = authentication
})

declare module "h3" {
  interface H3EventContext {
    authentication: Authentication
  }
}
