/** The regular expressions of the product do work in proportion to the length of the text. docs/laws.md J2. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { parseAst } from "rolldown/parseAst"
import { RegExpWork } from "./regExpWork.ts"

interface Found {
  readonly at: string
  readonly source: string
  readonly flags: string
}

/** The literals of a file, by its syntax tree. */
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

/** Characters looked at for one of the text. A hundred would be 100 ms or so for 100 kB. */
const most = 80

/** Whether a text makes it look at more, or at the more for one character the longer the text is. */
const isSlow = (source: string, flags: string): boolean => {
  const work = new RegExpWork(source, flags)
  for (const attack of work.attacks()) {
    const few = work.perCharacter(attack(150), most)
    if (few > 10 && work.perCharacter(attack(450), most) > Math.min(most, 2 * few)) return true
  }
  return false
}

describe("a regular expression", () => {
  it("J2 of the product takes time in proportion to the text, whatever the text", () => {
    assert.isAbove(product.length, 100)

    const different = new Map(product.map((found) => [`/${found.source}/${found.flags}`, found])).values()

    assert.deepStrictEqual([...different].filter(({ flags, source }) => isSlow(source, flags)).map(({ at }) => at), [])
    // it waits for nothing: how long it counts is up to the machine and to whether coverage is taken
  }, 180_000)

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
    it(`of the form /${source}/${flags} is found to take more`, () => {
      assert.isTrue(isSlow(source, flags))
    })
  }

  for (
    const [source, flags] of [["^[^<>]*$", ""], ["^[ \\t]*a", "m"], ["\\b\\w+\\b", "g"], ["^a{1,1000}$", ""], [
      "^(?:ab)+?c",
      ""
    ]] as const
  ) {
    it(`of the form /${source}/${flags} is found to take no more`, () => {
      assert.isFalse(isSlow(source, flags))
    })
  }
})
