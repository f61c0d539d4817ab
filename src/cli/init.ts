/** `latchkey init`: puts sign-in into the project of the current folder. What is there already is never written over. */
import * as Effect from "effect/Effect"
import { mkdir, writeFile } from "node:fs/promises"
import * as path from "node:path"
import { createInterface } from "node:readline/promises"
import { answer, event, Json } from "./answer.ts"
import { bold, dim, green, yellow } from "./output/index.ts"
import { packageIn, type Plan, planIn } from "./setup/index.ts"
import { Unusable } from "./Unusable.ts"

/** What the command's flags say. */
export interface Options {
  readonly yes: boolean
  readonly dryRun: boolean
}

/** Shows what it will do, asks, and does it. */
export const init = (options: Options) =>
  Effect.gen(function*() {
    const folder = process.cwd()
    const found = packageIn(folder)
    if (found === undefined) {
      return yield* new Unusable({
        sentence:
          "There is no package.json here that can be read. Go to the folder of your project, or run npm init first."
      })
    }
    const plan = planIn(folder, found)
    const fresh = plan.files.filter(({ state }) => state === "new")
    yield* event("init", "planned", { project: plan.title, files: plan.files }, summaryOf(plan))
    const agreed = !options.dryRun && fresh.length > 0 && (options.yes || (yield* asked(fresh.length)))
    if (agreed) yield* Effect.forEach(fresh, (file) => written(folder, file))
    const shown = plan.files.filter(({ state }) => state === "left" || (options.dryRun && state === "new"))
    yield* answer(
      "init",
      { project: plan.title, written: agreed ? fresh.map(({ path }) => path) : [], next: plan.next },
      [
        ...shown.flatMap(textOf),
        ...(agreed ? [green(`Wrote ${fresh.map(({ path }) => path).join(", ")}.`)] : ["Nothing was written."]),
        ...(options.dryRun || (fresh.length > 0 && !agreed) ? [] : ["", ...afterwards(plan)])
      ].join("\n")
    )
  })

const marks = { new: green("+"), left: yellow("!"), done: dim("·") } as const

const notes = {
  new: "",
  left: ": it is there, and stays as it is. What belongs into it is below",
  done: ": there already"
} as const

const summaryOf = ({ files, title }: Plan): string => {
  const width = Math.max(...files.map(({ path }) => path.length))
  return [
    bold(title),
    "",
    ...files.map(({ path, state, what }) =>
      `  ${marks[state]} ${path.padEnd(width)}  ${dim(`${what}${notes[state]}`)}`
    ),
    ""
  ].join("\n")
}

const textOf = ({ path, state, text }: Plan["files"][number]): ReadonlyArray<string> => [
  bold(state === "left" ? `${path} is there and was left. For it:` : `${path}:`),
  "",
  text
]

const afterwards = ({ files, next, then }: Plan): ReadonlyArray<string> => [
  files.some(({ state }) => state === "left") ? "Next, when the files above are changed:" : "Next:",
  "",
  ...next.map((line) => `  ${line}`),
  "",
  ...then
]

/** Whoever is not there to be asked has not agreed. */
const asked = (count: number) =>
  Effect.gen(function*() {
    const files = count === 1 ? "this file" : `these ${count} files`
    if ((yield* Json) || process.stdin.isTTY !== true) {
      return yield* new Unusable({
        sentence: `Nobody is there to say yes to ${files}. Write them with --yes, or look at them with --dry-run.`
      })
    }
    const said = yield* Effect.promise((signal) => question(`Write ${files}? [y/N] `, signal))
    return /^y(?:es)?$/i.test(said.trim())
  })

const question = async (text: string, signal: AbortSignal): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C and the end of the input are no answer
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")))
  return Promise.race([lines.question(text, { signal }).catch(() => ""), closed]).finally(() => lines.close())
}

/** Fails where a file has come in between: nothing is written over. */
const written = (folder: string, file: Plan["files"][number]) =>
  Effect.tryPromise({
    try: async () => {
      const place = path.join(folder, file.path)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, file.text, { flag: "wx" })
    },
    catch: (error) => new Unusable({ sentence: `${file.path} cannot be written: ${(error as Error).message}` })
  })
