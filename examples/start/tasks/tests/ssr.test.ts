/** The task of the guide to server rendering: a browser's cookie signs its user in, also after a day. */
import { TokenStore } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { createAuthenticator, writeCookies } from "latchkey/verify"
import { expect, test } from "vitest"

const url = "https://app.example.com/"

test("a page knows the user of its request, and sends the cookie of a refreshed session", async () => {
  await using platform = await startEmulator({ users: [{ email: "ada@example.com" }] })
  await using authenticator = createAuthenticator(platform.project)
  const page = async (request: Request): Promise<Response> => {
    const found = await authenticator.authenticateRequest(request)
    const tokenStore = found.status === "signed-in" && found.by === "session"
      ? TokenStore.layerExplicit(found.tokens)
      : TokenStore.layerNone()
    await using client = createClient({ ...platform.project, tokenStore })
    const response = new Response((await client.currentUser.get())?.primaryEmail ?? "stranger")
    writeCookies(response.headers, found.setCookies)
    return response
  }
  expect(await (await page(new Request(url))).text()).toBe("stranger")

  const [cookie] = await platform.sessions.cookies({ user: "ada@example.com", url })
  const headers = { cookie: `${cookie!.name}=${cookie!.value}` }
  expect(await (await page(new Request(url, { headers }))).text()).toBe("ada@example.com")

  platform.clock.advance("1 day")
  const later = await page(new Request(url, { headers }))
  expect(await later.text()).toBe("ada@example.com")
  expect(later.headers.getSetCookie()).toHaveLength(1)
})
