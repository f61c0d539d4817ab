/** The handwritten pages. Their folder and front matter determine their place in the site. */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

export const docs = fileURLToPath(new URL("../../", import.meta.url))

export const root = path.resolve(docs, "..")

/** Titles of the site's sections in order, by folder. Pages in `docs/` itself belong to `book`. */
export const sections = {
  start: "Quick starts",
  concepts: "Concepts",
  guides: "Guides",
  book: "The maintainers' book"
} as const

export type Section = keyof typeof sections

export interface WrittenPage {
  /** Path relative to `docs/`, with slashes. */
  readonly file: string
  /** Path of the page on the site, without the base. */
  readonly link: string
  readonly section: Section
  readonly title: string
  readonly description: string | undefined
  /** Order of the page. `Infinity` for pages without `order`, which come last, sorted by title. */
  readonly order: number
  readonly text: string
}

/** Parses the lines `key: value` between two `---` lines at the top of a page. */
export const frontMatterOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "").matchAll(/^(\w+): *(.*)$/gm)].map(([line, key, value]) => {
      if (/^(?:[^"'].*: |`)/.test(value!)) {
        throw new Error(
          `This line of front matter begins with a backtick or contains a colon, and needs quotes: ${line}`
        )
      }
      return [key!, value!.replace(/^"(.*)"$/, "$1")]
    })
  )

export const isSection = (name: string): name is Section => name in sections

const read = (file: string): WrittenPage => {
  const text = readFileSync(path.join(docs, file), "utf8")
  const { section, title, description, order } = frontMatterOf(text)
  const folder = file.includes("/") ? file.split("/", 1)[0]! : section ?? "book"
  if (!isSection(folder)) {
    throw new Error(`docs/${file} is in no section. The sections are: ${Object.keys(sections).join(", ")}`)
  }
  return {
    file,
    link: `/${file.replace(/\.md$/, "").replace(/(^|\/)index$/, "$1")}`,
    section: folder,
    title: title ?? /^# (.+)$/m.exec(text)?.[1] ?? file,
    description,
    order: order === undefined ? Infinity : Number(order),
    text
  }
}

/** Returns every page of `docs/` except the front page and generated pages. */
export const writtenPages = (): ReadonlyArray<WrittenPage> =>
  readdirSync(docs, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) =>
      file.endsWith(".md") && file !== "index.md" && !/(?:^|\/)\.|^public\/|\[/.test(file)
      && !/^(?:reference|errors)\//.test(file)
    )
    .map(read)
    .sort((a, b) => a.order === b.order ? a.title.localeCompare(b.title, "en") : a.order - b.order)
