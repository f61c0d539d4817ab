/** The site's search: which page is found first for newcomers' questions. */
import { assert, describe, it } from "vitest"
import { writtenPages } from "../../docs/.vitepress/site/pages.ts"
import { questions } from "../../docs/.vitepress/site/questions.ts"
import { searchIndex } from "../../docs/.vitepress/site/searchIndex.ts"

describe("the site's search", () => {
  const answersOf = searchIndex()

  it.each(questions)("the site's search for %j finds %s first", (question, page) => {
    const [first] = answersOf(question)

    assert.strictEqual(first?.replace(/#.*$/, ""), page)
  })

  it("the site's search finds every guide, concept and quick start by its title", () => {
    const lost = writtenPages().filter(({ link, section, title }) =>
      section !== "book" && !answersOf(title).slice(0, 3).some((answer) => `/${answer}`.startsWith(`${link}#`))
    )

    assert.deepStrictEqual(lost.map(({ title }) => title), [])
  })
})
