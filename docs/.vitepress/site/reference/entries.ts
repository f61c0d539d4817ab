/** Generates a reference page for each entry and each of its namespaces. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import type { ts } from "ts-morph"
import { anchorOf } from "../anchorOf.ts"
import { root } from "../pages.ts"
import type { Export, Kind, Printer } from "./exports.ts"
import type { GeneratedPage } from "./generatedPage.ts"
import { type Entry, sourceOf } from "./program.ts"
import { purposes } from "./purposes.ts"
import { cell, code, firstSentence, proseOf, table } from "./words.ts"

const headings: { readonly [K in Kind]: string } = {
  component: "Components",
  hook: "Hooks",
  function: "Functions",
  service: "Services",
  value: "Values",
  namespace: "Namespaces",
  type: "Types",
  error: "Errors"
}

const kinds = Object.keys(headings) as ReadonlyArray<Kind>

/** Entries in order of precedence. If several entries export a name, the first one documents it. */
const order = ["latchkey", "latchkey/promise", "latchkey/react", "latchkey/react/screens", "latchkey/react/parts"]

const inOrder = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
  entries.toSorted((a, b) => place(a.name) - place(b.name))

const place = (name: string): number => order.includes(name) ? order.indexOf(name) : order.length

/** Returns a part of an address: `react-parts` for `latchkey/react/parts`, `latchkey-sign-in` for `signIn` of `latchkey`. */
export const slugOf = (...names: ReadonlyArray<string>): string =>
  names.join("-").replace(/^latchkey\//, "").replaceAll("/", "-")
    .replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase()

/** Returns the doc comment at the head of a module. The compiler drops some of these from declarations. */
const moduleComment = (module: ts.SourceFile): string => {
  const source = sourceOf(module)
  const code = source === undefined ? module.text : readFileSync(path.join(root, source), "utf8")
  const text = /^\/\*\*([\s\S]*?)\*\//.exec(code)?.[1] ?? ""
  return proseOf(text.split("\n").map((line) => line.replace(/^\s*\* ?/, "")).join("\n").trim())
}

interface Page {
  readonly slug: string
  readonly title: string
  readonly entry: Entry
  readonly module: ts.SourceFile
  readonly own: ReadonlyArray<Export>
  readonly elsewhere: ReadonlyArray<Export>
  readonly namespaces: ReadonlyArray<{ readonly name: string; readonly link: string; readonly about: string }>
}

/** Links to the pages of errors and endpoints. */
export interface Others {
  readonly errorLink: (tag: string) => string | undefined
  readonly resourceLink: (source: string) => string | undefined
}

export const entryPages = (
  entries: ReadonlyArray<Entry>,
  print: Printer,
  { errorLink, resourceLink }: Others
): EntryPages => {
  const owners = new Map<string, string>()
  const contract = new Set(
    entries.filter(({ name }) => name === "latchkey/schemas").flatMap(({ module }) => print.exportsOf(module))
      .map(({ identity }) => identity)
  )
  const slugs = new Set<string>()

  const pagesOf = (entry: Entry, module: ts.SourceFile, names: ReadonlyArray<string>): ReadonlyArray<Page> => {
    const free = slugOf(entry.name, ...names)
    // `Admin` has the layers of the access level, and `admin` has its flows
    const slug = slugs.has(free) ? `${free}-flows` : free
    slugs.add(slug)
    const all = print.exportsOf(module)
    const below: Array<Page> = []
    const namespaces = all.filter(({ kind }) => kind === "namespace").map(({ declaration, name }) => {
      const source = sourceOf(declaration) ?? ""
      const about = firstSentence(moduleComment(declaration as ts.SourceFile))
      const endpoints = resourceLink(source)
      if (endpoints !== undefined) return { name, link: endpoints, about }
      const known = owners.get(source)
      if (known !== undefined) return { name, link: `/reference/${known}`, about }
      const pages = pagesOf(entry, declaration as ts.SourceFile, [...names, name])
      owners.set(source, pages[0]!.slug)
      below.push(...pages)
      return { name, link: `/reference/${pages[0]!.slug}`, about }
    })
    const rest = all.filter(({ kind }) => kind !== "namespace")
    const isOwn = ({ identity, kind, name }: Export) =>
      !owners.has(identity) && !(kind === "error" && errorLink(name) !== undefined)
      && (entry.name === "latchkey/schemas" || !contract.has(identity))
    const own = rest.filter(isOwn)
    for (const { identity } of own) owners.set(identity, slug)
    const title = names.length === 0 ? entry.name : names.join(".")
    return [
      { slug, title, entry, module, own, elsewhere: rest.filter((each) => !own.includes(each)), namespaces },
      ...below
    ]
  }

  const pages = inOrder(entries).flatMap((entry) => pagesOf(entry, entry.module, []))
  const links = new Map(pages.flatMap((page) => anchorsOf(page)))
  const linkOf = (exported: Export) =>
    links.get(exported.identity) ?? (exported.kind === "error" ? errorLink(exported.name) : undefined)

  const flows = new Map(
    pages.filter(({ entry }) => entry.name === "latchkey").flatMap(({ entry, own, title }) =>
      own.map(({ identity, name }) => [title === entry.name ? name : `${title}.${name}`, links.get(identity)!] as const)
    )
  )
  return {
    pages: pages.map((page) => ({
      name: page.slug,
      title: page.title,
      description: descriptionOf(page),
      group: page.entry.name,
      content: contentOf(page, print, linkOf)
    })),
    flowLink: (name) => flows.get(name) ?? flows.get(name.replace(/^\w+\.(\w+)$/, "$1")),
    typeLink: (identity) => links.get(identity)
  }
}

export interface EntryPages {
  readonly pages: ReadonlyArray<GeneratedPage>
  /** Returns the link to the documentation of a function of `latchkey`, such as `signIn.withPassword`. */
  readonly flowLink: (name: string) => string | undefined
  readonly typeLink: (identity: string) => string | undefined
}

const sectionsOf = ({ own }: Page) =>
  kinds.flatMap((kind) => {
    const these = own.filter((each) => each.kind === kind).toSorted((a, b) => a.name.localeCompare(b.name, "en"))
    return these.length === 0 ? [] : [{ kind, these }]
  })

/** Returns anchors in the same way as the site: a repeated anchor gets a number. */
const anchorsOf = (page: Page): ReadonlyArray<readonly [identity: string, link: string]> => {
  const used = new Set<string>([anchorOf(page.title)])
  const unique = (heading: string) => {
    const base = anchorOf(heading)
    let anchor = base
    for (let count = 1; used.has(anchor); count++) anchor = `${base}-${count}`
    used.add(anchor)
    return anchor
  }
  if (page.namespaces.length > 0) unique(headings.namespace)
  return sectionsOf(page).flatMap(({ kind, these }) => {
    unique(headings[kind])
    return these.map(({ identity, name }) => [identity, `/reference/${page.slug}#${unique(name)}`] as const)
  })
}

const descriptionOf = ({ entry, module, title }: Page): string => {
  if (title !== entry.name) return summaryOf(module) || `Exports of ${title} in ${entry.name}.`
  const purpose = purposes[title]
  if (purpose === undefined) throw new Error(`purposes.ts has no sentence for ${title}`)
  return purpose
}

const summaryOf = (module: ts.SourceFile): string =>
  firstSentence(moduleComment(module)).replace(/\s*\n\s*/g, " ").replace(/[`[\]]|\([^)]*\)/g, "")

const importOf = (page: Page): string => {
  const { entry, title } = page
  const name = title === entry.name
    ? sectionsOf(page)[0]?.these.find(({ kind }) => kind !== "type")?.name
    : title.split(".")[0]
  return name === undefined ? "" : `\`\`\`ts\nimport { ${name} } from "${entry.name}"\n\`\`\``
}

const contentOf = (page: Page, print: Printer, linkOf: (exported: Export) => string | undefined): string => {
  const elsewhere = page.elsewhere.flatMap((each) => {
    const link = linkOf(each)
    return link === undefined ? [] : [`[${code(each.name)}](${link})`]
  })
  return [
    `# ${page.title}`,
    moduleComment(page.module),
    importOf(page),
    page.namespaces.length === 0
      ? ""
      : `## Namespaces\n\n${
        table(["Name", ""], page.namespaces.map(({ about, link, name }) => [`[${code(name)}](${link})`, about]))
      }`,
    ...sectionsOf(page).flatMap(({ kind, these }) => [
      `## ${headings[kind]}`,
      ...these.map((each) => `### ${each.name}\n\n${print.bodyOf(each)}`)
    ]),
    elsewhere.length === 0 ? "" : `## Documented elsewhere\n\n${cell(elsewhere.join(", "))}`
  ].filter(Boolean).join("\n\n")
}
