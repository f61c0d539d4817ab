import { assert, describe, it } from "@effect/vitest"
import { startExample } from "../support/runExample.ts"

describe("examples/promise", () => {
  it("plays its whole story", async () => {
    const { code, output } = await startExample("promise").end()

    assert.strictEqual(code, 0, output)
    assert.include(output, "ada@example.com is verified: true")
    assert.include(output, "VerificationCodeAlreadyUsed: ")
    assert.include(output, "EMAIL_PASSWORD_MISMATCH: ")
    assert.deepStrictEqual(output.match(/session: \w+/g), [
      "session: SignedIn",
      "session: SignedOut",
      "session: SignedIn"
    ])
  }, 20_000)
})
