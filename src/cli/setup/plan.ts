/** Plans how to add Latchkey to a project: files to write, files to change and commands to run. Writes nothing. */
import * as Redacted from "effect/Redacted"
import { namesOf } from "../../../layers/call/index.ts"
import { defaultProject } from "../../emulator/index.ts"
import { contentsOf, envFileOf, envLines, firstOf, frameworks, nameIn, type Package } from "../project/index.ts"
import { decoded, diffOf, type Insertion, lineEndAt, withInsertions, withLineEnds } from "../source/index.ts"
import { ownFile, protection } from "../transaction/index.ts"
import { withDevScript, withEmulator } from "./devScript.ts"
import { isCommitted, isIgnored } from "./git.ts"
import { isAutomatic, kitOf } from "./kits.ts"
import { type Edit, type Place, placeOf, type Wanted } from "./place.ts"
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
  /** Whether a file that is left to the user doesn't exist yet. */
  readonly isMissing?: boolean
}

/** Contents of a file before and after an edit. */
export interface Change {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly insertions: ReadonlyArray<Insertion>
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
  /** Whether none of the files may be read or written. */
  readonly isRefused: boolean
}

/** Settings of a plan. */
export interface PlanOptions {
  /** Whether files with uncommitted changes may be changed too. */
  readonly editUncommitted: boolean
  /** Whether the plan is only shown, with the changes that `--yes` would make. @default false */
  readonly dryRun?: boolean
  /** Whether the `dev` script starts the emulator. @default false */
  readonly emulator?: boolean
  /** Whether to add example tests. @default whether the project has Vitest */
  readonly test?: boolean
  /** Node that runs the project. @default the Node that runs this command */
  readonly node?: Node
}

/**
 * Returns the command that starts the app and the emulator together; `undefined` if `init` cannot add the emulator to
 * the app's command.
 */
export const commandWithEmulator = (folder: string, found: Package): string | undefined => {
  const place = placeOf(folder, found, currentNode)
  const script = devScript(place, kitOf(place).dev)
  return script === undefined || script === found.scripts?.["dev"] ? undefined : place.commands.script("dev")
}

/** Returns the `dev` script with the emulator; `undefined` without a command to run. */
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
  const { dev, files, installs = [], notes = [], packages = [], start, then, title, tools = [] } = kitOf(place)
  const script = emulator ? devScript(place, dev) : undefined
  const tests = test || (has("vitest") && isAutomatic(kind)) ? exampleTest(place) : undefined
  const settings = frameworks[kind].environment === undefined ? undefined : envFile(place)
  const wanted = [
    ...(settings === undefined ? [] : [settings]),
    ...files,
    ...(tests === undefined ? [] : [tests]),
    ...(script === undefined ? [] : [scriptFile(script)])
  ]
  const planned = withoutUseless(wanted, wanted.map((file) => plannedIn(folder, file, editUncommitted, dryRun)))
  const missing = (names: ReadonlyArray<string>) => names.filter((name) => !has(name))
  const heldBack = planned.flatMap(({ file, isHeldBack }) => isHeldBack === true ? [file.path] : [])
  const refused = planned.flatMap(({ file, reason }) =>
    reason === undefined ? [] : [`${file.path} was not changed: ${reason}.`]
  )
  const packagesToAdd = missing([...packages, "latchkey", "effect"])
  const toolsToAdd = [...missing(tools), ...(tests === undefined || has("vitest") ? [] : [vitestFor(node)])]
  return {
    title,
    files: planned.map(({ file }) => file),
    changes: planned.flatMap(({ change }) => change === undefined ? [] : [change]),
    next: [
      ...(packagesToAdd.length === 0 ? [] : [commands.install(packagesToAdd)]),
      ...(toolsToAdd.length === 0 ? [] : [commands.install(toolsToAdd, true)]),
      ...installs,
      ...(tests === undefined ? [] : [commands.exec(`vitest run ${tests.path}`)]),
      ...(script === undefined ? [commands.exec("latchkey emulator"), start] : [commands.script("dev")])
    ],
    then,
    isRefused: planned.length > 0 && planned.every(({ reason }) => reason !== undefined),
    notes: [
      ...(heldBack.length === 0
        ? []
        : [
          `With --yes, init changes ${heldBack.join(" and ")} for you. Without it, init changes committed files only.`
        ]),
      ...refused,
      ...(emulator && script === undefined
        ? [
          `The emulator was not added to the dev script, because ${
            found.scripts?.["dev"] === undefined ? "there is no such script" : "it needs a shell"
          }.`
        ]
        : []),
      ...notes,
      ...notesOnNode(node),
      ...(settings === undefined || isIgnored(folder, settings.path) ? [] : [notIgnored(settings.path)])
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
    what: "dev script, which starts the emulator",
    text: line,
    merged: (present) => withDevScript(present, script, line),
    isPart: true
  }
}

