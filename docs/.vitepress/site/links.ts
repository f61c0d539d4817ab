/** Checks the links of the built site, and the repository's links to the site. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { repository, site } from "./addresses.ts"
import { anchorOf } from "./anchorOf.ts"
import { root } from "./pages.ts"

const base = new URL(site).pathname

/** Matches the links of a page to pages, headings and files. */
const named = /<(?:a|link|img|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g

const decoded = (text: string): string => decodeURIComponent(text.replaceAll("&amp;", "&"))

const linksOf = (page: string): ReadonlyArray<string> => [...page.matchAll(named)].map(([, href]) => decoded(href!))

const idsOf = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/<[a-z][^>]*?\sid="([^"]*)"/g)].map(([, id]) => decoded(id!)))

const inRepository = new RegExp(`^${repository}/(?:blob|tree)/main/([^#]*)(?:#(.*))?$`)

/** Returns the repository's own pages with their links. */
const repositoryPages = () =>
  readdirSync(root).filter((file) => file.endsWith(".md")).map((file) => ({
    file,
    links: [...readFileSync(path.join(root, file), "utf8").matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map((
      [, link, source]
    ) => link ?? source!)
  }))

/** Returns the dead links, each with the page that contains it. */
export const deadLinks = (dist: string): ReadonlyArray<string> => {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => file.split(path.sep).join("/"))
  const known = new Set(files)
  const pages = new Map(
    files.filter((file) => file.endsWith(".html")).map((file) => [file, readFileSync(path.join(dist, file), "utf8")])
  )
  const ids = new Map([...pages].map(([file, page]) => [file, idsOf(page)]))

  const fileOf = (pathname: string): string | undefined =>
    [pathname, `${pathname}.html`, `${pathname}index.html`].find((file) => known.has(file))

  const leads = (from: string, link: string): boolean => {
    const [, file, part] = inRepository.exec(link) ?? []
    if (file !== undefined) {
      const target = path.join(root, file)
      return existsSync(target) && (part === undefined || !file.endsWith(".md") || headingsOf(target).has(part))
    }
    const url = new URL(link, new URL(from, site))
    if (url.origin !== new URL(site).origin) return !/^(?:\.|\/)/.test(link)
    if (!url.pathname.startsWith(base)) return false
    const target = fileOf(decoded(url.pathname).slice(base.length))
    const anchor = decoded(url.hash.slice(1))
    return target !== undefined && (anchor === "" || ids.get(target)?.has(anchor) === true)
  }

  return [
    ...[...pages].flatMap(([file, page]) =>
      [...new Set(linksOf(page))].filter((link) => !leads(file.replace(/(?:index)?\.html$/, ""), link))
        .map((link) => `${file}: ${link}`)
    ),
    ...repositoryPages().flatMap(({ file, links }) =>
      links.filter((link) => link.startsWith(site) && !leads("", link)).map((link) => `${file}: ${link}`)
    )
  ]
}

const headingsOf = (file: string): ReadonlySet<string> =>
  new Set([...readFileSync(file, "utf8").matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading!)))
