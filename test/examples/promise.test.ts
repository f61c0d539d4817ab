import { assert, describe, it } from "@effect/vitest"
import { transform } from "esbuild"
import { readFileSync } from "node:fs"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/promise", () => {
  it("plays its whole story", async () => {
    const { code, output } = await startExample("promise").end()

    assert.strictEqual(code, 0, output)
    assert.include(output, "ada@example.com is verified: true")
    assert.include(output, "VerificationCodeAlreadyUsed: ")
    assert.include(output, "EMAIL_PASSWORD_MISMATCH: ")
    assert.deepStrictEqual(output.match(/session: \w+/g), [
      "session: SignedIn",
      // the address was verified, and the next call brought a token that says so
      "session: SignedIn",
      "session: SignedOut",
      "session: SignedIn"
    ])
  }, 20_000)

  it("begins with a quickstart that is plain JavaScript, of which Node 20 has all", async () => {
    const quickstart = readFileSync(new URL("../../examples/promise/quickstart.ts", import.meta.url), "utf8")

    const [newest, node20] = await Promise.all([
      transform(quickstart, { loader: "js", target: "esnext" }),
      transform(quickstart, { loader: "js", target: "node20" })
    ])

    assert.strictEqual(node20.code, newest.code)
  })
})
