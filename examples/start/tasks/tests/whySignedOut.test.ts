/** The task of the guide to the session ledger: a test of what the user reads after a sign-out by an administrator. */
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer, sessionLedger } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("the ledger explains that an administrator ended the session", async () => {
  await using platform = await startEmulator({ users: [ada] })
  const ledger = sessionLedger()
  await using client = createClient({ ...platform.project, ledger })
  await using server = createServer(platform.project)
  await client.signIn.withPassword(ada)
  const { id: userId } = await client.currentUser.get({ or: "throw" })

  for (const { id } of await server.sessions.list({ userId })) await server.sessions.revoke({ id, userId })
  platform.clock.advance("1 hour")
  expect(await client.currentUser.get()).toBeNull()

  const sentences = ledger.whySignedOut() ?? []
  expect(sentences[0]).toBe("The user was signed out, because the platform no longer accepts the session.")
  expect(sentences[1]).toContain("ended on another device or by an administrator")
})
