/** Starts two APIs, which a page on another origin calls. `npm run example -- examples/own-api/main.ts` */
import { serve } from "@hono/node-server"
import { startEmulator } from "latchkey/emulator"
import { createAuthenticator } from "latchkey/verify"
import { expressApi } from "./express.ts"
import { honoApi } from "./hono.ts"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// without an argument, createAuthenticator() reads the project from the environment
const authenticator = createAuthenticator(platform.project)
const pages = "http://localhost:5173"

console.log(`The platform is at ${platform.baseUrl}`)

const server = expressApi(authenticator, pages).listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  console.log(`Express listens on http://127.0.0.1:${address.port}`)
})

serve({ fetch: honoApi(authenticator, pages).fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  console.log(`Hono listens on http://127.0.0.1:${port}`)
})
