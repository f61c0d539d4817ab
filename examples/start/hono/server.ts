/** The quick start with Hono: a route for signed-in users. */
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { latchkeyHono, userOf, type WithAuthentication } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"

// the project is read from the environment
const authenticator = createAuthenticator()

const app = new Hono<WithAuthentication>()

app.get("/", latchkeyHono(authenticator), (c) => c.text(`You are ${c.get("authentication").status}.`))

// signed-out requests get a 401
app.get("/notes", latchkeyHono(authenticator, { require: "user" }), (c) => c.json({ notesOf: userOf(c).userId }))

serve({ fetch: app.fetch, port: 3000 }, () => console.log("Listening on http://localhost:3000"))
