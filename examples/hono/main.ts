/** A back end on Hono that knows who asks. `npm run example -- examples/hono/main.ts` */
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { hono, type WithAuthentication } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { createAuthenticator } from "latchkey/verify"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// createAuthenticator({ projectId, publishableClientKey, secretServerKey }) believes the real platform
const authenticator = createAuthenticator({
  ...platform.project,
  projectId: platform.project.id,
  baseUrl: platform.baseUrl
})

const app = new Hono<WithAuthentication>()
app.use(hono(authenticator))
app.get("/", (c) => c.text(`You are ${c.get("authentication").status}.`))
app.use("/notes", hono(authenticator, { require: "user" }))
app.get("/notes", (c) => {
  const who = c.get("authentication")
  return c.json({ notesOf: who.status === "signed-in" ? who.userId : null })
})

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  console.log(`The platform is at ${platform.baseUrl}`)
  console.log(`Listening on http://127.0.0.1:${port}`)
})
