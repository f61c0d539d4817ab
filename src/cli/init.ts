/** `latchkey init`: adds sign-in to the project in the current folder, and can undo its changes. */
import * as Effect from "effect/Effect"
import { realpathSync } from "node:fs"
import * as path from "node:path"
import { asked, confirmed, isAtTerminal, question, recovered, restoreLast, undoLine, writeAll } from "./changes.ts"
import { Declined } from "./Declined.ts"
import { event, printResult } from "./output.ts"
import { bold, diffLine, dim, green, plain, yellow } from "./output/index.ts"
import { type Package, packageIn } from "./project/index.ts"
import { appsOf, type Change, commandWithEmulator, type Member, type Plan, planIn, quoted } from "./setup/index.ts"
import { insertedBytes } from "./source/index.ts"
import type { Write } from "./transaction/index.ts"
import { Unusable } from "./Unusable.ts"

/** Flags of the command. */
export interface Options {
  readonly yes: boolean
  readonly dryRun: boolean
  /** Whether the `dev` script starts the emulator. Without the flag, the command asks in a terminal. */
  readonly emulator: boolean
  /** Whether to add example tests. */
  readonly test: boolean
  /** Whether to undo the last run instead. */
  readonly undo: boolean
}

/** Shows the plan, waits for confirmation, writes new files and changes existing ones. */
export const init = (options: Options) =>
  options.undo ? restoreLast("init") : Effect.gen(function*() {
    const root = realpathSync(process.cwd())
    const { below, folder, found } = yield* projectIn(root, options)
    if (!options.dryRun) yield* recovered(folder)
    const emulator = options.emulator || (!options.yes && !options.dryRun && (yield* wantsEmulator(folder, found)))
    const { changes, isRefused, ...plan } = planIn(folder, found, {
      editUncommitted: options.yes,
      dryRun: options.dryRun,
      emulator,
      test: options.test
    })
    const newFiles = plan.files.filter(({ state }) => state === "new")
    const pathsOf = (files: ReadonlyArray<{ readonly path: string }>) => files.map(({ path }) => path)
    yield* event("init", "planned", { project: plan.title, files: plan.files }, summaryOf(plan))
    const isConfirmed = !options.dryRun && newFiles.length + changes.length > 0
      && (options.yes || (yield* confirm(newFiles.length, changes.length)))
    const canUndo = isConfirmed && (yield* written(folder, newFiles, changes))
    const next = below === undefined ? plan.next : [`cd ${quoted(below)}`, ...plan.next]
    const shown = plan.files.filter(({ state }) => state === "left" || (options.dryRun && state === "new"))
    yield* printResult(
      "init",
      {
        project: plan.title,
        written: isConfirmed ? pathsOf(newFiles) : [],
        changed: isConfirmed ? pathsOf(changes) : [],
        next,
        notes: plan.notes
      },
      [
        ...shown.flatMap(textOf),
        ...(isConfirmed
          ? [
            ...(newFiles.length === 0 ? [] : [green(`Wrote ${pathsOf(newFiles).join(", ")}.`)]),
            ...(changes.length === 0 ? [] : [green(`Changed ${pathsOf(changes).join(", ")}.`)]),
            undoLine("init", canUndo)
          ]
          : ["Nothing was written."]),
        ...(options.dryRun
          ? noteLines(plan.notes)
          : newFiles.length + changes.length > 0 && !isConfirmed
          ? []
          : ["", ...nextSteps({ ...plan, next })])
      ].join("\n")
    )
    if (isRefused) yield* Effect.sync(() => process.exitCode = 1)
  })

/** Writes and changes all files of a plan, or none. Returns whether the changes can be undone later. */
const written = (folder: string, newFiles: Plan["files"], changes: ReadonlyArray<Change>) =>
  writeAll(folder, "init", [
    ...newFiles.map(({ path, text }): Write => ({ path, after: Buffer.from(text), inserted: [] })),
    ...changes.map(({ after, before, insertions, path }): Write => ({
      path,
      before: Buffer.from(before),
      after: Buffer.from(after),
      inserted: insertedBytes(before, insertions)
    }))
  ])

