/** Groups of guides: the headings and links of `guides/index.md`. */
import type { WrittenPage } from "./pages.ts"

const indexFile = "guides/index.md"

/** A heading of the index of guides, with the files of its links. */
export interface GuideGroup {
  readonly title: string
  readonly files: ReadonlyArray<string>
}

/** Matches a line of the index: a link to a guide. */
const entry = /^- \[(.+)\]\(([\w-]+\.md)\)$/gm

/** Returns the groups of guides in the order of the index. */
export const guideGroups = (pages: ReadonlyArray<WrittenPage>): ReadonlyArray<GuideGroup> => {
  const index = pages.find(({ file }) => file === indexFile)?.text ?? ""
  return index.split(/^## /m).slice(1).map((section) => ({
    title: section.split("\n", 1)[0]!,
    files: [...section.matchAll(entry)].map(([, , file]) => `guides/${file}`)
  }))
}

/** Adds the description of each guide to the index. Returns other pages unchanged. */
export const withSentences = (file: string, text: string, pages: ReadonlyArray<WrittenPage>): string =>
  file !== indexFile
    ? text
    : text.replace(entry, (line, _, guide: string) => {
      const description = pages.find(({ file }) => file === `guides/${guide}`)?.description
      return description === undefined ? line : `${line}  \n  ${description}`
    })
