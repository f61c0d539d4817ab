import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/effect-api", () => {
  it("travel-1: examples/effect-api handles the platform's errors in the client of its own API", async () => {
    const { code, output } = await startExample("effect-api").end()

    assert.strictEqual(code, 0, output)
    assert.deepStrictEqual(output.trim().split("\n"), [
      "Blue",
      "TEAM_NOT_FOUND: This team was not found. It may have been deleted, or you are no longer in it; check your list "
      + "of teams.",
      "Blue: Water the plants",
      "At most 20 characters.",
      "You may not do this. Ask an administrator for the permission."
    ])
  })
})