const notIgnored = (file: string): string =>
  `Add ${file} to .gitignore before you put keys of a real project in it. Git doesn't ignore it.`

/** Plan for one file. */
interface PlannedFile {
  readonly file: Planned
  readonly change?: Change
  /** Whether `--yes` would change the file. */
  readonly isHeldBack?: boolean
  /** Reason why the file can't be changed, worded to follow a colon. */
  readonly reason?: string
}

const plannedIn = (
  folder: string,
  { context = 3, isPart = false, isShown = false, merged, path, text, what }: Wanted,
  editUncommitted: boolean,
  dryRun: boolean
): PlannedFile => {
  const found = ownFile(folder, path)
  const left = (text: string): Planned => ({ path, what, state: "left", text })
  if (found.state === "missing") {
    return { file: isShown ? { ...left(text), isMissing: true } : { path, what, state: "new", text } }
  }
  if (found.state === "refused") return { file: left(text), reason: found.reason }
  const present = decoded(found.bytes)
  if (present === undefined) return { file: left(text), reason: "it isn't text in UTF-8" }
  if (present === text) return { file: { path, what, state: "done", text } }
  const edit = merged?.(present)
  if (edit === undefined) return { file: left(text) }
  if (edit.state === "done") return { file: { path, what, state: "done", text } }
  if (edit.state === "unclear") return { file: left(edit.text) }
  const reason = protection(found)
  if (reason !== undefined) return { file: left(text), reason }
  const { insertions } = edit
  const isHeldBack = !editUncommitted && !isCommitted(folder, path)
  const after = withInsertions(present, insertions)
  return dryRun || !isHeldBack
    ? {
      file: { path, what, state: "edit", text: diffOf(present, insertions, context) },
      change: { path, before: present, after, insertions },
      isHeldBack
    }
    : { file: left(isPart ? text : after), isHeldBack }
}

/** If the module that a file imports was left unchanged, the file would not work, so it is only shown. */
const withoutUseless = (
  wanted: ReadonlyArray<Wanted>,
  planned: ReadonlyArray<PlannedFile>
): ReadonlyArray<PlannedFile> => {
  const left = new Set(planned.filter(({ file }) => file.state === "left").map(({ file }) => file.path))
  return planned.map((each, at): PlannedFile => {
    const { needs, text } = wanted[at]!
    const { file: { path, state, what } } = each
    return needs === undefined || !left.has(needs) || (state !== "new" && state !== "edit")
      ? each
      : {
        file: { path, what, state: "left", text, isMissing: state === "new" },
        reason: `it needs ${needs}, which you have to change first`
      }
  })
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
  const names = [nameIn(kind, "projectId"), ...namesOf("projectId").filter((name) => name.startsWith(prefix))]
  const namesProject = (file: string) =>
    RegExp(`^\\s*(?:export\\s+)?(?:${names.join("|")})\\s*=`, "m").test(contentsOf(folder, file) ?? "")
  // apps read several files, and a second project would override the first
  const configured = [envFileOf(kind), ".env.local", ".env.development.local", ".env.development", ".env"].find(
    namesProject
  )
  return {
    path: configured ?? envFileOf(kind),
    what: "the emulator's project",
    text,
    merged: (present) => configured === undefined ? appended(present, text) : { state: "done" },
    context: 0,
    isPart: true
  }
}

/** Adds lines at the end of an `.env` file. */
const appended = (source: string, lines: string): Edit => {
  const end = lineEndAt(source, source.length)
  const before = source === "" ? "" : /[\r\n]$/.test(source) ? end : `${end}${end}`
  return {
    state: "edited",
    insertions: [{ at: source.length, text: `${before}${withLineEnds(lines, end)}` }]
  }
}
