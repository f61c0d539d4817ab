/** Files, packages and commands that each kind of project needs. */
import { posix } from "node:path"
import { aroundApp, aroundChildren, type Edit, expressAppOf, isDone, withRoute } from "./edits.ts"
import { contentsOf, firstOf, inFolder, isTaken } from "./folder.ts"
import type { Kind, Package } from "./kinds.ts"
import type { Commands } from "./packageManagers.ts"
import {
  importPath,
  isTypeScript,
  moduleExtension,
  type Node,
  notesOnVite,
  type Runner,
  runnerOf,
  type Server,
  usesRequire
} from "./runtime.ts"
import * as sources from "./sources.ts"

/** A file that the project needs. */
export interface Wanted {
  /** Relative to the project's folder, with slashes. */
  readonly path: string
  /** Purpose, in a few words. */
  readonly what: string
  readonly text: string
  /** Changes an existing file. @default the file is left unchanged, and the text is shown */
  readonly merged?: (present: string) => Edit
  /** Number of unchanged lines that a diff shows. 0 for `.env` files, which contain secrets. @default 3 */
  readonly context?: number
  /** Whether `text` is only the part to add to an existing file. @default false */
  readonly isPart?: boolean
}

/** Needs of one kind of project. */
interface Kit {
  /** Kind of project, as shown to users. */
  readonly title: string
  readonly then: string
  readonly files: ReadonlyArray<Wanted>
  readonly start: string
  /** Dependencies that the files need, in addition to Latchkey. */
  readonly packages?: ReadonlyArray<string>
  /** Development dependencies that the files need. */
  readonly tools?: ReadonlyArray<string>
  /** Command that a new script `dev` runs. @default only an existing script `dev` is changed */
  readonly dev?: string
  readonly notes?: ReadonlyArray<string>
}

/** A project's folder and facts about it. */
export interface Place {
  readonly folder: string
  readonly found: Package
  readonly kind: Kind
  readonly isTyped: boolean
  readonly commands: Commands
  readonly node: Node
  readonly has: (name: string) => boolean
}

const vite = (place: Place): Kit => {
  const { commands, folder, has, isTyped, node } = place
  const start = commands.script("dev")
  const notes = notesOnVite(node)
  if (!has("react")) {
    const path = `src/latchkey.${isTyped ? "ts" : "js"}`
    return {
      title: "Vite",
      files: [{ path, what: "client of the project", text: sources.client }],
      start,
      then: `Import latchkey from ${path} and call latchkey.signIn.withPassword(…).`,
      notes
    }
  }
  const extension = isTyped ? "tsx" : "jsx"
  const html = contentsOf(folder, "index.html")
  const main = inFolder(/<script\b[^<>]*\bsrc="\/?([\w./-]+\.[jt]sx?)"/.exec(html ?? "")?.[1]) ??
    `src/main.${extension}`
  const nextToMain = (name: string) => posix.join(posix.dirname(main), name)
  const hasMain = isTaken(folder, main)
  const hasApp = firstOf(folder, ["tsx", "jsx", "js"].map((end) => nextToMain(`App.${end}`))) !== undefined
  return {
    title: "Vite with React",
    files: [
      {
        path: nextToMain(`latchkey.${extension}`),
        what: "provider, screens at /handler/*, style sheet",
        text: sources.reactProvider(isTyped)
      },
      ...(hasMain || hasApp
        ? []
        : [{ path: nextToMain(`App.${extension}`), what: "page for signed-in users", text: sources.reactApp }]),
      {
        path: main,
        what: "provider around the app",
        text: sources.reactMain(isTyped),
        merged: (present) => aroundApp(present, sources.reactMain(isTyped))
      },
      ...(html === undefined ? [{ path: "index.html", what: "HTML page", text: sources.indexHtml(main) }] : [])
    ],
    start,
    then: "Open /handler/sign-in at the URL it prints.",
    notes
  }
}

