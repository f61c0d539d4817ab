/** Next.js: the App Router, with or without `pages`. */
import { readdirSync } from "node:fs"
import * as path from "node:path"
import { contentsOf, firstOf, hasOldNext, isFolder, isTaken } from "../project/index.ts"
import { imports, moduleOf } from "../source/index.ts"
import type { Edit, Kit, Place, Wanted } from "./place.ts"
import { aroundBody, rendersHtml } from "./reactEdits.ts"
import * as sources from "./sources.ts"
import { startOf } from "./start.ts"

const scripts = ["tsx", "ts", "jsx", "js"]
const modules = [...scripts, "mts", "mjs", "cts", "cjs"]

/** Returns the folder that contains `app` and `pages`. Next.js prefers the project's folder to `src`. */
const rootOf = (folder: string): "" | "src/" => {
  for (const name of ["app", "pages"]) {
    if (isTaken(folder, name)) return ""
    if (isTaken(folder, `src/${name}`)) return "src/"
  }
  return isTaken(folder, "src") ? "src/" : ""
}

/** Maximum number of folders to search. */
const most = 3000

/** Returns the files of the App Router, relative to the project's folder. Private folders have no routes. */
const routesIn = (folder: string, app: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const waiting = [app]
  for (let seen = 0; waiting.length > 0 && seen < most; seen++) {
    const at = waiting.shift()!
    if (!isFolder(folder, at)) continue
    for (const entry of readdirSync(path.join(folder, at), { withFileTypes: true })) {
      if (entry.isDirectory() && !/^(?:_|\.|node_modules$)/.test(entry.name)) waiting.push(`${at}/${entry.name}`)
      else if (entry.isFile()) found.push(`${at}/${entry.name}`)
    }
  }
  return found
}

const isNamed = (name: string) => (file: string): boolean =>
  RegExp(`^${name}\\.(?:${scripts.join("|")})$`).test(path.posix.basename(file))

/** A layout, and whether it renders `html`. `undefined`: it can't be parsed. */
interface Layout {
  readonly path: string
  readonly isRoot: boolean | undefined
}

const layoutsOf = (folder: string, files: ReadonlyArray<string>): ReadonlyArray<Layout> =>
  files.filter(isNamed("layout")).filter((file) => !/\/@[^/]+\//.test(file)).map((file) => {
    const text = contentsOf(folder, file)
    const module = text === undefined ? undefined : moduleOf(file, text)
    return { path: file, isRoot: module === undefined ? undefined : rendersHtml(module) }
  })

/** Returns the path from a file's folder to the module that the app imports. */
const from = (file: string, own: string): string => {
  const to = path.posix.relative(path.posix.dirname(file), own.replace(/\.\w+$/, ""))
  return to.startsWith(".") ? to : `./${to}`
}

interface Files {
  readonly place: Place
  /** Folder of the App Router. */
  readonly app: string
  /** Module that the app imports. */
  readonly own: string
  readonly layouts: ReadonlyArray<Layout>
  readonly routes: ReadonlyArray<string>
}

const layoutFile = ({ own, place: { isTyped } }: Files, file: string, isShown: boolean): Wanted => {
  const byHand = sources.nextLayout(isTyped, from(file, own))
  return {
    path: file,
    what: "provider and style sheet",
    text: byHand,
    needs: own,
    isShown,
    merged: (present) => aroundBody({ path: file, from: from(file, own), own }, present, byHand)
  }
}

const loadingFile = ({ place: { folder, isTyped } }: Files, at: string): Wanted => ({
  path: firstOf(folder, scripts.map((end) => `${at}/loading.${end}`)) ?? `${at}/loading.${isTyped ? "tsx" : "jsx"}`,
  what: "shown while a page loads",
  text: sources.nextLoading,
  merged: () => ({ state: "done" })
})

/**
 * The layouts that get the provider. If `app/layout` renders no `html`, or is missing while the folders below have
 * layouts, these layouts are the roots, and the screens get their own root. If no layout is known to render `html`,
 * nothing is written.
 */
