import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/backend", () => {
  it("examples/backend lists every user of the emulator, page by page", async () => {
    const { code, output } = await startExample("backend").end()

    assert.strictEqual(code, 0, output)
    assert.deepStrictEqual(output.match(/\w+@example\.com/g), [
      "ada@example.com",
      "grace@example.com",
      "hedy@example.com",
      "katherine@example.com",
      "margaret@example.com"
    ])
    assert.include(output, "5 users")
  })

  it(
    "examples/backend uses the platform named by the environment, and reports problems with its settings",
    async () => {
      const { code, output } = await startExample("backend", {
        HEXCLAVE_PROJECT_ID: "not an id",
        HEXCLAVE_SECRET_SERVER_KEY: "ssk_1"
      }).end()

      assert.notStrictEqual(code, 0)
      assert.include(output, "projectId is neither a UUID nor")
    }
  )
})
