/** Decodes the constructed exchanges about payments, if the files are available. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { existsSync, readFileSync } from "node:fs"
import { Recording } from "../conformance/exchange.ts"
import { report } from "../conformance/report.ts"

const file = new URL("../../../shared/wire/examples-payments.json", import.meta.url)

describe.runIf(existsSync(file))("constructed exchanges", () => {
  it("the constructed example exchanges of payments decode without loss, and their requests would be sent unchanged", () => {
    const { exchanges } = JSON.parse(readFileSync(file, "utf8"))
    const payments = Schema.decodeUnknownSync(Recording)(exchanges)
      .filter(({ request }) => request.path.includes("/payments/"))

    const { failed, lines, outside, passed } = report({ known: {}, areas: [{ area: "payments", exchanges: payments }] })

    assert.deepStrictEqual({ failed, outside, passed }, { failed: 0, outside: 0, passed: 36 }, lines.join("\n"))
  })
})
