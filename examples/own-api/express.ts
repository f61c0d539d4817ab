/** An API with Express. Its pages are on another origin. */
import express from "express"
import { type AuthenticatorLike, latchkeyExpress, userOf } from "latchkey/adapters"

/** Creates the API. `pages` is the origin of the pages that call it. */
export const expressApi = (authenticator: AuthenticatorLike, pages: string) => {
  const notes = new Map<string, ReadonlyArray<string>>()
  // #region express
  const app = express()

  // pages is the origin of your front end, such as "https://app.example.com"
  app.use((request, response, next) => {
    response.set({
      "access-control-allow-origin": pages,
      "access-control-allow-headers": "x-stack-auth, content-type",
      "access-control-allow-methods": "GET, POST",
      "vary": "origin"
    })
    if (request.method === "OPTIONS") response.sendStatus(204)
    else next()
  })

  // signed-out requests get a 401
  app.use(latchkeyExpress(authenticator, { require: "user" }), express.json())

  app.get("/notes", (request, response) => {
    response.json(notes.get(userOf(request).userId) ?? [])
  })

  app.post("/notes", (request, response) => {
    const { userId } = userOf(request)
    notes.set(userId, [...notes.get(userId) ?? [], String(request.body.note)])
    response.status(201).json(notes.get(userId))
  })
  // #endregion
  return app
}
