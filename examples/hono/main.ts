/** A Hono back end that authenticates requests. `npm run example -- examples/hono/main.ts` */
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { latchkeyHono, userOf, type WithAuthentication } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { createAuthenticator } from "latchkey/verify"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// without an argument, createAuthenticator() reads the project from the environment
const authenticator = createAuthenticator(platform.project)

const app = new Hono<WithAuthentication>()
app.use(latchkeyHono(authenticator))
app.get("/", (c) => c.text(`You are ${c.get("authentication").status}.`))
app.get("/notes", latchkeyHono(authenticator, { require: "user" }), (c) => c.json({ notesOf: userOf(c).userId }))

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  console.log(`The platform is at ${platform.baseUrl}`)
  console.log(`Listening on http://127.0.0.1:${port}`)
})
