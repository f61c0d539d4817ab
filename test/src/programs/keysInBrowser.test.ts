/** Back-end keys in a browser page. */
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { createAdmin, createServer, InvalidConfiguration } from "../../../src/promise/index.ts"
import { baseUrl, projectId } from "../../support/contract/project.ts"
import { scriptedFetch } from "../../support/platform/scriptedFetch.ts"

/** Returns the error of the first call, and the number of requests. */
const outcome = async (
  create: typeof createServer | typeof createAdmin,
  options: Parameters<typeof createAdmin>[0]
) => {
  const { calls, fetch } = scriptedFetch(() => Response.json({}))
  await using level = create({ projectId, baseUrl, fetch, ...options })
  const project = "currentProject" in level ? level.currentProject : level.project
  const error: any = await project.get().then(() => undefined, (error: unknown) => error)
  return { error, requests: calls.length }
}

const table = [
  ["secretServerKey", createServer, { secretServerKey: "ssk_canary" }],
  ["superSecretAdminKey", createAdmin, { superSecretAdminKey: "sak_canary" }]
] as const

describe("a back end's key", () => {
  beforeEach(() => {
    vi.stubGlobal("window", globalThis)
    vi.stubGlobal("document", {})
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  for (const [setting, create, key] of table) {
    it(`the key ${setting} is rejected in a browser before any request, without being shown`, async () => {
      const { error, requests } = await outcome(create, key)

      assert.instanceOf(error, InvalidConfiguration)
      assert.match(error.message, new RegExp(`^${setting} is in a browser.* Move these calls to a back end`))
      assert.notInclude(error.message + JSON.stringify(error), "canary")
      assert.strictEqual(requests, 0)
    })

    it(`the key ${setting} is accepted in a browser if the program allows it`, async () => {
      assert.isAbove((await outcome(create, { ...key, allowServerKeysInBrowser: true })).requests, 0)
    })

    it(`the key ${setting} is accepted with a window but without a document, as in React Native`, async () => {
      vi.stubGlobal("document", undefined)
      Reflect.deleteProperty(globalThis, "document")

      assert.isAbove((await outcome(create, key)).requests, 0)
    })
  }

  it("a browser with an owner's session needs no secret key", async () => {
    assert.isAbove((await outcome(createAdmin, { ownerSession: async () => "token" })).requests, 0)
  })
})