/** Next.js prefers `app` in the project's folder to `src/app`. */
export const next = ({ commands, folder, found, isTyped }: Place): Kit => {
  const root = !isTaken(folder, "app") && isTaken(folder, "src") ? "src/" : ""
  const [ts, tsx] = isTyped ? ["ts", "tsx"] : ["js", "jsx"]
  const layout = firstOf(folder, ["tsx", "jsx", "js"].map((end) => `${root}app/layout.${end}`))
    ?? `${root}app/layout.${tsx}`
  const version = { ...found.devDependencies, ...found.dependencies }["next"]
  const isOld = Number(/\d+/.exec(String(version ?? ""))?.[0] ?? Infinity) < 16
  return {
    title: "Next.js with the App Router",
    files: [
      { path: `${root}latchkey.${ts}`, what: "everything the app imports", text: sources.next },
      isOld
        ? { path: `${root}middleware.${ts}`, what: "refreshes sessions", text: sources.nextMiddleware }
        : { path: `${root}proxy.${ts}`, what: "refreshes sessions", text: sources.nextProxy },
      {
        path: `${root}app/handler/[...latchkey]/page.${ts}`,
        what: "every screen at /handler/*",
        text: sources.nextHandler
      },
      {
        path: firstOf(folder, ["tsx", "jsx", "js"].map((end) => `${root}app/loading.${end}`)) ??
          `${root}app/loading.${tsx}`,
        what: "shown while a page loads",
        text: sources.nextLoading,
        merged: () => ({ state: "done" })
      },
      {
        path: layout,
        what: "provider and style sheet",
        text: sources.nextLayout(isTyped),
        merged: (present) => aroundChildren(present, sources.nextLayout(isTyped))
      }
    ],
    start: commands.script("dev"),
    then: "Open /handler/sign-in at the URL it prints.",
    notes: isOld ? [`latchkey/nextjs needs Next.js 16: ${commands.install(["next@16"])}`] : []
  }
}

const commandFor = ({ program }: Runner, path: string): string => `${program} --env-file=.env ${path}`

const startWith = (runner: Runner, { commands }: Place, path: string): string =>
  runner.program === "node" ? commandFor(runner, path) : commands.exec(commandFor(runner, path))