const layoutFiles = (files: Files): ReadonlyArray<Wanted> => {
  const { app, layouts, place: { isTyped } } = files
  const extension = isTyped ? "tsx" : "jsx"
  const top = layouts.find((layout) => path.posix.dirname(layout.path) === app)
  const roots = layouts.filter(({ isRoot }) => isRoot === true)
  if (top === undefined && layouts.length === 0) {
    return [loadingFile(files, app), layoutFile(files, `${app}/layout.${extension}`, false)]
  }
  if (top !== undefined && (top.isRoot !== false || roots.length === 0)) {
    return [loadingFile(files, app), layoutFile(files, top.path, false)]
  }
  if (roots.length === 0) return [layoutFile(files, `${app}/layout.${extension}`, true)]
  const screens = `${app}/handler`
  const ownLayout = layouts.find(({ path: each }) => path.posix.dirname(each) === screens)
  return [
    loadingFile(files, screens),
    ...(ownLayout === undefined ? [layoutFile(files, `${screens}/layout.${extension}`, false)] : []),
    ...roots.flatMap(({ path: each }) => [
      ...(path.posix.dirname(each) === screens ? [] : [loadingFile(files, path.posix.dirname(each))]),
      layoutFile(files, each, false)
    ])
  ]
}

const handlerFile = ({ app, own, place: { folder, isTyped }, routes }: Files): Wanted => {
  const existing = routes.find((file) => isNamed("page")(file) && /\/handler\/\[{1,2}\.\.\.[^/]+\]{1,2}\//.test(file))
  const file = existing ?? `${app}/handler/[...latchkey]/page.${isTyped ? "ts" : "js"}`
  const text = sources.nextHandler(from(file, own))
  return {
    path: file,
    what: "every screen at /handler/*",
    text,
    needs: own,
    merged: (present) => doneOr(file, own, present, text),
    isShown: firstOf(folder, ["pages/handler", "src/pages/handler"]) !== undefined
  }
}

const doneOr = (file: string, own: string, present: string, text: string): Edit => {
  const module = moduleOf(file, present)
  return module !== undefined && imports(module, "latchkey", own) ? { state: "done" } : { state: "unclear", text }
}

/**
 * The file that refreshes sessions. Next.js allows either `proxy` or `middleware`, and can't build an app with both. An
 * existing one may be in the wrong folder, so both folders are searched.
 */
const proxyFile = ({ own, place: { folder, isTyped } }: Files, root: string, isOld: boolean): Wanted => {
  const names = ["proxy", "middleware"].flatMap((name) =>
    [root, root === "" ? "src/" : ""].flatMap((at) => modules.map((end) => `${at}${name}.${end}`))
  )
  const existing = firstOf(folder, names)
  const name = isOld ? "middleware" : "proxy"
  const file = existing ?? `${root}${name}.${isTyped ? "ts" : "js"}`
  const exported = path.posix.basename(file).split(".")[0]!
  const text = exported === "proxy" ? sources.nextProxy : sources.nextMiddleware
  return {
    path: file,
    what: "refreshes sessions",
    text: existing === undefined ? text : sources.nextOwnProxy(exported, from(file, own)),
    needs: own,
    merged: (present) => doneOr(file, own, present, sources.nextOwnProxy(exported, from(file, own)))
  }
}

export const next = (place: Place): Kit => {
  const { commands, folder, found, isTyped } = place
  const root = rootOf(folder)
  const app = `${root}app`
  const own = firstOf(folder, modules.map((end) => `${root}latchkey.${end}`)) ??
    `${root}latchkey.${isTyped ? "ts" : "js"}`
  const routes = routesIn(folder, app)
  const files: Files = { place, app, own, routes, layouts: layoutsOf(folder, routes) }
  const isOld = hasOldNext(found)
  const pages = firstOf(folder, ["pages", "src/pages"])
  const wanted: ReadonlyArray<Wanted> = [
    {
      path: own,
      what: "everything the app imports",
      text: sources.next,
      merged: (present) => doneOr(own, own, present, sources.next),
      // nothing is written for a version that can't run it
      isShown: isOld
    },
    proxyFile(files, root, isOld),
    handlerFile(files),
    ...layoutFiles(files)
  ]
  return {
    title: pages !== undefined ? "Next.js with the App Router and pages" : "Next.js with the App Router",
    files: isOld ? wanted.filter(({ needs, path }) => needs !== undefined || path === own) : wanted,
    start: startOf(place),
    then: ["Open /handler/sign-in at the URL it prints."],
    notes: [
      ...(isOld
        ? [`latchkey/nextjs needs Next.js 16. Update it, and run init again: ${commands.install(["next@16"])}`]
        : []),
      ...(pages !== undefined
        ? [
          `Pages in ${pages} are outside the provider. To read the user there, put LatchkeyProvider from latchkey/react around `
          + `<Component {...pageProps} /> in ${pages}/_app.`
        ]
        : [])
    ]
  }
}
