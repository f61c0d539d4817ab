/** The law book and the tests say the same. */
import { assert, describe, it } from "vitest"
import { shownBy, withTestsOfLaws } from "../../docs/.vitepress/site/laws.ts"
import { textOf } from "./sources.ts"

const book = textOf("docs/laws.md")

/** Laws that no test shows yet. Take one out when its test is there; it takes a good reason to put one in. */
const notYetShown = ["Q2", "Q6"]

const laws = [...book.matchAll(/^### ([A-V]\d+) \S/gm)].map(([, law]) => law!)

const admitted = [...book.matchAll(/^\| ([A-V]\d+) +\| \S/gm)].map(([, law]) => law!)

describe("the law book", () => {
  it("has each law once, in its group", () => {
    const groups = [...book.matchAll(/^## ([A-V])\. |^### ([A-V])\d+ /gm)].map(([, group, law]) => group ?? law)

    assert.isAbove(laws.length, 150)
    assert.strictEqual(new Set(laws).size, laws.length)
    assert.deepStrictEqual(groups, groups.toSorted())
  })

  it("has every law that a test's title names", () => {
    assert.deepStrictEqual([...shownBy.keys()].filter((law) => !laws.includes(law)), [])
  })

  it("admits which laws no test shows: those, and no other", () => {
    assert.deepStrictEqual(laws.filter((law) => !shownBy.has(law)), notYetShown)
    assert.deepStrictEqual(admitted, notYetShown)
  })

  it("lists below each law, on the site, the tests whose titles name it", () => {
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

  it("has no lists of tests in the repository, where every new title would change them", () => {
    assert.notInclude(book, "Shown by")
  })
})
