/** The task of the guide to `latchkey watch`: a test keeps the list of endpoints that a program uses. */
import { startEmulator } from "latchkey/emulator"
import { createServer } from "latchkey/promise"
import { Tape } from "latchkey/testing"
import { expect, test } from "vitest"

const namesOfUsers = async (server: ReturnType<typeof createServer>) => {
  const users = await server.users.list()
  return users.map(({ primaryEmail }) => primaryEmail)
}

test("the program uses one endpoint, so the check reads one", async () => {
  await using platform = await startEmulator({ users: [{ email: "ada@example.com" }] })
  const recording = Tape.record()
  await using server = createServer({ ...platform.project, fetch: recording.fetch })

  expect(await namesOfUsers(server)).toEqual(["ada@example.com"])

  const tape = Tape.stringify(recording.tape())
  expect(Tape.parse(tape).exchanges.map(({ endpoint }) => endpoint)).toEqual(["users.list"])
})
