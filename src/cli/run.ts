/** Runs the command and sets its exit code. */
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { createRequire } from "node:module"
import { command } from "./command.ts"
import * as nodeServices from "./nodeServices.ts"
import { failureLine } from "./output.ts"
import { presenter, scrubbed, suggestion } from "./output/index.ts"

const { version } = createRequire(import.meta.url)("latchkey/package.json") as { readonly version: string }

type End = (code: number, tag: string, sentence: string) => Effect.Effect<void>

/**
 * Runs the command with these arguments. Sets the process's exit code to 1 for a negative result and 2 for a usage error, and
 * does not end the process.
 */
export const run = (given: ReadonlyArray<string>): Effect.Effect<void, CliError.CliError> => {
  const args = given.length === 0 || given[0] === "help" ? [...given.slice(1), "--help"] : given
  const name = args.find((arg) => !arg.startsWith("-")) ?? "latchkey"
  const end: End = (code, tag, sentence) =>
    Effect.sync(() => {
      process.exitCode = code
      const text = scrubbed(sentence)
      if (args.includes("--json")) process.stdout.write(`${failureLine(name, tag, text)}\n`)
      else process.stderr.write(`latchkey: ${text}\n`)
    })
  if (!currentFolderExists()) return end(2, "Unusable", "The current folder no longer exists. Go to another folder.")
  return Command.runWith(command, { version, renderErrors: false })(args).pipe(
    Effect.catchTags({
      Unusable: ({ sentence }) => end(2, "Unusable", sentence),
      Declined: ({ sentence, tag }) => end(1, tag, sentence),
      ShowHelp: (help) => usageError(end, help)
    }),
    Effect.provide(Layer.mergeAll(
      nodeServices.layer,
      CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
      CliOutput.layerPresenter(presenter),
      Logger.layer([toStandardError])
    ))
  )
}

/** Whether the current folder exists. A shell can remain in a deleted folder. */
const currentFolderExists = (): boolean => {
  try {
    return process.cwd() !== ""
  } catch {
    return false
  }
}

const usageError = (end: End, { commandPath, errors }: CliError.ShowHelp): Effect.Effect<void> =>
  errors.length === 0 ? Effect.void : end(
    2,
    "Unusable",
    `${errors.map(sentenceOf).join("\n")}\nSee: ${commandPath.join(" ")} --help`
  )

/** Returns the message of a parser error. */
const sentenceOf = (error: CliError.CliError): string => {
  switch (error._tag) {
    case "UnknownSubcommand":
      return `There is no command ${error.subcommand}.${suggestion(error.suggestions)}`
    case "UnrecognizedOption":
      return error.option === "--webhook-secret"
        ? "There is no flag --webhook-secret, because every user of this machine can read the arguments of a command. "
          + "Set LATCHKEY_WEBHOOK_SECRET, or pass a file that holds the secret: --webhook-secret-file FILE."
        : `There is no flag ${error.option}.${suggestion(error.suggestions)}`
    default:
      return error.message
  }
}

/** Prints warnings of the library on standard error, so that they don't mix with the result. */
const toStandardError = Logger.make(({ message }) => {
  const [first] = Array.isArray(message) ? message : [message]
  process.stderr.write(`latchkey: ${scrubbed(String(first))}\n`)
})
