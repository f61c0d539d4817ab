import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/runExample.ts"

describe("examples/migration", () => {
  it("does with each new line what the old one did, and prints no secret", async () => {
    const { code, output } = await startExample("migration").end()

    assert.strictEqual(code, 0, output)
    assert.include(output, "Refused: ")
    assert.include(output, "All users: ada@work.example")
    assert.include(output, "A session to act as ada@example.com: <redacted>")
    assert.deepStrictEqual(output.match(/Sessions: \d/g), ["Sessions: 1", "Sessions: 0"])
  }, 20_000)
})
