/** `latchkey migrate`: moves the project in the current folder from the platform's SDK to this package. */
import * as Effect from "effect/Effect"
import { realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { site } from "../../schemas/site.ts"
import { confirmed, recovered, restoreLast, undoLine, writeAll } from "./changes.ts"
import { type Left, type Plan, planIn, type Versions } from "./migrate/index.ts"
import { event, printResult } from "./output.ts"
import { bold, diffLine, dim, green, plain, scrubbed, yellow } from "./output/index.ts"
import { packageIn } from "./project/index.ts"
import { commandsOf } from "./setup/index.ts"
import { replacedBytes } from "./source/index.ts"
import { Unusable } from "./Unusable.ts"

/** Flags of the command. */
export interface Options {
  readonly yes: boolean
  readonly dryRun: boolean
  /** Whether to undo the last run instead. */
  readonly undo: boolean
}

/** Shows the changes, waits for confirmation, writes them, and lists what is left to do. */
export const migrate = (options: Options) =>
  options.undo ? restoreLast("migrate") : Effect.gen(function*() {
    const folder = realpathSync(process.cwd())
    const found = packageIn(folder)
    if (found === undefined) {
      return yield* new Unusable({
        sentence: "There is no readable package.json in this folder. Go to your project's folder."
      })
    }
    if (!options.dryRun) yield* recovered(folder)
    const plan = withoutSecrets(planIn(folder, found, { commands: commandsOf(folder, found), versions: versions() }))
    const changes = plan.changes.map(({ path, shown }) => ({ path, shown }))
    yield* event("migrate", "planned", { changes, left: plan.left }, shownPlan(plan))
    const isConfirmed = !options.dryRun && plan.changes.length > 0
      && (options.yes ||
        (yield* confirmed(`change ${plan.changes.length} file${plan.changes.length === 1 ? "" : "s"}`)))
    const canUndo = isConfirmed && (yield* written(folder, plan))
    const paths = plan.changes.map(({ path }) => path)
    yield* printResult(
      "migrate",
      {
        changed: isConfirmed ? paths : [],
        rewritten: isConfirmed ? plan.rewritten : 0,
        left: plan.left,
        next: isConfirmed ? plan.next : []
      },
      [
        ...(isConfirmed
          ? [
            green(`Changed ${paths.map(plain).join(", ")}: ${plan.rewritten} place${plan.rewritten === 1 ? "" : "s"}.`),
            undoLine("migrate", canUndo),
            "",
            "Next:",
            "",
            ...plan.next.map((line) => `  ${line}`)
          ]
          : ["Nothing was written."]),
        ...(plan.left.length === 0 ? [] : [dim(`Rows: ${guide}`)])
      ].join("\n")
    )
  })

const guide = `${site}guides/names-of-the-platforms-sdk`

/** Returns the version of this package, and the version of Effect that the package needs. */
const versions = (): Versions => {
  const { peerDependencies, version } = createRequire(import.meta.url)("latchkey/package.json") as {
    readonly version: string
    readonly peerDependencies: { readonly effect: string }
  }
  return { effect: peerDependencies.effect, latchkey: `^${version}` }
}

/** Hides keys in the lines that are shown, because the output of a command is often pasted. */
const withoutSecrets = (plan: Plan): Plan => ({
  ...plan,
  changes: plan.changes.map((change) => ({ ...change, shown: scrubbed(change.shown) })),
  left: plan.left.map((each) => ({ ...each, code: scrubbed(each.code) }))
})

const written = (folder: string, { changes }: Plan) =>
  writeAll(
    folder,
    "migrate",
    changes.map(({ after, before, path, replacements }) => ({
      path,
      before: Buffer.from(before),
      after: Buffer.from(after),
      inserted: replacedBytes(before, replacements)
    }))
  )

const leftLine = ({ code, line, path, reason, row }: Left): string =>
  `  ${yellow("!")} ${plain(path)}:${line}  ${plain(code)}\n      ${reason} Row: ${row}`

const shownPlan = ({ changes, left }: Plan): string =>
  [
    ...changes.flatMap(({ path, shown }) => [
      bold(`Changes to ${plain(path)}:`),
      "",
      ...shown.split("\n").map((line) => diffLine(plain(line.replaceAll("\t", "  ")))),
      ""
    ]),
    ...(changes.length === 0 ? ["There is nothing to rewrite in this folder."] : []),
    ...(left.length === 0 ? [] : [bold("Left for you:"), "", ...left.map(leftLine), ""])
  ].join("\n")
