/** The task of the guide to back ends: an operation that requires a recent sign-in. */
import { fetchHandler } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("the account is deleted only after a recent sign-in", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  await using authenticator = createAuthenticator(platform.project)
  const deleteAccount = fetchHandler(authenticator, () => new Response("deleted"), {
    require: "user",
    freshWithin: "5 minutes"
  })
  const request = async () => new Request("http://localhost/account", { headers: await client.authHeaders() })

  await client.signIn.withPassword(ada)
  platform.clock.advance("8 minutes")
  const refused = await deleteAccount(await request())
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ reason: "not-fresh" })

  await client.signIn.withPassword(ada)
  expect((await deleteAccount(await request())).status).toBe(200)
})
