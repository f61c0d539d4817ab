import express from "express"
import { latchkeyExpress, userOf } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"

export const app = express()

// also reads x-stack-access-token, which pages send that haven't moved yet
const authenticator = createAuthenticator()

app.get("/notes", latchkeyExpress(authenticator, { require: "user" }), (request, response) => {
  response.json([`Notes of ${userOf(request).userId}`])
})
