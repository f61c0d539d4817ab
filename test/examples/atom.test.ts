import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/atom", () => {
  it("examples/atom shows the user after the sign-in, and the teams after a team is created", async () => {
    const { code, output } = await startExample("atom").end()

    assert.strictEqual(code, 0, output)
    assert.match(output, /User: none\n(?:.*\n)*User: ada@example\.com\n(?:.*\n)*Teams: .*Tinkers/)
  })
})
