import { assert, describe, it } from "@effect/vitest"
import { createLatchkeyNext, type LatchkeyNextOptions } from "../../../react/nextjs/index.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import { reveal } from "../../../src/promise/index.ts"
import { ada } from "../../support/platform/inProcessEmulator.ts"

const site = "https://app.example.com"

/** Starts an emulator, and sends a request with credentials of a session to a route handler. */
const started = async () => {
  const platform = await startEmulator({ users: [ada] })
  const { accessToken, refreshToken } = await platform.sessions.start({ user: ada.email })
  return {
    [Symbol.asyncDispose]: platform.close,
    projectId: platform.project.projectId,
    accessToken: reveal(accessToken),
    refreshToken: reveal(refreshToken),
    ask: async (headers: { readonly [name: string]: string }, options?: LatchkeyNextOptions) => {
      const { withUser } = createLatchkeyNext({
        ...platform.project,
        baseUrl: platform.baseUrl,
        fetch: (url, init) => platform.fetch(new Request(url, init)),
        ...options
      })
      const get = withUser((_, user) => Response.json(user.displayName))
      const response = await get(new Request(`${site}/api/notes`, { headers }))
      return `${response.status} ${response.ok ? await response.text() : ""}`.trim()
    }
  }
}

describe("createLatchkeyNext", () => {
  it("withUser of createLatchkeyNext reads the cookies of older SDKs only with readOlderCookies", async () => {
    await using platform = await started()
    const cookies = { readOlderCookies: { until: "2100-01-01" } }
    const cookie = `stack-refresh-${platform.projectId}=${platform.refreshToken}`

    assert.strictEqual(await platform.ask({ cookie }), "401")
    assert.strictEqual(await platform.ask({ cookie }, { cookies }), `200 "${ada.displayName}"`)
  })

  it("withUser of createLatchkeyNext reads the token headers that the platform's docs describe", async () => {
    await using platform = await started()

    for (const name of ["x-stack-access-token", "x-hexclave-access-token"]) {
      assert.strictEqual(await platform.ask({ [name]: platform.accessToken }), `200 "${ada.displayName}"`)
    }
  })
})
