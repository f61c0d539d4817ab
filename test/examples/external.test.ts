import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/external", () => {
  it("external-3 external-7: examples/external serves users of two vendors, and then signs users in by itself", async () => {
    const { code, output } = await startExample("external").end()

    assert.strictEqual(code, 0, output)
    assert.include(output, "Ada is signed in through better-auth-integration")
    assert.include(output, "Grace is signed in")
    assert.include(output, "clerk signs users in and out")
    assert.include(output, "after Clerk's sign-out: null")
    assert.include(output, "hedy@example.com is signed in")
  })
})
