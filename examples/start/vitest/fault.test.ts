/** A sign-in during an outage. */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("a sign-in fails during an outage, and succeeds after it", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient({ ...platform.project, retryPolicy: { attempts: 1 } })
  platform.faults.add({ times: 1, respond: { type: "serverError" } })

  await expect(client.signIn.withPassword(ada)).rejects.toThrow()
  expect(client.session.state()._tag).toBe("SignedOut")

  await client.signIn.withPassword(ada)
  expect(client.session.state()._tag).toBe("SignedIn")
})
