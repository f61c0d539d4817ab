/** docs/laws.md and the tests match. */
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { shownBy, withTestsOfLaws } from "../../docs/.vitepress/site/laws.ts"
import { inGates } from "../support/suite/gates.ts"
import { textOf } from "./sources.ts"

const book = textOf("docs/laws.md")

/** Laws without a test. Remove a law when it has a test. Add a law only for a good reason. */
const notYetShown = ["Q2", "Q6"]

const laws = [...book.matchAll(/^### ([A-Z]\d+|[a-z]+-\d+) \S/gm)].map(([, law]) => law!)

const admitted = [...book.matchAll(/^\| ([A-Z]\d+|[a-z]+-\d+) +\| \S/gm)].map(([, law]) => law!)

describe("docs/laws.md", () => {
  it("docs/laws.md contains each law once, in its group", () => {
    const groups = [...book.matchAll(/^## ([A-Z]|[a-z]+)\. |^### (?:([A-Z])\d|([a-z]+)-\d)/gm)].map((
      [, group, letter, room]
    ) => group ?? letter ?? room)

    assert.isAbove(laws.length, 150)
    assert.strictEqual(new Set(laws).size, laws.length)
    assert.deepStrictEqual(groups, groups.toSorted())
  })

  it("docs/laws.md contains every law that is named in a test's title", () => {
    assert.deepStrictEqual([...shownBy.keys()].filter((law) => !laws.includes(law)), [])
  })

  it("docs/laws.md lists exactly the laws without a test", () => {
    assert.deepStrictEqual(laws.filter((law) => !shownBy.has(law)), notYetShown)
    assert.deepStrictEqual(admitted, notYetShown)
  })

  it("`npm test` runs a test of every law, except for laws of the packed package, the site, the soak test and servers that are killed", () => {
    const elsewhere = ["P5", "Q7", "Q8", "Y7", "Z3", "workflow-1", "workflow-2", "workflow-3"]
    const isLeftToGate = (file: string) => inGates.some((pattern) => path.matchesGlob(file, pattern))

    const left = [...shownBy].filter(([, files]) => files.every(isLeftToGate)).map(([law]) => law)

    assert.deepStrictEqual(left.sort(), elsewhere)
  })

  it("the site lists the tests of each law", () => {
    const sections = withTestsOfLaws("laws.md", book).split(/\n(?=#{2,3} )/)
    const listed = sections.filter((section) => section.includes("\nShown by [`")).map((section) =>
      /^### (\S+)/.exec(section)?.[1]
    )

    assert.deepStrictEqual(listed, laws.filter((law) => !notYetShown.includes(law)))
    assert.include(
      sections.find((section) => section.startsWith("### D6 ")),
      "[`layers/session/refresh.test.ts`](https://github.com/latchkey-auth/latchkey/blob/main/test/layers/session/refresh.test.ts)"
    )
    assert.strictEqual(withTestsOfLaws("proof.md", book), book)
  })

  it("docs/laws.md contains no lists of tests, because every new title would change them", () => {
    assert.notInclude(book, "Shown by")
  })
})
