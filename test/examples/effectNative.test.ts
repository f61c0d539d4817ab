/** The programs of the guide "For Effect users" run, are short, and print what the guide shows. */
import { readdirSync, readFileSync } from "node:fs"
import { format } from "node:util"
import { afterEach, assert, describe, it, vi } from "vitest"
import { textBlockAfter } from "../support/suite/textBlocks.ts"

const folder = "examples/effect-native"
const programs = readdirSync(folder).filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3))

/** Counts the lines of a program, without its comment, imports and empty lines. */
const linesOf = (program: string): number =>
  readFileSync(`${folder}/${program}.ts`, "utf8").replace(/^\/\*\*[^]*?\*\/\n/, "").replace(
    /^import [^]*?from ".*"\n/gm,
    ""
  )
    .split("\n").filter((line) => line !== "").length

describe("examples/effect-native", () => {
  it("each claim of the guide for Effect users has a program of at most 30 lines", () => {
    assert.isAtLeast(programs.length, 14)
    assert.deepStrictEqual(programs.filter((program) => linesOf(program) > 30), [])
  })

  afterEach(() => vi.restoreAllMocks())

  it.each(programs)("examples/effect-native/%s.ts prints what the guide for Effect users shows", async (program) => {
    const lines: Array<string> = []
    vi.spyOn(console, "log").mockImplementation((...values) => void lines.push(format(...values)))
    await import(`../../examples/effect-native/${program}.ts`)

    assert.strictEqual(
      lines.join("\n"),
      textBlockAfter("docs/guides/for-effect-users.md", `<!-- ${folder}/${program}.ts -->`)
    )
  })
})
