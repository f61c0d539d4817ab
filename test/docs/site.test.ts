/** The pages that people write for the site: where they stand, what they say of themselves, where their code comes from. */
import { assert, describe, it } from "vitest"
import { frontMatterOf, writtenPages } from "../../docs/.vitepress/site/pages.ts"
import { sidebar } from "../../docs/.vitepress/site/sidebar.ts"
import { filesIn } from "./sources.ts"

const pages = writtenPages()

const ofReaders = pages.filter(({ section }) => section !== "book")

interface Item {
  readonly link?: string
  readonly items?: ReadonlyArray<Item>
}

const linksIn = (items: ReadonlyArray<Item>): ReadonlyArray<string> =>
  items.flatMap(({ items = [], link }) => [...(link === undefined ? [] : [link]), ...linksIn(items)])

describe("the site", () => {
  it("has every page of docs/ in its sidebar, once", () => {
    const files = filesIn("docs", /^(?!.*\/\.|.*\[)docs\/.+\.md$/).filter((file) => file !== "docs/index.md")
    const wanted = files.map((file) => file.replace(/^docs|\.md$/g, "").replace(/\/index$/, "/"))

    const { "/": items } = sidebar(pages, { reference: [], "reference/endpoints": [], errors: [] })

    assert.isAbove(wanted.length, 20)
    assert.deepStrictEqual(linksIn(items as ReadonlyArray<Item>).toSorted(), wanted.toSorted())
  })

  it("says of every page what it is called and what it is for, of no two the same", () => {
    const untold = pages.filter(({ description = "", text }) =>
      frontMatterOf(text)["title"] === undefined || description.length < 10 || description.length > 200
    )
    const descriptions = pages.map(({ description }) => description)

    assert.deepStrictEqual(untold.map(({ file }) => file), [])
    assert.deepStrictEqual(descriptions.filter((each, at) => descriptions.indexOf(each) !== at), [])
  })

  it("has lines of one key each before its pages", () => {
    const torn = pages.flatMap(({ file, text }) =>
      (/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "").split("\n").filter((line) => !/^\w+: \S/.test(line))
        .map((line) => `${file}: ${line}`)
    )

    assert.deepStrictEqual(torn, [])
  })

  it("puts descriptions in quotes that YAML would read otherwise", () => {
    assert.throws(() => frontMatterOf("---\ndescription: In tests: mails\n---\n"), /quotes/)
    assert.deepStrictEqual(frontMatterOf("---\ndescription: \"In tests: mails\"\n---\n"), {
      description: "In tests: mails"
    })
  })

  it("has no page that is longer than people read at once, but the book and a list to look names up in", () => {
    const long = ofReaders.filter(({ text }) => text.length > 24_000).map(({ file }) => file)

    assert.deepStrictEqual(long, ["guides/moving-from-the-platforms-sdk.md"])
  })

  it("shows in guides and quick starts only code that runs: each snippet comes from an example", () => {
    const typed = ofReaders.flatMap(({ file, text }) => {
      const lines = text.split("\n")
      return lines.flatMap((line, at) =>
        /^\s*```(?:tsx?|jsx?|mjs)\b/.test(line) && lines[at - 2]?.startsWith("<!-- examples/") !== true
          ? [`${file}:${at + 1}`]
          : []
      )
    })

    assert.deepStrictEqual(typed, [])
  })
})
