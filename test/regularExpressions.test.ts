/** Regular expressions of the package take linear time. docs/laws.md J2. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { parseAst } from "rolldown/parseAst"
import { RegExpWork } from "./regExpWork.ts"

interface Found {
  readonly at: string
  readonly source: string
  readonly flags: string
}

/** Returns the regular expression literals in a file. */
const literalsIn = (file: string, code: string): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    if ("regex" in node && node.regex !== null) {
      const { flags, pattern } = node.regex as { readonly flags: string; readonly pattern: string }
      found.push({ at: `${file}: /${pattern}/${flags}`, source: pattern, flags })
    } else for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }))
  return found
}

const root = new URL("../", import.meta.url)

const product: ReadonlyArray<Found> = ["schemas", "layers", "src", "react"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => literalsIn(`${folder}/${file}`, readFileSync(new URL(`${folder}/${file}`, root), "utf8")))
)

/**
 * Maximum number of examined characters per character of the string. With a hundred, 100 kB would take about 100 ms.
 */
const most = 80

/** Whether a string exceeds the maximum, or needs more work per character the longer it is. */
const isSlow = (source: string, flags: string): boolean => {
  const work = new RegExpWork(source, flags)
  for (const attack of work.attacks()) {
    const few = work.perCharacter(attack(100), most)
    if (few > 10 && work.perCharacter(attack(300), most) > Math.min(most, 2 * few)) return true
  }
  return false
}

describe("a regular expression", () => {
  it("J2: every regular expression of the package takes linear time for any input", () => {
    assert.isAbove(product.length, 100)

    const different = new Map(product.map((found) => [`/${found.source}/${found.flags}`, found])).values()

    assert.deepStrictEqual([...different].filter(({ flags, source }) => isSlow(source, flags)).map(({ at }) => at), [])
    // The test is bound by the CPU, so its duration depends on the machine and on coverage.
  })

  for (
    const [source, flags] of [
      ["<[^>]*>", "g"],
      ["(a+)+$", ""],
      ["^\\s+|\\s+$", "g"],
      ["^(.*?,)*x$", ""],
      ["^\\p{Lu}[^\\n]* [^\\n]{0,200}[.!?]$", "u"],
      ["(?<=a+)b$", ""],
      ["^(?=.*a.*b)x", "m"],
      ["(?:ab)+?c", ""],
      ["a{0,150}b", ""],
      ["^\\s*a", "m"],
      ["\\s+$", "m"],
      ["^\\s*\\w+ =", "gm"],
      ["[^a]*\\ba", ""]
    ] as const
  ) {
    it(`the regular expression /${source}/${flags} is detected as too slow`, () => {
      assert.isTrue(isSlow(source, flags))
    })
  }

  for (
    const [source, flags] of [["^[^<>]*$", ""], ["^[ \\t]*a", "m"], ["\\b\\w+\\b", "g"], ["^a{1,1000}$", ""], [
      "^(?:ab)+?c",
      ""
    ]] as const
  ) {
    it(`the regular expression /${source}/${flags} is accepted`, () => {
      assert.isFalse(isSlow(source, flags))
    })
  }
})
