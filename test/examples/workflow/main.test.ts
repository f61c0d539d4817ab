import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../../support/processes/runExample.ts"
import { textBlockAfter } from "../../support/suite/textBlocks.ts"

describe("examples/workflow", () => {
  it("examples/workflow kills a server, and the other servers complete the remaining steps once, as the guide shows", async () => {
    const { code, output } = await startExample("workflow").end()

    assert.strictEqual(code, 0, output)
    assert.strictEqual(output.trim(), textBlockAfter("docs/guides/workflows.md", "examples/workflow/main.ts"))
  })
})
