/** Trailing slashes are removed from every URL in the configuration. */
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { layer as layerUrls, Urls } from "../../../layers/browser/Urls.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import { openApi } from "../../../src/openapi.ts"
import { createClient } from "../../../src/promise/index.ts"
import { createAuthenticator } from "../../../src/verify.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const slashes = ["", "/", "//", "////"]

describe("trailing slashes", () => {
  for (const end of slashes) {
    it(`a client and an authenticator ignore trailing slashes in the base URL: ${JSON.stringify(end)}`, async () => {
      await using platform = await startEmulator({ users: [ada] })
      const { project: { projectId, publishableClientKey } } = platform
      const sent: Array<string> = []
      const baseUrl = platform.baseUrl + end
      const fetch = (url: string, init: RequestInit) => {
        sent.push(new URL(url).pathname)
        return globalThis.fetch(url, init)
      }
      await using client = createClient({ projectId, publishableClientKey, baseUrl, fetch, tokenStore: "memory" })
      await using authenticator = createAuthenticator({ projectId, baseUrl })

      await client.signIn.withPassword(ada)
      const { accessToken } = await client.authJson()
      const authentication = await authenticator.authenticateRequest({
        headers: { authorization: `Bearer ${accessToken}` }
      })

      assert.deepStrictEqual(sent, ["/api/v1/auth/password/sign-in"])
      assert.strictEqual(authentication.status, "signed-in")
    })

    it(`the emulator and OpenAPI ignore trailing slashes in the base URL: ${JSON.stringify(end)}`, async () => {
      await using platform = await startEmulator({ baseUrl: `http://latchkey.localhost${end}` })

      assert.notMatch(platform.baseUrl, /\/$/)
      assert.deepInclude(openApi({ baseUrl: `https://auth.example${end}` }), {
        servers: [{ url: "https://auth.example/api/v1" }]
      })
    })

    it(`trailing slashes in the handler's path and in trusted origins are ignored: ${JSON.stringify(end)}`, async () => {
      for (const handler of ["/auth", "https://accounts.example.com/auth"]) {
        const pages = layerUrls({
          urls: { handler: handler + end },
          trustedOrigins: [`https://docs.example.com${end}`]
        })

        const urls = await Effect.runPromise(Effect.provide(Urls, pages))

        assert.strictEqual(urls.signIn, `${handler}/sign-in`)
      }
    })

    it(`an authenticator ignores trailing slashes in trusted origins: ${JSON.stringify(end)}`, async () => {
      await using authenticator = createAuthenticator({
        projectId: "internal",
        trustedOrigins: [`https://other.example${end}`]
      })

      const headers = { host: "app.example", origin: "https://other.example", "sec-fetch-site": "cross-site" }
      const authentication = await authenticator.authenticateRequest({ method: "POST", headers })

      assert.deepInclude(authentication, { status: "signed-out", reason: "no-credentials" })
    })
  }
})
