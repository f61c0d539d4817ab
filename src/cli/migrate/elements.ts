/** Elements of the platform's components. */
import { isIdentifier, lineStartsIn, type Module, type Node, type Replacement } from "../source/index.ts"
import { type App, type Imported, type Imports, type Reached, sourceFor } from "./apps.ts"
import type { Draft } from "./draft.ts"
import { exported } from "./names.ts"
import { usesOf } from "./references.ts"

/** Attributes that a component takes under the same name. Elements with other attributes are listed. */
const attributes: { readonly [component: string]: ReadonlyArray<string> } = {
  UserButton: ["showUserInfo", "extraItems"],
  UserAvatar: ["user", "size"],
  SelectedTeamSwitcher: ["urlMap", "noUpdateSelectedTeam", "allowNull", "nullLabel", "onChange"],
  TeamSwitcher: ["teamId", "allowNull", "nullLabel", "onChange"],
  AccountSettings: ["fullPage", "extraItems"]
}

const styleSheet = "latchkey/react/screens.css"

const attributesOf = (element: Node): ReadonlyArray<Node> => element["openingElement"].attributes

const nameOf = (attribute: Node): string => attribute["name"]?.name ?? "…"

const attributeOf = (element: Node, name: string): Node | undefined =>
  attributesOf(element).find((attribute) => attribute.type === "JSXAttribute" && nameOf(attribute) === name)

const expressionIn = (attribute: Node | undefined): Node | undefined =>
  attribute?.["value"]?.type === "JSXExpressionContainer" ? attribute["value"].expression : undefined

/** Renames both tags of an element. */
const renamed = (element: Node, to: string): ReadonlyArray<Replacement> =>
  [element["openingElement"], element["closingElement"]].flatMap((tag: Node | null) =>
    tag === null ? [] : [{ start: tag["name"].start, end: tag["name"].end, text: to }]
  )

/** Removes an attribute with the white space before it. */
const withoutAttribute = ({ text }: Module, { end, start }: Node): Replacement => {
  let from = start
  while (/\s/.test(text[from - 1] ?? "")) from--
  return { start: from, end, text: "" }
}

/** Facts about the project that are needed to rewrite elements. */
export interface Apps {
  readonly reached: ReadonlyArray<Reached>
  /** The app object of a Next.js app, which has its provider and handler. */
  readonly next: App | undefined
  readonly imports: Imports
}

/** Returns the name of the Next.js app object in a module. Imports the object if necessary. */
const nextIn = (draft: Draft, { imports, next, reached }: Apps): string | undefined => {
  if (next === undefined) return undefined
  const own = reached.find(({ app }) => app === next)
  if (own !== undefined) return own.local
  return next.exportedAs === undefined || next.exportedAs === "default"
    ? undefined
    : draft.need(next.exportedAs, sourceFor(imports, draft.module, next.module))
}

const otherAttribute = (element: Node, known: ReadonlyArray<string>): string | undefined =>
  attributesOf(element).map(nameOf).find((name) => !known.includes(name))

/** Whether an element has only these attributes. Otherwise, lists the element. */
const hasOnly = (draft: Draft, element: Node, row: string, known: ReadonlyArray<string>): boolean => {
  const other = otherAttribute(element, known)
  if (other !== undefined) draft.leave(element, row, `The property ${other} is not carried over.`)
  return other === undefined
}

const rewriteProvider = (draft: Draft, element: Node, apps: Apps): void => {
  if (!hasOnly(draft, element, "StackProvider", ["app"])) return
  const app = attributeOf(element, "app")
  const given = expressionIn(app)
  const next = nextIn(draft, apps)
  const isClient = apps.reached.some(({ app, local }) => app.kind === "client" && isIdentifier(given, local))
  if (next !== undefined) {
    draft.change(element, "StackProvider", [
      ...renamed(element, `${next}.LatchkeyProvider`),
      ...(app === undefined ? [] : [withoutAttribute(draft.module, app)])
    ])
  } else if (app !== undefined && isClient) {
    draft.change(element, "StackProvider", [
      ...renamed(element, draft.need("LatchkeyProvider", "latchkey/react")),
      { start: app["name"].start, end: app["name"].end, text: "client" }
    ])
  } else return draft.leave(element, "StackProvider", "The client of the property app isn't known here.")
  draft.need("", styleSheet, "")
}

const rewriteHandler = (draft: Draft, element: Node, apps: Apps): void => {
  const { module } = draft
  if (!hasOnly(draft, element, "StackHandler", ["app", "fullPage", "location", "routeProps"])) return
  const dropped = (names: ReadonlyArray<string>) =>
    names.flatMap((name) => attributeOf(element, name) ?? []).map((attribute) => withoutAttribute(module, attribute))
  const location = attributeOf(element, "location")
  const routeProps = attributeOf(element, "routeProps")
  const given = expressionIn(routeProps)
  if (routeProps !== undefined && given !== undefined) {
    const next = nextIn(draft, apps)
    if (next === undefined) return draft.leave(element, "StackHandler", "The app object of Next.js isn't known here.")
    const spread = `{...${module.text.slice(given.start, given.end)}}`
    return void draft.change(element, "StackHandler", [
      ...renamed(element, `${next}.LatchkeyHandler`),
      ...dropped(["app", "fullPage"]),
      { start: routeProps.start, end: routeProps.end, text: spread }
    ])
  }
  if (apps.next !== undefined) return draft.leave(element, "StackHandler", "Pass the props of the page: {...props}.")
  const tag: Node = element["openingElement"].name
  draft.change(element, "StackHandler", [
    ...renamed(element, draft.need("LatchkeyHandler", "latchkey/react/screens")),
    ...dropped(["app"]),
    ...(location === undefined ? [] : [{ start: location["name"].start, end: location["name"].end, text: "path" }]),
    ...(attributeOf(element, "fullPage") === undefined
      ? [{ start: tag.end, end: tag.end, text: " fullPage={false}" }]
      : [])
  ])
}

