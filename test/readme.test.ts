import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
// @ts-expect-error a script without types
import { filled } from "../.ci/readme.mjs"

describe("README", () => {
  it("shows the examples as they run (node .ci/readme.mjs brings them over)", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

    assert.strictEqual(filled(readme), readme)
  })
})