/** Finds the project. At the root of a workspace, asks for the package. */
const projectIn = (root: string, { yes }: Options) =>
  Effect.gen(function*() {
    const found = packageIn(root)
    if (found === undefined) {
      return yield* new Unusable({
        sentence:
          "There is no readable package.json in this folder. Go to your project's folder, or run npm init first."
      })
    }
    const apps = appsOf(root, found)
    if (apps.length === 0) return { folder: root, found, below: undefined }
    const member = !yes && (yield* isAtTerminal) ? yield* chosen(apps) : undefined
    const folder = member === undefined ? undefined : path.join(root, member.path)
    const own = folder === undefined ? undefined : packageIn(folder)
    if (folder === undefined || own === undefined) {
      return yield* new Declined({
        tag: "WorkspaceRoot",
        sentence: `This folder is the root of a workspace. Run the command in one of its packages:\n${
          apps.map(({ path, title }) => `  cd ${plain(quoted(path))}  # ${title}`).join("\n")
        }`
      })
    }
    return { folder, found: own, below: member!.path }
  })

/** Asks for a package of a workspace by its number or path; `undefined` for any other answer. */
const chosen = (members: ReadonlyArray<Member>): Effect.Effect<Member | undefined> => {
  const lines = members.map(({ path, title }, at) => `  ${at + 1}  ${plain(path)}  ${dim(title)}`)
  const text = `This folder is the root of a workspace:\n\n${lines.join("\n")}\n\nWhich package? `
  return Effect.map(Effect.promise((signal) => question(text, signal)), (reply) => {
    const wanted = reply.trim()
    return members.find(({ path }, at) => wanted === String(at + 1) || wanted === path)
  })
}

const marks = { new: green("+"), edit: green("~"), left: yellow("!"), done: dim("·") } as const

const notes = {
  new: "",
  edit: ": will be changed as shown below",
  left: ": already exists and will not be changed. See below",
  done: ": already set up"
} as const

const summaryOf = ({ files, title }: Pick<Plan, "files" | "title">): string => {
  const width = Math.max(0, ...files.map(({ path }) => path.length))
  return [
    bold(title),
    "",
    ...files.map(({ path, state, what }) =>
      `  ${marks[state]} ${path.padEnd(width)}  ${dim(`${what}${notes[state]}`)}`
    ),
    "",
    ...files.filter(({ state }) => state === "edit").flatMap(({ path, text }) => [
      bold(`Changes to ${path}:`),
      "",
      ...text.split("\n").map(diffLine),
      ""
    ])
  ].join("\n")
}

const textOf = ({ isMissing, path, state, text }: Plan["files"][number]): ReadonlyArray<string> => [
  bold(
    state !== "left"
      ? `${path}:`
      : isMissing === true
      ? `${path} was not written. It needs:`
      : `${path} already exists and was not changed. It needs:`
  ),
  "",
  text
]

const nextSteps = (
  { files, next, notes, then }: Pick<Plan, "files" | "next" | "notes" | "then">
): ReadonlyArray<string> => [
  files.some(({ state }) => state === "left") ? "Next, after you have changed the files above:" : "Next:",
  "",
  ...next.map((line) => `  ${line}`),
  "",
  ...then,
  ...noteLines(notes)
]

const noteLines = (notes: ReadonlyArray<string>): ReadonlyArray<string> =>
  notes.flatMap((note) => ["", `${yellow("!")} ${note}`])

/** Asks whether the `dev` script should start the emulator. False without a terminal, or without such a script. */
const wantsEmulator = (folder: string, found: Package) =>
  Effect.gen(function*() {
    const command = commandWithEmulator(folder, found)
    return command !== undefined && (yield* isAtTerminal) && (yield* asked(`Start the emulator with ${command}?`))
  })

const counted = (count: number): string => `${count} file${count === 1 ? "" : "s"}`

/** Prompts for confirmation. Fails without a terminal. */
const confirm = (newFiles: number, changes: number) =>
  Effect.gen(function*() {
    const [first, ...more] = [
      ...(newFiles === 0 ? [] : [`write ${counted(newFiles)}`]),
      ...(changes === 0 ? [] : [`change ${counted(changes)}`])
    ]
    const action = [first!, ...more].join(" and ")
    return yield* confirmed(action)
  })
