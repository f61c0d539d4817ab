/** The quick start with Express: a route for signed-in users. */
import express from "express"
import { authenticationOf, latchkeyExpress, userOf } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"

// the project is read from the environment
const authenticator = createAuthenticator()

const app = express()

app.get("/", latchkeyExpress(authenticator), (request, response) => {
  response.send(`You are ${authenticationOf(request).status}.`)
})

// signed-out requests get a 401
app.get("/notes", latchkeyExpress(authenticator, { require: "user" }), (request, response) => {
  response.json({ notesOf: userOf(request).userId })
})

app.listen(3000, () => console.log("Listening on http://localhost:3000"))
