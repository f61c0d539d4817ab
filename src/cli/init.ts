/** `latchkey init`: adds sign-in to the project of the current folder. */
import * as Effect from "effect/Effect"
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises"
import * as path from "node:path"
import { createInterface } from "node:readline/promises"
import { replaceFile } from "../node/index.ts"
import { answer, event, Json } from "./answer.ts"
import { bold, dim, green, red, yellow } from "./output/index.ts"
import { type Change, commandWithEmulator, type Package, packageIn, type Plan, planIn } from "./setup/index.ts"
import { Unusable } from "./Unusable.ts"

/** Flags of the command. */
export interface Options {
  readonly yes: boolean
  readonly dryRun: boolean
  /** Whether the script `dev` starts the emulator. Without the flag, the command asks in a terminal. */
  readonly emulator: boolean
  /** Whether to add example tests. */
  readonly test: boolean
}

/** Shows the plan, waits for confirmation, writes new files and changes existing ones. */
export const init = (options: Options) =>
  Effect.gen(function*() {
    const folder = process.cwd()
    const found = packageIn(folder)
    if (found === undefined) {
      return yield* new Unusable({
        sentence:
          "There is no readable package.json in this folder. Go to your project's folder, or run npm init first."
      })
    }
    const emulator = options.emulator || (!options.yes && !options.dryRun && (yield* wantsEmulator(folder, found)))
    const { changes, ...plan } = planIn(folder, found, {
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
    if (isConfirmed) {
      yield* Effect.forEach(newFiles, (file) => writeNewFile(folder, file))
      yield* Effect.forEach(changes, (change) => changeFile(folder, change))
    }
    const shown = plan.files.filter(({ state }) => state === "left" || (options.dryRun && state === "new"))
    yield* answer(
      "init",
      {
        project: plan.title,
        written: isConfirmed ? pathsOf(newFiles) : [],
        changed: isConfirmed ? pathsOf(changes) : [],
        next: plan.next,
        notes: plan.notes
      },
      [
        ...shown.flatMap(textOf),
        ...(isConfirmed
          ? [
            ...(newFiles.length === 0 ? [] : [green(`Wrote ${pathsOf(newFiles).join(", ")}.`)]),
            ...(changes.length === 0 ? [] : [green(`Changed ${pathsOf(changes).join(", ")}.`)])
          ]
          : ["Nothing was written."]),
        ...(options.dryRun
          ? noteLines(plan.notes)
          : newFiles.length + changes.length > 0 && !isConfirmed
          ? []
          : ["", ...nextSteps(plan)])
      ].join("\n")
    )
  })

const marks = { new: green("+"), edit: green("~"), left: yellow("!"), done: dim("·") } as const

const notes = {
  new: "",
  edit: ": will be changed as shown below",
  left: ": already exists and will not be changed. See below",
  done: ": already set up"
} as const

const summaryOf = ({ files, title }: Pick<Plan, "files" | "title">): string => {
  const width = Math.max(...files.map(({ path }) => path.length))
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
      ...text.split("\n").map(colouredLine),
      ""
    ])
  ].join("\n")
}

const colouredLine = (line: string): string =>
  line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : line

const textOf = ({ path, state, text }: Plan["files"][number]): ReadonlyArray<string> => [
  bold(state === "left" ? `${path} already exists and was not changed. It needs:` : `${path}:`),
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

const isAtTerminal = Effect.map(Json, (json) => !json && process.stdin.isTTY === true)

/** Asks whether the script `dev` should start the emulator. False without a terminal, or without such a script. */
const wantsEmulator = (folder: string, found: Package) =>
  Effect.gen(function*() {
    const command = commandWithEmulator(folder, found)
    return command !== undefined && (yield* isAtTerminal) && (yield* asked(`Start the emulator with ${command}?`))
  })

/** Asks a question that `y` and `yes` confirm. */
const asked = (text: string) =>
  Effect.map(
    Effect.promise((signal) => question(`${text} [y/N] `, signal)),
    (reply) => /^y(?:es)?$/i.test(reply.trim())
  )

const counted = (count: number): string => `${count} file${count === 1 ? "" : "s"}`

/** Prompts for confirmation. Fails without a terminal. */
const confirm = (newFiles: number, changes: number) =>
  Effect.gen(function*() {
    const [first, ...more] = [
      ...(newFiles === 0 ? [] : [`write ${counted(newFiles)}`]),
      ...(changes === 0 ? [] : [`change ${counted(changes)}`])
    ]
    const action = [first!, ...more].join(" and ")
    if (!(yield* isAtTerminal)) {
      return yield* new Unusable({
        sentence: `Not a terminal: pass --yes to ${action}, or --dry-run to see the plan.`
      })
    }
    return yield* asked(`${action[0]!.toUpperCase()}${action.slice(1)}?`)
  })

const question = async (text: string, signal: AbortSignal): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C and the end of the input count as no
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")))
  return Promise.race([lines.question(text, { signal }).catch(() => ""), closed]).finally(() => lines.close())
}

/** Writes a new file. Fails if the file already exists. */
const writeNewFile = (folder: string, file: Plan["files"][number]) =>
  Effect.tryPromise({
    try: async () => {
      const place = path.join(folder, file.path)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, file.text, { flag: "wx" })
    },
    catch: (error) => new Unusable({ sentence: `${file.path} cannot be written: ${(error as Error).message}` })
  })

/** Changes a file atomically. Fails if the file has changed since the plan was made. */
const changeFile = (folder: string, { after, before, path: name }: Change) =>
  Effect.tryPromise({
    try: async () => {
      const place = path.join(folder, name)
      const { mode } = await stat(place)
      if (await readFile(place, "utf8") !== before) {
        throw new Error("it changed in the meantime. Run the command again.")
      }
      await replaceFile(place, after)
      await chmod(place, mode)
    },
    catch: (error) => new Unusable({ sentence: `${name} cannot be changed: ${(error as Error).message}` })
  })
