import { createServer } from "latchkey/promise"

export const stackServerApp = createServer({
  projectId: process.env["STACK_PROJECT_ID"],
  publishableClientKey: process.env["STACK_PUBLISHABLE_CLIENT_KEY"],
  secretServerKey: process.env["STACK_SECRET_SERVER_KEY"],
  tokenStore: "memory"
})
