/** One authenticator for the pages, the actions and the proxy. */
import { createAuthenticator } from "latchkey/verify"

export const authenticator = createAuthenticator({
  projectId: process.env["STACK_PROJECT_ID"] ?? "",
  publishableClientKey: process.env["STACK_PUBLISHABLE_CLIENT_KEY"],
  secretServerKey: process.env["STACK_SECRET_SERVER_KEY"],
  baseUrl: process.env["STACK_API_URL"]
})
