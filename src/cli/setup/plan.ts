/** What Latchkey adds to a project: which files, with what in them. Nothing is written here. */
import * as Redacted from "effect/Redacted"
import { existsSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { defaultProject } from "../../../layers/emulator/index.ts"
import { aroundApp, aroundChildren, isDone } from "./edits.ts"
import { envFileOf, envLines, type Kind, kindIn, nameIn, type Package } from "./kinds.ts"
import { installLine, startLine } from "./packageManagers.ts"
import * as sources from "./sources.ts"

/** A file that the project is to have. */
interface Wanted {
  /** From the project's folder, with slashes. */
  readonly path: string
  /** For people, in a few words. */
  readonly what: string
  readonly text: string
  /** What is to be in it where there is such a file; `undefined`: it is as it is to be. @default the text */
  readonly beside?: (present: string) => string | undefined
}

/** A file to write, or one that is there and left alone. */
export interface Planned {
  readonly path: string
  readonly what: string
  readonly state: "new" | "left" | "done"
  /** What is written; for one that is left, what a person may put into it. */
  readonly text: string
}

/** What is to be done to a project. */
export interface Plan {
  /** What it was taken for. */
  readonly title: string
  readonly files: ReadonlyArray<Planned>
  /** What to type afterwards, in this order. */
  readonly next: ReadonlyArray<string>
  /** What to open or expect then. */
  readonly then: ReadonlyArray<string>
}

/** What a project is to have. */
interface Kit extends Pick<Plan, "title"> {
  readonly then: string
  readonly files: ReadonlyArray<Wanted>
  readonly start: string
}

/** Where a project is, and what is known of it. */
interface Place {
  readonly folder: string
  readonly found: Package
  readonly kind: Kind
  readonly isTyped: boolean
}

const contentsOf = (folder: string, path: string): string | undefined => {
  try {
    return readFileSync(join(folder, path), "utf8")
  } catch {
    return undefined
  }
}

/** Plans for the project of a folder. */
export const planIn = (folder: string, found: Package): Plan => {
  const has = (name: string) => name in { ...found.dependencies, ...found.devDependencies }
  const isTyped = existsSync(join(folder, "tsconfig.json")) || has("typescript")
  const place: Place = { folder, found, kind: kindIn(folder), isTyped }
  const { files, start, then, title } = kits[place.kind](place, has)
  const install = installLine(folder, found, ["latchkey", "effect"])
  return {
    title,
    files: [envFile(place), ...files].map((file) => plannedIn(folder, file)),
    next: [...(install === undefined ? [] : [install]), "npx latchkey emulator", start],
    then: [then, ...(isIgnored(folder, envFileOf(place.kind)) ? [] : [notIgnored(envFileOf(place.kind))])]
  }
}

/** By the folder's own list; another of git's may name it, too. */
const isIgnored = (folder: string, file: string): boolean => {
  const lines = (contentsOf(folder, ".gitignore") ?? "").split("\n").map((line) => line.trim().replace(/^\//, ""))
  const patterns = [file, ".env*", ...(file === ".env.local" ? [".env.*", "*.local"] : [])]
  return patterns.some((pattern) => lines.includes(pattern))
}

const notIgnored = (file: string): string =>
  `Put ${file} into .gitignore before it has keys of your own: nothing there names it.`

const plannedIn = (folder: string, { beside, path, text, what }: Wanted): Planned => {
  if (!existsSync(join(folder, path))) return { path, what, state: "new", text }
  const present = contentsOf(folder, path) ?? ""
  const changed = present === text ? undefined : beside === undefined ? text : beside(present)
  return { path, what, state: changed === undefined ? "done" : "left", text: changed ?? present }
}

/** The emulator's own project, whose keys are made up and the same everywhere. */
const envFile = ({ kind }: Place): Wanted => {
  const lines = envLines(kind, {
    projectId: defaultProject.id,
    publishableClientKey: Redacted.make(defaultProject.publishableClientKey),
    secretServerKey: Redacted.make(defaultProject.secretServerKey),
    baseUrl: "http://127.0.0.1:8102"
  })
  const text =
    `# The platform of \`npx latchkey emulator\`. For a project of your own: its id and keys, and no address.\n${
      lines.join("\n")
    }\n`
  return {
    path: envFileOf(kind),
    what: "the emulator's project",
    text,
    beside: (present) => RegExp(`^${nameIn(kind, "projectId")}=`, "m").test(present) ? undefined : text
  }
}

/** The first of these files that is there. */
const firstOf = (folder: string, paths: ReadonlyArray<string>): string | undefined =>
  paths.find((path) => existsSync(join(folder, path)))

/** A path that leads to no other folder. */
const inFolder = (path: unknown): string | undefined => {
  const plain = typeof path === "string" ? posix.normalize(path) : "."
  return plain === "." || plain.startsWith("..") || posix.isAbsolute(plain) ? undefined : plain
}

const vite = (place: Place, has: (name: string) => boolean): Kit => {
  const { folder, found, isTyped } = place
  const start = startLine(folder, found, "dev")
  if (!has("react")) {
    const path = `src/latchkey.${isTyped ? "ts" : "js"}`
    const file = { path, what: "the client of the project", text: sources.client }
    return { title: "Vite", files: [file], start, then: `Import latchkey from ${path} to sign people in.` }
  }
  const tsx = isTyped ? "tsx" : "jsx"
  const html = contentsOf(folder, "index.html")
  const main = inFolder(/<script\b[^<>]*\bsrc="\/?([\w./-]+\.[jt]sx?)"/.exec(html ?? "")?.[1]) ?? `src/main.${tsx}`
  const beside = (name: string) => posix.join(posix.dirname(main), name)
  const hasMain = existsSync(join(folder, main))
  const hasApp = firstOf(folder, ["tsx", "jsx", "js"].map((end) => beside(`App.${end}`))) !== undefined
  return {
    title: "Vite with React",
    files: [
      {
        path: beside(`latchkey.${tsx}`),
        what: "provider, screens below /handler, style sheet",
        text: sources.reactProvider(isTyped)
      },
      ...(hasMain || hasApp
        ? []
        : [{ path: beside(`App.${tsx}`), what: "a page for people who are signed in", text: sources.reactApp }]),
      {
        path: main,
        what: "the provider around the app",
        text: sources.reactMain(isTyped),
        beside: (present) => orWhole(aroundApp(present), sources.reactMain(isTyped))
      },
      ...(html === undefined ? [{ path: "index.html", what: "the page", text: sources.indexHtml(main) }] : [])
    ],
    start,
    then: "Open /handler/sign-in of the address that it prints."
  }
}

const orWhole = (edited: ReturnType<typeof aroundApp>, whole: string): string | undefined =>
  edited.state === "edited" ? edited.text : edited.state === "done" ? undefined : whole

/** Next.js looks for `app` in the folder first. */
const next = ({ folder, found, isTyped }: Place): Kit => {
  const root = !existsSync(join(folder, "app")) && existsSync(join(folder, "src")) ? "src/" : ""
  const [ts, tsx] = isTyped ? ["ts", "tsx"] : ["js", "jsx"]
  const layout = firstOf(folder, ["tsx", "jsx", "js"].map((end) => `${root}app/layout.${end}`))
    ?? `${root}app/layout.${tsx}`
  const version = { ...found.devDependencies, ...found.dependencies }["next"]
  const isOld = Number(/\d+/.exec(version ?? "")?.[0] ?? Infinity) < 16
  return {
    title: "Next.js with the app router",
    files: [
      { path: `${root}latchkey.${ts}`, what: "everything that the app uses", text: sources.next },
      isOld
        ? { path: `${root}middleware.${ts}`, what: "keeps sessions fresh", text: sources.nextMiddleware }
        : { path: `${root}proxy.${ts}`, what: "keeps sessions fresh", text: sources.nextProxy },
      {
        path: `${root}app/handler/[...latchkey]/page.${ts}`,
        what: "every screen below /handler",
        text: sources.nextHandler
      },
      {
        path: layout,
        what: "provider and style sheet",
        text: sources.nextLayout(isTyped),
        beside: (present) => orWhole(aroundChildren(present), sources.nextLayout(isTyped))
      }
    ],
    start: startLine(folder, found, "dev"),
    then: "Open /handler/sign-in of the address that it prints."
  }
}

/** How a module of Node is called that imports others: by its package it may be of the older kind. */
const moduleEnd = ({ found, isTyped }: Place): string => isTyped ? "ts" : found.type === "module" ? "js" : "mjs"

const express = (place: Place): Kit => {
  const { folder, found } = place
  const end = moduleEnd(place)
  const usual = ["server", "index", "app", "main"].flatMap((name) =>
    ["", "src/"].flatMap((at) => ["ts", "mts", "js", "mjs", "cjs"].map((end) => `${at}${name}.${end}`))
  )
  const named = inFolder(found.main)
  const server = firstOf(folder, named === undefined ? usual : [named, ...usual])
  const path = server ?? `server.${end}`
  const handlers = posix.join(posix.dirname(path), `latchkey.${end}`)
  return {
    title: "Express",
    files: server === undefined || isDone(contentsOf(folder, server) ?? "")
      ? [{ path, what: "a server that knows who asks", text: sources.expressServer, beside: () => undefined }]
      : [
        { path: handlers, what: "who sends a request", text: sources.expressHandlers },
        {
          path,
          what: "routes for people who are signed in",
          text: sources.expressUse(`./latchkey.${end === "mjs" ? "mjs" : "js"}`),
          beside: () => sources.expressUse(`./latchkey.${end === "mjs" ? "mjs" : "js"}`)
        }
      ],
    start: `node --env-file=.env ${path}`,
    then: "GET /notes is answered 401 to whoever is not signed in."
  }
}

const bare = (place: Place): Kit => {
  const path = `latchkey.${moduleEnd(place)}`
  return {
    title: "A project of Node",
    files: [{ path, what: "a script that lists the users", text: sources.script }],
    start: `node --env-file=.env ${path}`,
    then: "It prints the emulator's user."
  }
}

const kits: { readonly [kind in Kind]: (place: Place, has: (name: string) => boolean) => Kit } = {
  vite,
  next,
  express,
  bare
}
