import { assert, it } from "vitest"
import { startExample } from "../support/processes/runExample.ts"

it("examples/layers runs one program over every layer it shows", async () => {
  const { code, output } = await startExample("layers").end()

  assert.strictEqual(code, 0, output)
  assert.deepStrictEqual(output.trim().split("\n"), [
    "over fetch: Ada of Acme",
    "over HttpClient: Ada of Acme",
    "in process: Ada in memory",
    "traced: Ada of Acme in 2 requests",
    "cached: three readers in 1 request after the sign-in",
    "with retries: Ada of Acme at the third attempt",
    "without the gate: Ada of Acme",
    "one attempt: ConnectionFailed",
    "two projects: [ 'Ada of Acme', 'Ada of Globex' ]"
  ])
})
