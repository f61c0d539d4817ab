import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as latchkey from "../../src/index.ts"
import { startExample } from "../support/runExample.ts"

describe("examples/migration", () => {
  it("does with each new line what the old one did, and prints no secret", async () => {
    const { code, output } = await startExample("migration").end()

    assert.strictEqual(code, 0, output)
    assert.include(output, "Refused: ")
    assert.include(output, "All users: ada@work.example")
    assert.include(output, "A session to act as ada@example.com: <redacted>")
    assert.deepStrictEqual(output.match(/Sessions: \d/g), ["Sessions: 1", "Sessions: 0"])
  }, 20_000)

  it("names nothing in its guide that does not exist", () => {
    const guide = readFileSync(new URL("../../examples/migration/README.md", import.meta.url), "utf8")
    const rows = guide.split("\n").map((line) => line.split("|")).filter((cells) => cells.length === 4)
    const names = rows.flatMap(([, , ours]) =>
      [...ours!.matchAll(/`([A-Za-z]+(?:\.[A-Za-z]+)+)/g)].map(([, name]) => name!)
    )

    const missing = names.filter((name) => !name.startsWith("client.") && find(name) === undefined)

    assert.isAbove(names.length, 100)
    assert.deepStrictEqual(missing, [])
  })
})

const find = (name: string): unknown =>
  name.split(".").reduce<unknown>(
    (at, part) => (at as { readonly [part: string]: unknown } | undefined)?.[part],
    latchkey
  )
