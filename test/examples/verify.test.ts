import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/verify", () => {
  it("tells whose a request is, and whose a token", async () => {
    const { code, output } = await startExample("verify").end()

    assert.strictEqual(code, 0, output)
    assert.match(output, /The request is [\da-f-]{36}'s\nThe token is ada@example\.com's\n/)
  }, 20_000)
})
