import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/verify", () => {
  it("examples/verify authenticates a request and verifies an access token", async () => {
    const { code, output } = await startExample("verify").end()

    assert.strictEqual(code, 0, output)
    assert.match(output, /Sent by [\da-f-]{36}\nThe token belongs to ada@example\.com\n/)
  })
})
