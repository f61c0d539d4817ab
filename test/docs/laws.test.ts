/** The law book and the tests say the same. */
import { assert, describe, expect, it } from "vitest"
import { repository, root, shownBy, textOf } from "./sources.ts"

const book = textOf("docs/laws.md")

/** Laws that no test shows yet. Take one out when its test is there; it takes a good reason to put one in. */
const notYetShown = ["Q2", "Q6"]

const laws = [...book.matchAll(/^### ([A-V]\d+) \S/gm)].map(([, law]) => law!)

const admitted = [...book.matchAll(/^\| ([A-V]\d+) +\| \S/gm)].map(([, law]) => law!)

/** Tests are not in the package, whose readers follow links too. */
const link = (file: string): string => `[\`${file.replace(/^test\//, "")}\`](${repository}/blob/main/${file})`

/** The book with the tests of today below each law. */
const upToDate = book.split(/\n(?=#{2,3} )/).map((section) => {
  const law = /^### ([A-V]\d+) /.exec(section)?.[1]
  if (law === undefined) return section
  const files = shownBy.get(law)
  const said = section.replace(/\n\nShown by [^\n]*(?=\n)/, "").trimEnd()
  return files === undefined ? `${said}\n` : `${said}\n\nShown by ${files.map(link).join(", ")}\n`
}).join("\n")

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

  it("names below each law the files whose titles name it: `vitest run test/docs/laws.test.ts -u` writes them", async () => {
    await expect(upToDate).toMatchFileSnapshot(`${root}docs/laws.md`)
  })
})
