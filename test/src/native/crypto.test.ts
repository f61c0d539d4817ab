/** A native app without Web Crypto: a scripted `expo-crypto`, real requests to the emulator. */
import { assert, describe, it } from "@effect/vitest"
import { afterEach, vi } from "vitest"
import { createClient, layerNative } from "../../../src/native/index.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { scriptedDevice } from "./scriptedDevice.ts"

afterEach(() => vi.restoreAllMocks())

overBothTransports(({ start }) => {
  describe("layerCrypto", () => {
    it("a client with layerCrypto signs in with a provider using the digests and random bytes of expo-crypto", async () => {
      await using started = await start({
        config: { oauthProviders: [{ id: "github", type: "standard", clientId: "acme" }] }
      })
      const { subtle } = crypto
      const calls = new Set<string>()
      const module = {
        getRandomValues: (array: Uint8Array) => {
          calls.add("random")
          return crypto.getRandomValues(array as Uint8Array<ArrayBuffer>)
        },
        digest: (algorithm: string, data: Uint8Array<ArrayBuffer>) => {
          calls.add(algorithm)
          return subtle.digest(algorithm, data)
        }
      }
      const device = scriptedDevice()
      device.user(async (url) => ({
        type: "success",
        url: await started.platform.oauth.signIn({ authorizeUrl: url, account: { email: "bob@example.com" } })
      }))
      const native = layerNative({ scheme: "myapp", ...device, crypto: module })
      const client = createClient({ ...started.options, tokenStore: "memory", native })

      await client.oauth.signIn({ provider: "github" })
      await client.oauth.callback()

      assert.deepStrictEqual([...calls].toSorted(), ["SHA-256", "random"])
      assert.strictEqual(client.session.state()._tag, "SignedIn")
      await client.dispose()
    })
  })
})
