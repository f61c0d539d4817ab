/** `latchkey watch`: compares the endpoints and fields that a program uses with those that the platform has now. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readFile, stat } from "node:fs/promises"
import { layerFetch, Project } from "../../layers/call/index.ts"
import { failFast, project as configuredProject } from "./client.ts"
import { printResult } from "./output.ts"
import { bold, dim, green, plain, red, withProgress, yellow } from "./output/index.ts"
import { Unusable } from "./Unusable.ts"
import { check, type Checked, merged, type Use, usesIn } from "./watch/index.ts"

/** Maximum size of a file to read, in bytes. */
const limit = 100_000_000

/** Reads the files, and checks their endpoints. The exit code is 1 for a change, and 2 if something couldn't be checked. */
export const watch = Effect.fnUntraced(function*(files: ReadonlyArray<string>) {
  const uses = yield* Effect.forEach(files, usesOf)
  const project = yield* configuredProject
  const checked = yield* check(merged(uses.flat())).pipe(
    Effect.provide(Layer.mergeAll(Layer.succeed(Project, project), layerFetch(), failFast)),
    withProgress("Contacting the server")
  )
  const isFit = !checked.some(({ state }) => state === "gone" || state === "changed")
  const isWhole = !checked.some(({ state }) => state === "unchecked")
  yield* printResult(
    "watch",
    { fits: isFit, complete: isWhole, endpoints: checked },
    [
      ...checked.filter(({ state }) => state in marks).map(lineOf),
      ...sameLine(checked),
      ...presentLines(checked),
      "",
      isFit
        ? isWhole ? green("Nothing that the program uses has changed.") : yellow("Some endpoints couldn't be checked.")
        : red("Parts of the platform that the program uses have changed.")
    ].join("\n")
  )
  process.exitCode = isFit ? isWhole ? process.exitCode : 2 : 1
})

const usesOf = (file: string): Effect.Effect<ReadonlyArray<Use>, Unusable> => {
  const unusable = (problem: string) =>
    new Unusable({
      sentence: `The file ${
        plain(file)
      } ${problem}. Pass tapes from latchkey/testing, or spans that OpenTelemetry exported as JSON.`
    })
  return Effect.tryPromise({
    try: async () => {
      const found = await stat(file)
      if (!found.isFile() || found.size > limit) throw unusable(`is not a file of at most ${limit} bytes`)
      return await readFile(file, "utf8")
    },
    catch: (error) =>
      error instanceof Unusable ? error : unusable(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }).pipe(
    Effect.flatMap((contents) => Effect.mapError(usesIn(contents), ({ problem }) => unusable(problem)))
  )
}

const marks = { gone: red("✗"), changed: red("✗"), new: yellow("!"), unchecked: yellow("?") } as const

const lineOf = ({ endpoint, found, method, path, state }: Checked): string =>
  `${marks[state as keyof typeof marks]} ${bold(endpoint)} ${dim(`${method} ${path}`)} ${state}: ${
    plain(found.join(", "))
  }`

const namesOf = (checked: ReadonlyArray<Checked>): string => checked.map(({ endpoint }) => endpoint).join(", ")

const sameLine = (checked: ReadonlyArray<Checked>): ReadonlyArray<string> => {
  const same = checked.filter(({ state }) => state === "same")
  return same.length === 0 ? [] : [`${green("✓")} responses as expected: ${namesOf(same)}`]
}

/** Groups the endpoints without a response by the reason. */
const presentLines = (checked: ReadonlyArray<Checked>): ReadonlyArray<string> => {
  const groups = Arr.groupBy(checked.filter(({ state }) => state === "present"), ({ found }) => found.join(", "))
  return Object.entries(groups).map(([reason, group]) =>
    `${green("✓")} there, not read ${dim(`(${plain(reason)})`)}: ${namesOf(group)}`
  )
}
