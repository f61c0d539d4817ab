/** The task of the guide to the platform's SDK: its cookie keeps a user signed in, until the chosen date. */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
const url = "https://app.example.com/"

test("a cookie of the platform's SDK signs its user in only until the chosen date", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient({ ...platform.project, tokenStore: "memory" })
  await client.signIn.withPassword(ada)
  const { refreshToken } = await client.authJson()
  const request = () =>
    new Request(url, { headers: { cookie: `stack-refresh-${platform.project.projectId}=${refreshToken}` } })
  const status = async (cookies: { readonly readOlderCookies?: { readonly until: string } }) => {
    await using authenticator = createAuthenticator({ ...platform.project, cookies })
    return (await authenticator.authenticateRequest(request())).status
  }

  expect(await status({})).toBe("signed-out")
  expect(await status({ readOlderCookies: { until: "2999-12-31" } })).toBe("signed-in")
  expect(await status({ readOlderCookies: { until: "2020-12-31" } })).toBe("signed-out")
})
