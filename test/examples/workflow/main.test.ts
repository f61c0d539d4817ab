import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../../support/processes/runExample.ts"
import { textBlockAfter } from "../../support/suite/textBlocks.ts"

/** A slow server's step is repeated by another server, which finds it done. */
const withoutRepeats = (lines: ReadonlyArray<string>) => lines.filter((line, index) => line !== lines[index - 1])

describe("examples/workflow", () => {
  it("examples/workflow kills a server, and the other servers complete the remaining steps once, as the guide shows", async () => {
    const { code, output } = await startExample("workflow").end()

    assert.strictEqual(code, 0, output)
    assert.deepStrictEqual(
      withoutRepeats(output.trim().split("\n")),
      textBlockAfter("docs/guides/workflows.md", "examples/workflow/main.ts").split("\n")
    )
  })
})
