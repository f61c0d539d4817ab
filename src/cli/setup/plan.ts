/** Plans how to add Latchkey to a project: files to write, files to change and commands to run. Writes nothing. */
import * as Redacted from "effect/Redacted"
import { namesOf } from "../../../layers/call/index.ts"
import { defaultProject } from "../../emulator/index.ts"
import { diffOf } from "./diff.ts"
import { appended, withDevScript, withEmulator } from "./edits.ts"
import { contentsOf, firstOf, isCommitted, isOwnFile, isTaken } from "./folder.ts"
import { envFileOf, envLines, kindIn, nameIn, type Package } from "./kinds.ts"
import { kits, type Place, type Wanted } from "./kits.ts"
import { commandsOf } from "./packageManagers.ts"
import { currentNode, type Node, notesOnNode, vitestFor } from "./runtime.ts"
import * as sources from "./sources.ts"

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
