/** The task of the guide to sessions: a session outlives its access token, and ends on the platform. */
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("a session is refreshed once after a day, and ends on the platform when the user signs out", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  await using server = createServer(platform.project)
  await client.signIn.withPassword(ada)
  const { id: userId } = await client.currentUser.get({ or: "throw" })

  platform.clock.advance("1 day")
  platform.requests.clear()
  await Promise.all([client.currentUser.get(), client.teams.list(), client.contactChannels.list()])
  expect(platform.requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh")).toHaveLength(1)

  await client.signOut()
  expect(client.session.state()._tag).toBe("SignedOut")
  expect(await server.sessions.list({ userId })).toEqual([])
})
