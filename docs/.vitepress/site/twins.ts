/** Writes the site as plain markdown for language models: a `.md` for each page, `llms.txt` and `llms-full.txt`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import manifest from "../../../package.json" with { type: "json" }
import { site } from "./addresses.ts"
import { withFacts } from "./facts.ts"
import { withSentences } from "./guides.ts"
import { withTestsOfLaws } from "./laws.ts"
import { hrefOf } from "./markdown.ts"
import { docs, sections, writtenPages } from "./pages.ts"
import { foldersOf, type Generated, readGenerated } from "./reference/read.ts"
import { withoutSandboxes } from "./sandboxes.ts"

interface Twin {
  /** Path relative to the site's base, without `.md`. */
  readonly address: string
  readonly part: string
  readonly title: string
  readonly description: string
  readonly text: string
}

const addressOf = (link: string): string => link.slice(1).replace(/(^|\/)$/, "$1index")

/** Makes a link absolute. A link to a page of the site leads to its markdown twin. */
const absolute = (file: string, href: string): string => {
  const [to, anchor] = hrefOf(file, href).split("#") as [string, string | undefined]
  if (/^[a-z]+:/.test(to) || to === "" || /^\/.*\.\w{3,4}$/.test(to)) return `${to.replace(/^\//, site)}${hash(anchor)}`
  const page = to.startsWith("/") ? to : path.posix.join("/", path.posix.dirname(file), to)
  return `${site}${addressOf(page.replace(/\.md$/, ""))}.md${hash(anchor)}`
}

const hash = (anchor: string | undefined): string => anchor === undefined ? "" : `#${anchor}`

/** Makes the links of a text absolute, except in code. */
const withLinks = (file: string, text: string): string =>
  text.split(/(^```[\s\S]*?^```$)/m).map((part, at) =>
    at % 2 === 1 ? part : part.replace(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${absolute(file, href)})`)
  ).join("")

const withoutMarks = (text: string): string =>
  withoutSandboxes(text).replace(/^---\n[\s\S]*?\n---\n+/, "").replace(/<!-- .*? -->\n+/g, "")

const parts: { readonly [Folder in keyof Generated]: string } = {
  reference: "Reference",
  "reference/endpoints": "Endpoints",
  errors: "Errors"
}

const twins = (written = writtenPages()): ReadonlyArray<Twin> => [
  ...written.map(({ description = "", file, link, section, text, title }) => ({
    address: addressOf(link),
    part: sections[section],
    title,
    description,
    text: withLinks(file, withSentences(file, withFacts(withoutMarks(withTestsOfLaws(file, text)), text), written))
  })),
  ...foldersOf(readGenerated()).flatMap(([folder, pages]) =>
    pages.map(({ content, description, name, title }) => ({
      address: `${folder}/${name}`,
      part: parts[folder],
      title,
      description,
      text: withLinks(`${folder}/${name}.md`, content)
    }))
  )
]

const partsOf = (all: ReadonlyArray<Twin>) =>
  [...new Set(all.map(({ part }) => part))].map((name) => [name, all.filter(({ part }) => part === name)] as const)

const listOf = (all: ReadonlyArray<Twin>): string =>
  partsOf(all).map(([name, these]) =>
    `## ${name}\n\n${
      these.map(({ address, description, title }) => `- [${title}](${site}${address}.md): ${description}`).join("\n")
    }`
  ).join("\n\n")

export const writeTwins = (dist: string): void => {
  const all = twins()
  const home = `# Latchkey\n\n> ${manifest.description}\n\n`
  const agents = readFileSync(path.join(docs, "../AGENTS.md"), "utf8").replace(/^# .*\n+/, "")
  for (const { address, text } of all) {
    mkdirSync(path.dirname(path.join(dist, address)), { recursive: true })
    writeFileSync(path.join(dist, `${address}.md`), `${text.trim()}\n`)
  }
  // `llms-full.txt` lacks the pages for maintainers. It also lacks endpoints and errors, which readers look up by name.
  const read = all.filter(({ part }) => part !== sections.book && part !== "Endpoints" && part !== "Errors")
  writeFileSync(path.join(dist, "index.md"), `${home}${listOf(read)}\n`)
  writeFileSync(
    path.join(dist, "llms.txt"),
    `${home}Every page of the site is also available as markdown: append \`.md\` to its address. All guides are in ${site}llms-full.txt.\n\n`
      + `${withLinks("../AGENTS.md", agents).replace(/^## /gm, "### ").trim()}\n\n${listOf(all)}\n`
  )
  writeFileSync(
    path.join(dist, "llms-full.txt"),
    `${home}${read.map(({ address, text }) => `<!-- ${site}${address} -->\n\n${text.trim()}`).join("\n\n")}\n`
  )
}
