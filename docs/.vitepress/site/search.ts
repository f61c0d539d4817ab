/** Adds the generated pages to the search. VitePress itself indexes only files, and generated pages have none. */
import * as path from "node:path"
import type { DefaultTheme } from "vitepress"
import { anchorOf } from "./markdown.ts"
import { docs } from "./pages.ts"
import { foldersOf, readGenerated } from "./reference/read.ts"

interface Section {
  readonly anchor: string
  readonly titles: Array<string>
  readonly text: string
}

/** Returns only the sentences of a page. Signatures and tables would match almost every search. */
const sentencesOf = (markdown: string): string =>
  markdown.replace(/```[\s\S]*?```/g, "").replace(/^(?:\|.*|:::.*|\[Source\].*)$/gm, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`>#*]/g, "").replace(/\s+/g, " ").trim()

function* sectionsOf(title: string, content: string): Generator<Section> {
  const used = new Set<string>()
  for (const part of content.split(/^(?=#{1,3} )/m)) {
    const heading = /^#{1,3} (.+)\n?/.exec(part)
    if (heading === null) continue
    const base = anchorOf(heading[1]!)
    let anchor = base
    for (let count = 1; used.has(anchor); count++) anchor = `${base}-${count}`
    used.add(anchor)
    const titles = heading[1] === title ? [title] : [title, heading[1]!]
    yield { anchor, titles, text: sentencesOf(part.slice(heading[0].length)) }
  }
}

const generated = new Map(
  foldersOf(readGenerated()).flatMap(([folder, pages]) =>
    pages.map(({ content, name, title }) => [path.join(docs, folder, `${name}.md`), { title, content }] as const)
  )
)

export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    detailedView: false,
    miniSearch: {
      // `undefined` selects VitePress's own implementation
      _splitIntoSections: ((file: string) => {
        const page = generated.get(file)
        return page && sectionsOf(page.title, page.content)
      }) as never,
      searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, titles: 2, text: 1 } }
    }
  }
}
