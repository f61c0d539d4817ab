import express from "express"
import { latchkeyExpress, userOf } from "latchkey/adapters"
import { createAuthenticator } from "latchkey/verify"

export const app = express()

// also reads x-stack-access-token, which pages that haven't moved yet still send
const authenticator = createAuthenticator()

app.get("/notes", latchkeyExpress(authenticator, { require: "user" }), (request, response) => {
  response.json([`Notes of ${userOf(request).userId}`])
})
