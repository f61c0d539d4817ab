// @vitest-environment happy-dom
import { assert, describe, it } from "vitest"
import { startEmulator } from "../../../src/emulator/index.ts"
import { createClient } from "../../../src/promise/index.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

describe("a client in happy-dom", () => {
  it("in happy-dom, a client reads responses from a socket through the environment's fetch", async () => {
    await using platform = await startEmulator({ users: [ada] })
    const { baseUrl, project } = platform
    await using client = createClient({ ...project, baseUrl, fetch: window.fetch.bind(window), tokenStore: "memory" })

    await client.signIn.withPassword(ada)

    assert.strictEqual((await client.currentUser.get())?.primaryEmail, ada.email)
  })
})
