/** The search finds sections of pages, by their text and by the keywords in the front matter of the page. */
import * as path from "node:path"
import { anchorOf } from "./anchorOf.ts"
import { docs, frontMatterOf, writtenPages } from "./pages.ts"
import { foldersOf, readGenerated } from "./reference/read.ts"

export interface SearchSection {
  readonly anchor: string
  readonly titles: Array<string>
  /** Keywords, then `keywordsEnd`, then the text. */
  readonly text: string
}

interface SearchedPage {
  readonly title: string
  readonly keywords: string
  /** Markdown without front matter. */
  readonly content: string
  readonly textOf: (markdown: string) => string
}

const withoutMarkup = (markdown: string): string =>
  markdown.replace(/<!--.*?-->|^```.*$|^:::.*$|^\|[ :|-]+\|$/gm, "").replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`>#*|]/g, " ").replace(/\s+/g, " ").trim()

/**
 * Returns only the sentences of a generated page, because its signatures and tables would match almost every search.
 */
const sentencesOf = (markdown: string): string =>
  withoutMarkup(markdown.replace(/```[\s\S]*?```/g, "").replace(/^(?:\|.*|\[Source\].*)$/gm, ""))

const keywordsEnd = "\n"

const partsOf = (markdown: string): ReadonlyArray<string> =>
  markdown.split(/(^```[\s\S]*?^```$)/m).reduce<ReadonlyArray<string>>((parts, text, at) => {
    const [first = "", ...rest] = at % 2 === 1 ? [text] : text.split(/^(?=#{1,3} )/m)
    return [...parts.slice(0, -1), (parts.at(-1) ?? "") + first, ...rest]
  }, [])

function* sectionsOf({ content, keywords, textOf, title }: SearchedPage): Generator<SearchSection> {
  const used = new Set<string>()
  for (const part of partsOf(content)) {
    const heading = /^#{1,3} (.+)\n?/.exec(part)
    if (heading === null) continue
    const name = heading[1]!.replaceAll("`", "")
    const base = anchorOf(heading[1]!)
    let anchor = base
    for (let count = 1; used.has(anchor); count++) anchor = `${base}-${count}`
    const isFirst = used.size === 0
    used.add(anchor)
    yield {
      anchor,
      titles: isFirst ? [title] : [title, name],
      text: `${isFirst ? keywords : ""}${keywordsEnd}${textOf(part.slice(heading[0].length))}`
    }
  }
}

const searched = (): ReadonlyMap<string, SearchedPage> =>
  new Map([
    ...writtenPages().map(({ file, text, title }) =>
      [
        path.join(docs, file),
        {
          title,
          keywords: frontMatterOf(text)["keywords"] ?? "",
          content: text.replace(/^---\n[\s\S]*?\n---\n/, ""),
          textOf: withoutMarkup
        }
      ] as const
    ),
    ...foldersOf(readGenerated()).flatMap(([folder, pages]) =>
      pages.map(({ content, name, title }) =>
        [path.join(docs, folder, `${name}.md`), { title, keywords: "", content, textOf: sentencesOf }] as const
      )
    )
  ])

let pages: ReadonlyMap<string, SearchedPage> | undefined

/** Returns the sections of a page, by the path of its file. */
const sectionsIn = (file: string): Array<SearchSection> => {
  pages ??= searched()
  const page = pages.get(file)
  return page === undefined ? [] : [...sectionsOf(page)]
}

/** Paths of the files of every page that the search finds. */
export const searchedFiles = (): ReadonlyArray<string> => [...searched().keys()]

// VitePress sends these functions to the browser as source text, so they can't refer to anything outside
const options = {
  fields: ["title", "titles", "keywords", "text"],
  // indexes each part of a code such as `TEAM_NOT_FOUND`, and the complete code
  tokenize: (
    text: string
  ) => [...text.split(/[^\p{L}\p{N}]+/u), ...text.match(/[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/gu) ?? []],
  extractField: (section: { text: string } & Record<string, unknown>, field: string) => {
    const end = section.text.indexOf("\n")
    return field === "keywords"
      ? section.text.slice(0, end)
      : field === "text"
      ? section.text.slice(end)
      : section[field]
  }
}

const searchOptions = {
  tokenize: (text: string) => text.split(/[^\p{L}\p{N}_]+/u),
  fuzzy: (term: string) => term.length > 7 ? 0.15 : false,
  prefix: (term: string) => term.length > 2,
  weights: { fuzzy: 0.2, prefix: 0.5 },
  boost: { title: 4, keywords: 6, titles: 1.5, text: 1 },
  // quick starts and guides come before the reference, and the pages for maintainers come last
  boostDocument: (id: string, _term: string, { titles = [] }: { titles?: ReadonlyArray<string> } = {}) => {
    const [, , folder = ""] = id.split("/")
    const weight = { start: 1.5, guides: 1.6, concepts: 1.4, reference: 0.5, errors: 0.5 }[folder] ?? 0.25
    return titles.length === 0 ? weight * 1.3 : weight
  }
}

export const search = {
  provider: "local",
  options: {
    detailedView: false,
    _render: () => "",
    miniSearch: { options, searchOptions, _splitIntoSections: sectionsIn }
  }
} as const