/** Finds the source file that starts a server. Scripts take precedence, because `main` may be build output. */
const serverIn = ({ folder, found }: Place, uses: RegExp): Server | undefined => {
  const scripts = Object.values({ dev: undefined, start: undefined, ...found.scripts }).join(" ")
  const named = [...scripts.split(/[\s"';&]/).filter((word) => /\.[cm]?[jt]s$/.test(word)), found.main].flatMap((
    path
  ) => inFolder(path) ?? [])
  const usual = ["server", "index", "app", "main"].flatMap((name) =>
    ["", "src/"].flatMap((at) => ["ts", "mts", "cts", "js", "mjs", "cjs"].map((end) => `${at}${name}.${end}`))
  )
  const path =
    [...named.filter((path) => !/^(?:dist|build|out|lib|node_modules)\//.test(path)), ...usual].find((path) =>
      uses.test(contentsOf(folder, path) ?? "")
    ) ?? firstOf(folder, usual)
  return path === undefined ? undefined : { path, source: contentsOf(folder, path) ?? "" }
}

const notesRoute = "GET /notes responds to signed-out requests with 401."

const express = (place: Place): Kit => {
  const { folder, found, isTyped, node } = place
  const server = serverIn(place, /\bexpress\b/)
  const then = notesRoute
  const typesFor = (path: string) => isTypeScript(path) ? ["@types/express", "@types/node"] : []
  const toolsFor = (path: string, { program }: Runner) => [...typesFor(path), ...(program === "tsx" ? ["tsx"] : [])]
  if (server === undefined || isDone(server.source)) {
    const own = server ?? { path: `server.${moduleExtension(found, isTyped)}`, source: sources.expressServer }
    const runner = runnerOf(folder, own, undefined, found, node)
    return {
      title: "Express",
      files: [{
        path: own.path,
        what: "server with a route for signed-in users",
        text: sources.expressServer,
        merged: () => ({ state: "done" })
      }],
      start: startWith(runner, place, own.path),
      dev: commandFor(runner, own.path),
      then,
      tools: toolsFor(own.path, runner),
      notes: runner.notes
    }
  }
  const from = importPath(folder, server, "latchkey")
  const runner = runnerOf(folder, server, from, found, node)
  const written = (source: string) => usesRequire(server, found) ? sources.asCommonJs(source) : source
  const imports = written(sources.expressImports(from))
  const route = sources.expressRoute(expressAppOf(server.source) ?? "app")
  const byHand = `${imports}\n${route}`
  return {
    title: "Express",
    files: [
      {
        path: posix.join(posix.dirname(server.path), `latchkey${posix.extname(server.path)}`),
        what: "middleware that finds the user",
        text: written(sources.expressHandlers)
      },
      {
        path: server.path,
        what: "route for signed-in users",
        text: byHand,
        merged: (present) =>
          withRoute(
            present,
            { imports: imports.trim().split("\n"), names: ["userOf", "requireUser", "/notes"], route },
            byHand
          )
      }
    ],
    start: startWith(runner, place, server.path),
    dev: commandFor(runner, server.path),
    then,
    tools: toolsFor(server.path, runner),
    notes: runner.notes
  }
}

/** A server file that is written as a whole. If the project already has a server, the user adds `byHand` to it. */
const ownServer = (
  place: Place,
  { byHand, packages, text, title, uses }: {
    readonly title: string
    readonly uses: RegExp
    readonly text: string
    readonly byHand: (source: string) => string
    readonly packages: ReadonlyArray<string>
  }
): Kit => {
  const { folder, found, isTyped, node } = place
  const existing = serverIn(place, uses)
  const server = existing ?? { path: `server.${moduleExtension(found, isTyped)}`, source: text }
  const runner = runnerOf(folder, server, undefined, found, node)
  return {
    title,
    files: [{
      path: server.path,
      what: "server with a route for signed-in users",
      text,
      merged: (present) => isDone(present) ? { state: "done" } : { state: "unclear", text: byHand(present) }
    }],
    start: startWith(runner, place, server.path),
    dev: commandFor(runner, server.path),
    then: notesRoute,
    packages: existing === undefined ? packages : [],
    tools: [...(isTypeScript(server.path) ? ["@types/node"] : []), ...(runner.program === "tsx" ? ["tsx"] : [])],
    notes: runner.notes
  }
}

const hono = (place: Place): Kit =>
  ownServer(place, {
    title: "Hono",
    uses: /\bhono\b/,
    text: sources.honoServer(place.isTyped),
    byHand: (source) => sources.honoRoute(/^(?:export )?const (\w+) = new Hono\b/m.exec(source)?.[1] ?? "app"),
    packages: ["hono", "@hono/node-server"]
  })

const effect = (place: Place): Kit =>
  ownServer(place, {
    title: "Effect HttpApi",
    uses: /@effect\/platform-node/,
    text: sources.effectServer,
    byHand: () => sources.effectServer,
    packages: []
  })

const bare = (place: Place): Kit => {
  const { folder, found, isTyped, node } = place
  const path = `latchkey.${moduleExtension(found, isTyped)}`
  const runner = runnerOf(folder, { path, source: sources.script }, undefined, found, node)
  return {
    title: "Node",
    files: [{ path, what: "script that lists the users", text: sources.script }],
    start: startWith(runner, place, path),
    then: "It prints the emulator's user.",
    tools: runner.program === "tsx" ? ["tsx"] : [],
    notes: runner.notes
  }
}

export const kits: { readonly [kind in Kind]: (place: Place) => Kit } = { vite, next, express, hono, effect, bare }
