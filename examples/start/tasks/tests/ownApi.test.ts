/** The task of the guide to your own API: an endpoint accepts the headers of a client, and no others. */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("the notes need the headers of a signed-in client, also after a day", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  await using authenticator = createAuthenticator(platform.project)
  const notes = async (request: Request): Promise<Response> => {
    const found = await authenticator.authenticateRequest(request)
    return found.status === "signed-in"
      ? Response.json([`The first note of ${found.userId}`])
      : new Response(null, { status: 401 })
  }
  const load = async () => notes(new Request("https://api.example.com/notes", { headers: await client.authHeaders() }))
  expect((await load()).status).toBe(401)

  const { userId } = await client.signIn.withPassword(ada)
  expect(await (await load()).json()).toEqual([`The first note of ${userId}`])

  platform.clock.advance("1 day")
  expect((await load()).status).toBe(200)
})
