/** The sidebars of the site. They contain every handwritten and every generated page. */
import type { DefaultTheme } from "vitepress"
import { guideGroups } from "./guides.ts"
import { breakable } from "./markdown.ts"
import { type Section, sections, type WrittenPage } from "./pages.ts"
import type { GeneratedPage } from "./reference/generatedPage.ts"
import type { Generated } from "./reference/read.ts"

type Item = DefaultTheme.SidebarItem

const linkOf = ({ link, title }: WrittenPage): Item => ({ text: title, link })

/** Returns the guides in the groups of their index. VitePress opens the group of the page that is shown. */
const guidesOf = (pages: ReadonlyArray<WrittenPage>): ReadonlyArray<Item> => {
  const groups = guideGroups(pages)
  const grouped = new Set(groups.flatMap(({ files }) => files))
  return [
    ...pages.filter(({ file }) => !grouped.has(file)).map(linkOf),
    ...groups.map(({ files, title }) => ({
      text: title,
      collapsed: true,
      items: files.flatMap((file) => pages.filter((page) => page.file === file).map(linkOf))
    }))
  ]
}

/** Returns a section, open if a page of the section is shown. */
const sectionOf = (section: Section, pages: ReadonlyArray<WrittenPage>, isOpen: boolean): Item => {
  const its = pages.filter((page) => page.section === section)
  return {
    text: sections[section],
    collapsed: !isOpen,
    items: section === "guides" ? [...guidesOf(its)] : its.map(linkOf)
  }
}

/** Returns every section of handwritten pages, with one of them open. */
const sectionsOf = (pages: ReadonlyArray<WrittenPage>, open: Section): Array<Item> =>
  (Object.keys(sections) as Array<Section>).map((section) => sectionOf(section, pages, section === open))
    .filter(({ items }) => items?.length !== 0)

const groupsOf = (pages: ReadonlyArray<GeneratedPage>, folder: keyof Generated): Array<Item> =>
  [...new Set(pages.map(({ group }) => group))].map((group) => ({
    text: group,
    items: pages.filter((page) => page.group === group)
      .map(({ name, title }) => ({ text: breakable(title), link: `/${folder}/${name === "index" ? "" : name}` }))
  }))

/** Links the title of a group to its first page, and lists the other pages below the title. */
const folded = ({ items = [], text }: Item): Item => {
  const [first, ...rest] = items
  return { ...first, text: text!, ...(rest.length === 0 ? {} : { collapsed: true, items: rest }) }
}

const withoutItems = ({ items: [first] = [], text }: Item): Item => ({ ...first, text: text! })

export const sidebar = (pages: ReadonlyArray<WrittenPage>, generated: Generated): DefaultTheme.SidebarMulti => {
  const [front, ...reference] = groupsOf(generated.reference, "reference")
  const [endpointsFront, ...resources] = groupsOf(generated["reference/endpoints"], "reference/endpoints")
  const [errorsFront, ...errors] = groupsOf(generated.errors, "errors")
  const settings = reference.filter(({ text }) => text === "Settings")
  const endpoints: Item = { ...endpointsFront?.items?.[0], text: "Endpoints" }
  // Sidebars by path, one per resource, because each page contains its whole sidebar. The longest path comes first,
  // because VitePress uses the first path with which the address begins.
  const ofResources = resources.map((resource) => [resource.items![0]!.link!, resource] as const)
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([link, resource]) => [
      link,
      [{ ...endpoints, items: [{ ...folded(resource), collapsed: false }] }]
    ])
  return {
    ...Object.fromEntries(ofResources),
    "/reference/endpoints/": [{ ...endpoints, items: resources.map(withoutItems) }],
    "/reference/": [
      { ...front?.items?.[0], text: "Reference" },
      { text: "Entries", items: reference.filter((group) => !settings.includes(group)).map(folded) },
      ...settings,
      endpoints
    ],
    "/errors/": [
      { ...errorsFront?.items?.[0], text: "Errors" },
      ...errors.map((group) => ({ ...group, collapsed: true }))
    ],
    "/guides/": sectionsOf(pages, "guides"),
    "/concepts/": sectionsOf(pages, "concepts"),
    "/": sectionsOf(pages, "start")
  }
}
