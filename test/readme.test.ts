import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync } from "node:fs"
// @ts-expect-error a script without types
import { filled } from "../.ci/readme.mjs"
import { Urls } from "../layers/Urls.ts"

describe("README", () => {
  it("shows the examples as they run (node .ci/readme.mjs brings them over)", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

    assert.strictEqual(filled(readme), readme)
  })

  it("sends people, as the examples do, only to pages that there are", () => {
    const pages = Object.values(Effect.runSync(Urls))
    const root = new URL("..", import.meta.url)
    const files = [
      "README.md",
      ...readdirSync(new URL("examples", root), { recursive: true })
        .filter((file) => /^(?!.*\.next).*\.(?:md|tsx?)$/.test(String(file))).map((file) => `examples/${file}`)
    ]

    const named = files.flatMap((file) =>
      (readFileSync(new URL(file, root), "utf8").match(/\/handler\/[a-z]+[a-z-]*/g) ?? []).map((page) =>
        `${page} in ${file}`
      )
    )

    assert.isNotEmpty(named)
    assert.deepStrictEqual(named.filter((page) => !pages.includes(page.split(" ")[0]!)), [])
  })
})
