/** The quick start with Vitest: three tests with the emulator. */
import { startEmulator } from "latchkey/emulator"
import { createClient, EmailPasswordMismatch } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("a user signs in with a password", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)

  await expect(client.signIn.withPassword({ ...ada, password: "wrong horse" })).rejects.toThrow(EmailPasswordMismatch)
  await client.signIn.withPassword(ada)

  expect((await client.currentUser.get({ or: "throw" })).primaryEmail).toBe("ada@example.com")
})

test("a user signs in with a code from an email", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)

  const { nonce } = await client.signIn.sendCode({
    email: ada.email,
    callbackUrl: "http://localhost:3000/handler/magic-link-callback"
  })
  const [email] = platform.outbox.byAddress(ada.email)
  await client.signIn.withCode({ code: email!.otp!, nonce })

  expect((await client.currentUser.get({ or: "throw" })).primaryEmail).toBe("ada@example.com")
})

test("a user stays signed in after an hour, even while the platform is busy", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  await client.signIn.withPassword(ada)

  platform.clock.advance("1 hour")
  platform.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "tooManyRequests", retryAfterSeconds: 0 } })

  expect((await client.currentUser.get({ or: "throw" })).primaryEmail).toBe("ada@example.com")
})
