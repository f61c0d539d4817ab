import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { expect, test } from "vitest"

test("a user gets a sign-in code by email", async () => {
  await using platform = await startEmulator()
  await using client = createClient(platform.project)
  await client.signIn.sendCode({
    email: "ada@example.com",
    callbackUrl: "http://localhost:3000/handler/magic-link-callback"
  })
  expect(platform.outbox.byAddress("ada@example.com")[0]?.otp).toMatch(/^[A-Z0-9]{6}$/)
})

test("a user stays signed in after an hour, even while the platform is busy", async () => {
  await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
  await using client = createClient(platform.project)
  await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })

  platform.clock.advance("1 hour")
  platform.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "tooManyRequests", retryAfterSeconds: 0 } })

  expect((await client.currentUser.get({ or: "throw" })).primaryEmail).toBe("ada@example.com")
})