/** Removes the theme around its children. */
const rewriteTheme = (draft: Draft, element: Node): void => {
  const { module } = draft
  if (!hasOnly(draft, element, "StackTheme", [])) return
  const [open, close]: ReadonlyArray<Node | null> = [element["openingElement"], element["closingElement"]]
  const isChild = /^JSX(?:Element|Fragment)$/.test(module.parentOf(element)?.type ?? "")
  if (open == null || close == null) return draft.leave(element, "StackTheme", "The element has no children.")
  draft.change(
    element,
    "StackTheme",
    isChild
      ? [wholeLine(module, open), wholeLine(module, close), ...unindented(module, open, close)]
      : [{ start: open.start, end: open.end, text: "<>" }, { start: close.start, end: close.end, text: "</>" }]
  )
}

/** Moves the lines between two tags to the indentation of the tags, if each tag is alone on its line. */
const unindented = (module: Module, open: Node, close: Node): ReadonlyArray<Replacement> => {
  const { text } = module
  const [first, last] = [wholeLine(module, open), wholeLine(module, close)]
  const starts = lineStartsIn(module, open.end, close.start)?.slice(0, -1) ?? []
  const [outer, inner] = [first, { start: first.end }].map(({ start }) => /^[ \t]*/.exec(text.slice(start))![0])
  const isAlone = first.start < open.start && last.start < close.start
  const isDeeper = inner!.length > outer!.length && inner!.startsWith(outer!)
  if (
    !isAlone || !isDeeper ||
    !starts.every((start) => /^\s*[\r\n]/.test(text.slice(start)) || text.startsWith(inner!, start))
  ) {
    return []
  }
  return starts.filter((start) => text.startsWith(inner!, start)).map((start) => ({
    start,
    end: start + inner!.length - outer!.length,
    text: ""
  }))
}

/** Removes a tag, and its whole line if nothing else is on the line. */
const wholeLine = ({ text }: Module, { end, start }: Node): Replacement => {
  let [from, to] = [start, end]
  while (text[from - 1] === " " || text[from - 1] === "\t") from--
  const isAlone = /[\r\n]/.test(text[from - 1] ?? "") && /^[ \t]*(?:\r?\n|\r)/.test(text.slice(to))
  if (!isAlone) return { start, end, text: "" }
  to += /^[ \t]*(?:\r?\n|\r)/.exec(text.slice(to))![0].length
  return { start: from, end: to, text: "" }
}

const rewriters: { readonly [component: string]: (draft: Draft, element: Node, apps: Apps) => void } = {
  StackProvider: rewriteProvider,
  StackHandler: rewriteHandler,
  StackTheme: rewriteTheme
}

const attributesFor = (name: string): ReadonlyArray<string> => attributes[name] ?? ["fullPage"]

/** Whether the module still needs the import of a component, because a use of the component stays. */
const stays = (module: Module, { name }: Imported, references: ReadonlyArray<Node>): boolean =>
  references.some((reference) => {
    const element = elementOf(module, reference)
    return element === undefined
      ? module.parentOf(reference)?.type !== "JSXClosingElement"
      : otherAttribute(element, attributesFor(name)) !== undefined
  })

const rewriteScreen = (
  draft: Draft,
  element: Node,
  imported: Imported,
  references: ReadonlyArray<Node>
): void => {
  const { isAliased, local, name } = imported
  const target = exported[name]
  if (target === undefined || !hasOnly(draft, element, name, attributesFor(name))) return
  const keeps = isAliased || target.to === name
  // two imports can't have the same name
  if (keeps && stays(draft.module, imported, references)) {
    return draft.leave(element, name, "Another use of the component stays, with the same name.")
  }
  const to = draft.need(target.to, target.from, keeps ? local : undefined)
  if (draft.change(element, name, to === local ? [] : renamed(element, to)) && to === local) {
    for (const tag of [element["openingElement"], element["closingElement"]] as ReadonlyArray<Node | null>) {
      if (tag !== null) draft.kept.add(tag["name"].start)
    }
  }
}

/** Returns the element that a node names, or `undefined` if the node isn't the name of an element. */
const elementOf = (module: Module, reference: Node): Node | undefined => {
  const tag = module.parentOf(reference)
  return tag?.type === "JSXOpeningElement" && tag["name"] === reference ? module.parentOf(tag) : undefined
}

/** Rewrites the elements of all components that a module imports. */
export const rewriteElements = (draft: Draft, names: ReadonlyArray<Imported>, apps: Apps): void => {
  for (const imported of names) {
    const { bindings, references } = usesOf(draft.module, imported.local)
    if (bindings.length > 0) continue
    for (const reference of references) {
      const element = elementOf(draft.module, reference)
      if (element === undefined) continue
      const rewrite = rewriters[imported.name]
      if (rewrite !== undefined) rewrite(draft, element, apps)
      else rewriteScreen(draft, element, imported, references)
    }
  }
}
