import { assert, describe, it } from "@effect/vitest"
import { transform } from "esbuild"
import { readFileSync } from "node:fs"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/promise", () => {
  it("examples/promise prints the output of every step", async () => {
    const { code, output } = await startExample("promise").end()

    assert.strictEqual(code, 0, output)
    assert.include(output, "ada@example.com is verified: true")
    assert.include(output, "VerificationCodeAlreadyUsed: ")
    assert.include(output, "EMAIL_PASSWORD_MISMATCH: ")
    assert.deepStrictEqual(output.match(/session: \w+/g), [
      "session: SignedIn",
      // after the address is verified, the next call gets a token with the new claim
      "session: SignedIn",
      "session: SignedOut",
      "session: SignedIn"
    ])
  })

  it("the quick start in examples/promise is plain JavaScript that runs on Node 20", async () => {
    const quickstart = readFileSync(new URL("../../examples/promise/quickstart.ts", import.meta.url), "utf8")

    const [newest, node20] = await Promise.all([
      transform(quickstart, { loader: "js", target: "esnext" }),
      transform(quickstart, { loader: "js", target: "node20" })
    ])

    assert.strictEqual(node20.code, newest.code)
  })
})
