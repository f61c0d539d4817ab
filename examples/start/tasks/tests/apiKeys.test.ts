/** The task of the guide to API keys: a key acts for its user until it is revoked. */
import { startEmulator } from "latchkey/emulator"
import { createClient, reveal } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("an API key acts for its user until it is revoked", async () => {
  await using platform = await startEmulator({ users: [ada], config: { allowUserApiKeys: true } })
  await using client = createClient(platform.project)
  await using authenticator = createAuthenticator(platform.project)
  await client.signIn.withPassword(ada)

  const key = await client.userApiKeys.create({ description: "Nightly export", expiresAt: null })
  const headers = { "x-api-key": reveal(key.value) }
  expect(await authenticator.authenticateRequest({ headers })).toMatchObject({ status: "signed-in", by: "api-key" })

  await client.userApiKeys.revoke({ id: key.id })
  platform.clock.advance("2 minutes")
  expect(await authenticator.authenticateRequest({ headers })).toMatchObject({ status: "signed-out" })
})
