import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/mcp", () => {
  it("examples/mcp calls tools with an API key, and rejects calls that the key doesn't permit", async () => {
    const { code, output } = await startExample("mcp").end()

    assert.strictEqual(code, 0, output)
    assert.match(output, /^myNotes: .*notesOf.*[\da-f-]{36}/m)
    assert.match(output, /^allNotes: .*You may not do this\. Ask an administrator/m)
    assert.match(output, /^eraseNotes: .*This requires a session, not an API key/m)
    assert.match(output, /^draw: .*credits/m)
    assert.match(output, /^made-up: 401$/m)
  })
})
