/** Plans how to add Latchkey to a project: files to write, files to change and commands to run. Writes nothing. */
import * as Redacted from "effect/Redacted"
import { posix } from "node:path"
import { namesOf } from "../../../layers/call/index.ts"
import { defaultProject } from "../../emulator/index.ts"
import { diffOf } from "./diff.ts"
import {
  appended,
  aroundApp,
  aroundChildren,
  type Edit,
  expressAppOf,
  isDone,
  withDevScript,
  withEmulator,
  withRoute
} from "./edits.ts"
import { contentsOf, firstOf, inFolder, isCommitted, isOwnFile, isTaken } from "./folder.ts"
import { envFileOf, envLines, type Kind, kindIn, nameIn, type Package } from "./kinds.ts"
import { type Commands, commandsOf } from "./packageManagers.ts"
import {
  currentNode,
  importPath,
  isTypeScript,
  moduleExtension,
  type Node,
  notesOnNode,
  notesOnVite,
  type Runner,
  runnerOf,
  type Server,
  usesRequire,
  vitestFor
} from "./runtime.ts"
import * as sources from "./sources.ts"

/** A file that the project needs. */
interface Wanted {
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

/**
 * A file of the plan:
 *
 * - `new`: does not exist and will be written.
 * - `edit`: exists and will be changed.
 * - `left`: exists and will not be touched; the user has to change it.
 * - `done`: exists and has everything already.
 */
export interface Planned {
  readonly path: string
  readonly what: string
  readonly state: "new" | "edit" | "left" | "done"
  /** Source to write or to add by hand. For an edit, the diff. */
  readonly text: string
}

/** Text of a file before and after an edit. */
export interface Change {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Plan for a project. */
export interface Plan {
  /** Kind of project, as shown to users. */
  readonly title: string
  readonly files: ReadonlyArray<Planned>
  readonly changes: ReadonlyArray<Change>
  /** Commands to run afterwards, in this order. */
  readonly next: ReadonlyArray<string>
  /** Lines that describe the result of the commands. */
  readonly then: ReadonlyArray<string>
  /** Warnings about this machine or project, each with a fix. */
  readonly notes: ReadonlyArray<string>
}

/** Needs of one kind of project. */
interface Kit extends Pick<Plan, "title"> {
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
interface Place {
  readonly folder: string
  readonly found: Package
  readonly kind: Kind
  readonly isTyped: boolean
  readonly commands: Commands
  readonly node: Node
  readonly has: (name: string) => boolean
}

/** Settings of a plan. */
export interface PlanOptions {
  /** Whether files with uncommitted changes may be changed too. */
  readonly editUncommitted: boolean
  /** Whether the plan is only shown, with the changes that `--yes` would make. @default false */
  readonly dryRun?: boolean
  /** Whether the script `dev` starts the emulator. @default false */
  readonly emulator?: boolean
  /** Whether to add example tests. @default whether the project has Vitest */
  readonly test?: boolean
  /** Node that runs the project. @default the Node that runs this command */
  readonly node?: Node
}

const placeOf = (folder: string, found: Package, node: Node): Place => {
  const has = (name: string) => name in { ...found.dependencies, ...found.devDependencies }
  const isTyped = contentsOf(folder, "tsconfig.json") !== undefined || has("typescript")
  return { folder, found, kind: kindIn(folder), isTyped, commands: commandsOf(folder, found), node, has }
}

/**
 * Returns the command that starts the app and the emulator together; `undefined` if `init` cannot add the emulator to
 * the app's command.
 */
export const commandWithEmulator = (folder: string, found: Package): string | undefined => {
  const place = placeOf(folder, found, currentNode)
  const script = devScript(place, kits[place.kind](place).dev)
  return script === undefined || script === found.scripts?.["dev"] ? undefined : place.commands.script("dev")
}

/** Returns the script `dev` with the emulator; `undefined` without a command to run. */
const devScript = ({ found }: Place, dev: string | undefined): string | undefined => {
  const command = found.scripts?.["dev"] ?? dev
  return command === undefined ? undefined : withEmulator(command)
}

/** Plans the changes for the project in a folder. */
export const planIn = (
  folder: string,
  found: Package,
  { dryRun = false, editUncommitted, emulator = false, node = currentNode, test = false }: PlanOptions
): Plan => {
  const place = placeOf(folder, found, node)
  const { commands, has, kind } = place
  const { dev, files, notes = [], packages = [], start, then, title, tools = [] } = kits[kind](place)
  const script = emulator ? devScript(place, dev) : undefined
  const tests = test || has("vitest") ? exampleTest(place) : undefined
  const wanted = [
    envFile(place),
    ...files,
    ...(tests === undefined ? [] : [tests]),
    ...(script === undefined ? [] : [scriptFile(script)])
  ]
  const planned = wanted.map((file) => plannedIn(folder, file, editUncommitted, dryRun))
  const missing = (names: ReadonlyArray<string>) => names.filter((name) => !has(name))
  const heldBack = planned.flatMap(({ file, isHeldBack }) => isHeldBack === true ? [file.path] : [])
  const packagesToAdd = missing([...packages, "latchkey", "effect"])
  const toolsToAdd = [...missing(tools), ...(tests === undefined || has("vitest") ? [] : [vitestFor(node)])]
  return {
    title,
    files: planned.map(({ file }) => file),
    changes: planned.flatMap(({ change }) => change === undefined ? [] : [change]),
    next: [
      ...(packagesToAdd.length === 0 ? [] : [commands.install(packagesToAdd)]),
      ...(toolsToAdd.length === 0 ? [] : [commands.install(toolsToAdd, true)]),
      ...(tests === undefined ? [] : [commands.exec(`vitest run ${tests.path}`)]),
      ...(script === undefined ? [commands.exec("latchkey emulator"), start] : [commands.script("dev")])
    ],
    then: [then],
    notes: [
      ...(heldBack.length === 0
        ? []
        : [
          `With --yes, init changes ${heldBack.join(" and ")} for you. Without it, init changes committed files only.`
        ]),
      ...(emulator && script === undefined
        ? [
          `The emulator was not added to the script dev, because ${
            found.scripts?.["dev"] === undefined ? "there is no such script" : "it needs a shell"
          }.`
        ]
        : []),
      ...notes,
      ...notesOnNode(node),
      ...(isIgnored(folder, envFileOf(kind)) ? [] : [notIgnored(envFileOf(kind))])
    ]
  }
}

/** Example tests go next to other tests. The folder of the tests is not part of the app. */
const exampleTest = ({ folder, isTyped }: Place): Wanted => ({
  path: `${firstOf(folder, ["test", "tests", "__tests__"]) ?? "test"}/signIn.test.${isTyped ? "ts" : "js"}`,
  what: "example tests on the emulator",
  text: sources.exampleTest(isTyped)
})

const scriptFile = (script: string): Wanted => {
  const line = `"dev": ${JSON.stringify(script)}\n`
  return {
    path: "package.json",
    what: "script dev, which starts the emulator",
    text: line,
    merged: (present) => withDevScript(present, script, line),
    isPart: true
  }
}

/** Whether the folder's `.gitignore` lists a file. Ignore files of other folders are not read. */
const isIgnored = (folder: string, file: string): boolean => {
  const lines = (contentsOf(folder, ".gitignore") ?? "").split("\n").map((line) => line.trim().replace(/^\//, ""))
  const patterns = [file, ".env*", ...(file === ".env.local" ? [".env.*", "*.local"] : [])]
  return patterns.some((pattern) => lines.includes(pattern))
}

const notIgnored = (file: string): string =>
  `Add ${file} to .gitignore before you put keys of a real project in it. It is not listed there.`

const plannedIn = (
  folder: string,
  { context = 3, isPart = false, merged, path, text, what }: Wanted,
  editUncommitted: boolean,
  dryRun: boolean
): { readonly file: Planned; readonly change?: Change; readonly isHeldBack?: boolean } => {
  if (!isTaken(folder, path)) return { file: { path, what, state: "new", text } }
  const present = contentsOf(folder, path)
  if (present === text) return { file: { path, what, state: "done", text } }
  const edit = present === undefined ? undefined : merged?.(present)
  if (present === undefined || edit === undefined) return { file: { path, what, state: "left", text } }
  if (edit.state === "done") return { file: { path, what, state: "done", text } }
  if (edit.state === "unclear") return { file: { path, what, state: "left", text: edit.text } }
  const isOwn = isOwnFile(folder, path)
  const isHeldBack = isOwn && !editUncommitted && !isCommitted(folder, path)
  return isOwn && (dryRun || !isHeldBack)
    ? {
      file: { path, what, state: "edit", text: diffOf(present, edit.text, context) },
      change: { path, before: present, after: edit.text },
      isHeldBack
    }
    : { file: { path, what, state: "left", text: isPart ? text : edit.text }, isHeldBack }
}

/** Plans the `.env` file for the emulator's default project. Its keys are public and the same everywhere. */
const envFile = ({ commands, folder, kind }: Place): Wanted => {
  const lines = envLines(kind, {
    projectId: defaultProject.id,
    publishableClientKey: Redacted.make(defaultProject.publishableClientKey),
    secretServerKey: Redacted.make(defaultProject.secretServerKey),
    baseUrl: "http://127.0.0.1:8102"
  })
  const text = `# The project of \`${commands.exec("latchkey emulator")}\`. `
    + `For a project of your own, set its id and keys, and remove the URL.\n${lines.join("\n")}\n`
  const prefix = nameIn(kind, "projectId").replace(/HEXCLAVE.*/, "")
  const names = namesOf("projectId").filter((name) => name.startsWith(prefix))
  const namesProject = (file: string) =>
    RegExp(`^\\s*(?:export\\s+)?(?:${names.join("|")})\\s*=`, "m").test(contentsOf(folder, file) ?? "")
  // apps with .env.local read both files, and a second project would override the first
  const configured = [envFileOf(kind), ".env"].find(namesProject)
  return {
    path: configured ?? envFileOf(kind),
    what: "the emulator's project",
    text,
    merged: (present) => configured === undefined ? appended(present, text) : { state: "done" },
    context: 0,
    isPart: true
  }
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
const next = ({ commands, folder, found, isTyped }: Place): Kit => {
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

const kits: { readonly [kind in Kind]: (place: Place) => Kit } = { vite, next, express, hono, effect, bare }
