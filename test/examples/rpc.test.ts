import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/rpc", () => {
  it(
    "examples/rpc calls a procedure as the signed-in user, and rejects a call without the required permission",
    async () => {
      const { code, output } = await startExample("rpc").end()

      assert.strictEqual(code, 0, output)
      assert.match(output, /Notes of [\da-f-]{36}\. All notes: You may not do this\. Ask an administrator/)
    }
  )
})
