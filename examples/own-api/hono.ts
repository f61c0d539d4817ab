/** An API with Hono. Its pages are on another origin. */
import { Hono } from "hono"
import { cors } from "hono/cors"
import { type AuthenticatorLike, latchkeyHono, userOf } from "latchkey/adapters"

/** Creates the API. `pages` is the origin of the pages that call it. */
export const honoApi = (authenticator: AuthenticatorLike, pages: string) => {
  const notes = new Map<string, ReadonlyArray<string>>()
  // #region hono
  const app = new Hono()

  // pages is the origin of your front end, such as "https://app.example.com"
  app.use(cors({ origin: pages, allowHeaders: ["x-stack-auth", "content-type"] }))

  // signed-out requests get a 401
  app.use(latchkeyHono(authenticator, { require: "user" }))

  app.get("/notes", (c) => c.json(notes.get(userOf(c).userId) ?? []))

  app.post("/notes", async (c) => {
    const { userId } = userOf(c)
    const { note } = await c.req.json()
    notes.set(userId, [...notes.get(userId) ?? [], String(note)])
    return c.json(notes.get(userId), 201)
  })
  // #endregion
  return app
}
