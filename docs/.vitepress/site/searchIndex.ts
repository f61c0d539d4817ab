/** Builds the search index of VitePress in Node, to check which page the search lists first for a question. */
import MiniSearch from "minisearch"
import * as path from "node:path"
import { site } from "./addresses.ts"
import { docs } from "./pages.ts"
import { questions } from "./questions.ts"
import { readGenerated } from "./reference/read.ts"
import { search, searchedFiles } from "./search.ts"

const { options, searchOptions, _splitIntoSections: sectionsIn } = search.options.miniSearch

const addressOf = (file: string): string =>
  new URL(site).pathname + path.relative(docs, file).split(path.sep).join("/").replace(/\.md$/, "")
    .replace(/(^|\/)index$/, "$1")

/**
 * Returns a function that searches every page, and returns the addresses of the results relative to the site's base.
 */
export const searchIndex = (): (question: string) => ReadonlyArray<string> => {
  const index = new MiniSearch({ ...options, storeFields: ["title", "titles"], searchOptions })
  for (const file of searchedFiles()) {
    for (const { anchor, text, titles } of sectionsIn(file)) {
      index.add({ id: `${addressOf(file)}#${anchor}`, text, title: titles.at(-1), titles: titles.slice(0, -1) })
    }
  }
  const base = new URL(site).pathname
  return (question) => index.search(question).map(({ id }) => (id as string).slice(base.length))
}

/** Returns the questions and names of errors for which the search lists another page first, one per line. */
export const misledQuestions = (): ReadonlyArray<string> => {
  const answersOf = searchIndex()
  const errors = readGenerated().errors.filter(({ name }) => name !== "index")
    .map(({ name }) => [name, `errors/${name}`] as const)
  return [...questions, ...errors].flatMap(([question, page]) => {
    const [first = "nothing"] = answersOf(question)
    return first.startsWith(`${page}#`) ? [] : [`the search finds ${first} for "${question}", not ${page}`]
  })
}
