/** The task of the guides to Clerk and Auth.js: an imported user keeps the password, and a second import changes nothing. */
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer, UserWithEmailAlreadyExists } from "latchkey/promise"
import { expect, test } from "vitest"

const exported = [{
  id: "user_2abc",
  email: "ada@example.com",
  passwordHash: "$2b$04$tY3ljPDRCS0Qf52kWEtMi..5cgIXX8Qxo6.nNqJbCMiirYazeL0LS" // of "correct horse"
}]

test("an imported user signs in with the old password, and a second import skips the user", async () => {
  await using platform = await startEmulator()
  await using server = createServer(platform.project)
  const importAll = async () => {
    let skipped = 0
    for (const { email, id, passwordHash } of exported) {
      try {
        await server.users.create({
          primaryEmail: email,
          primaryEmailVerified: true,
          primaryEmailAuthEnabled: true,
          passwordHash,
          serverMetadata: { formerId: id }
        })
      } catch (error) {
        if (!(error instanceof UserWithEmailAlreadyExists)) throw error
        skipped++
      }
    }
    return skipped
  }
  expect([await importAll(), await importAll()]).toEqual([0, 1])

  await using client = createClient(platform.project)
  const { userId } = await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
  expect((await server.users.get({ userId })).serverMetadata).toEqual({ formerId: "user_2abc" })
})
