/** Adds the provider to an app with React. */
import {
  addedImports,
  around,
  contentOf,
  elementsOf,
  imports,
  isInAttribute,
  keepsStatements,
  type Module,
  moduleOf,
  type Node,
  parentsOf,
  wordsIn
} from "../source/index.ts"
import type { Edit } from "./place.ts"

/** Puts an element around a range, and adds imports; `undefined` if the result isn't as planned. */
const wrapped = (
  module: Module,
  range: { readonly start: number; readonly end: number },
  name: string,
  lines: ReadonlyArray<string>
): Edit | undefined => {
  if (wordsIn(module).has(name)) return undefined
  const insertions = [addedImports(module, lines, 0), ...around(module, range, name)]
  return keepsStatements(module, insertions) ? { state: "edited", insertions } : undefined
}

/** Returns the only element that renders the whole app: `<App />`, or the provider of a router. */
const appIn = (module: Module, hasRouter: boolean): Node | undefined => {
  const apps = elementsOf(module, "App")
  const [app] = apps
  const isPlain = app?.["openingElement"].attributes.length === 0 && contentOf(app).length === 0
  if (app !== undefined) return apps.length === 1 && isPlain ? app : undefined
  const routers = hasRouter ? elementsOf(module, "RouterProvider") : []
  return routers.length === 1 ? routers[0] : undefined
}

const isRouter = (node: Node): boolean =>
  node.type === "JSXElement" && /^(?:Browser|Hash)Router$/.test(node["openingElement"].name.name ?? "")

/** Whether a module renders its app inside a router. */
export const isInRouter = (path: string, source: string): boolean => {
  const module = moduleOf(path, source)
  const app = module === undefined ? undefined : appIn(module, false)
  return module !== undefined && app !== undefined && parentsOf(module, app).some(isRouter)
}

/** Puts the provider around the app in the module that renders it. */
export const aroundApp = (
  { from, hasRouter, own, path }: {
    readonly path: string
    /** Path of the import. */
    readonly from: string
    /** Module that is imported. */
    readonly own: string
    readonly hasRouter: boolean
  },
  source: string,
  byHand: string
): Edit => {
  const module = moduleOf(path, source)
  if (module !== undefined && imports(module, "latchkey", own)) return { state: "done" }
  const app = module === undefined ? undefined : appIn(module, hasRouter)
  const edit = module === undefined || app === undefined || isInAttribute(module, app)
    ? undefined
    : wrapped(module, app, "Latchkey", [`import { Latchkey } from '${from}'`])
  return edit ?? { state: "unclear", text: byHand }
}

/** Whether a module renders the element `html`. */
export const rendersHtml = (module: Module): boolean => elementsOf(module, "html").length > 0

const isClient = ({ program }: Module): boolean =>
  (program["directives"] as ReadonlyArray<Node>).some((directive) => directive["value"].value === "use client")

/** Whether a node shows the children of a layout. */
const showsChildren = (node: Node): boolean =>
  node.type === "JSXExpressionContainer"
  && (node["expression"].name === "children" || node["expression"].property?.name === "children")

/** Puts the provider around everything in the `body` of a root layout of Next.js. */
export const aroundBody = (
  { from, own, path }: { readonly path: string; readonly from: string; readonly own: string },
  source: string,
  byHand: string
): Edit => {
  const module = moduleOf(path, source)
  if (module === undefined) return { state: "unclear", text: byHand }
  if (imports(module, "latchkey", own)) return { state: "done" }
  const [body, ...more] = elementsOf(module, "body")
  const content = body === undefined ? [] : contentOf(body)
  const shown = module.nodes.filter(showsChildren)
  const isShown = shown.length === 1 && body !== undefined && parentsOf(module, shown[0]!).includes(body)
  const first = content[0]
  if (isClient(module)) {
    const why = "// without 'use client': the provider reads the session on the server"
    return { state: "unclear", text: `${why}\n${byHand}` }
  }
  const edit = first === undefined || more.length > 0 || !isShown
    ? undefined
    : wrapped(module, { start: first.start, end: content.at(-1)!.end }, "LatchkeyProvider", [
      "import 'latchkey/react/screens.css'",
      `import { LatchkeyProvider } from '${from}'`
    ])
  return edit ?? { state: "unclear", text: byHand }
}
