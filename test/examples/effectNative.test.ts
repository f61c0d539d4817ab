/** The programs of the guides for Effect users run, are short, and print what the guides show. */
import { readdirSync, readFileSync } from "node:fs"
import { format } from "node:util"
import { afterEach, assert, describe, it, vi } from "vitest"
import { textBlockAfter } from "../support/suite/textBlocks.ts"

const folder = "examples/effect-native"
const programs = readdirSync(folder).filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3))

const guides = ["docs/guides/for-effect-users.md", "docs/guides/effect-back-ends.md"]

/** Returns the output that a guide shows after a program. */
const shownBy = (program: string): string => {
  const marker = `<!-- ${folder}/${program}.ts -->`
  const guide = guides.find((page) => readFileSync(page, "utf8").includes(marker))
  assert(guide !== undefined, `no guide shows ${program}.ts`)
  return textBlockAfter(guide, marker)
}

/** Counts the lines of a program, without its comment, imports and empty lines. */
const linesOf = (program: string): number =>
  readFileSync(`${folder}/${program}.ts`, "utf8").replace(/^\/\*\*[^]*?\*\/\n/, "").replace(
    /^import [^]*?from ".*"\n/gm,
    ""
  )
    .split("\n").filter((line) => line !== "").length

describe("examples/effect-native", () => {
  it("each claim of the guides for Effect users is backed by a program of at most 30 lines", () => {
    assert.isAtLeast(programs.length, 14)
    assert.deepStrictEqual(programs.filter((program) => linesOf(program) > 30), [])
  })

  afterEach(() => vi.restoreAllMocks())

  it.each(programs)("examples/effect-native/%s.ts prints what its guide shows", async (program) => {
    const lines: Array<string> = []
    vi.spyOn(console, "log").mockImplementation((...values) => void lines.push(format(...values)))
    await import(`../../examples/effect-native/${program}.ts`)

    assert.strictEqual(
      lines.join("\n"),
      shownBy(program)
    )
  })
})
