/** An API for the pages of the Vite quick start. */
import express from "express"
import { latchkeyExpress, userOf } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"

const app = express()

// signed-out requests get a 401
app.use("/api", latchkeyExpress(createAuthenticator(), { require: "user" }))

app.get("/api/notes", (request, response) => {
  response.json([`The first note of ${userOf(request).userId}`])
})

app.listen(3000, () => console.log("Listening on http://localhost:3000"))
