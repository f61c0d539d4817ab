#!/usr/bin/env node
/**
 * The package's command. Ends with 0 when it did what it was asked, 1 when the answer is no, 2 when it was asked in a
 * way that cannot be, and 128 and the signal's number when it was stopped.
 */
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { createRequire } from "node:module"
import { failureLine } from "./answer.ts"
import { command } from "./command.ts"
import * as nodeServices from "./nodeServices.ts"
import { presenter } from "./presenter.ts"
import { scrubbed } from "./scrubbed.ts"

const { version } = createRequire(import.meta.url)("latchkey/package.json") as { readonly version: string }

const given = process.argv.slice(2)
const args = given.length === 0 || given[0] === "help" ? [...given.slice(1), "--help"] : given
const name = args.find((arg) => !arg.startsWith("-")) ?? "latchkey"

const ended = (code: number, tag: string, sentence: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.exitCode = code
    const text = scrubbed(sentence)
    if (args.includes("--json")) process.stdout.write(`${failureLine(name, tag, text)}\n`)
    else process.stderr.write(`latchkey: ${text}\n`)
  })

const misunderstood = ({ commandPath, errors }: CliError.ShowHelp): Effect.Effect<void> =>
  errors.length === 0 ? Effect.void : ended(
    2,
    "Unusable",
    `${errors.map(sentenceOf).join("\n")}\nSee: ${commandPath.join(" ")} --help`
  )

/** The errors of the parser, in the words of the command. */
const sentenceOf = (error: CliError.CliError): string => {
  switch (error._tag) {
    case "UnknownSubcommand":
      return `There is no command ${error.subcommand}.${meant(error.suggestions)}`
    case "UnrecognizedOption":
      return `There is no flag ${error.option}.${meant(error.suggestions)}`
    default:
      return error.message
  }
}

const meant = (names: ReadonlyArray<string>): string => names.length === 0 ? "" : ` Did you mean ${names.join(" or ")}?`

/** What the library warns of: beside the answer, never in it. */
const toStandardError = Logger.make(({ message }) => {
  const [first] = Array.isArray(message) ? message : [message]
  process.stderr.write(`latchkey: ${scrubbed(String(first))}\n`)
})

const program = Command.runWith(command, { version, renderErrors: false })(args).pipe(
  Effect.catchTags({
    Unusable: ({ sentence }) => ended(2, "Unusable", sentence),
    Declined: ({ sentence, tag }) => ended(1, tag, sentence),
    ShowHelp: misunderstood
  }),
  Effect.provide(Layer.mergeAll(
    nodeServices.layer,
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
    CliOutput.layerPresenter(presenter),
    Logger.layer([toStandardError])
  ))
)

const fiber = Effect.runFork(program)

let stoppedBy: number | undefined

fiber.addObserver((exit) => {
  if (exit._tag === "Success") return
  if (Cause.hasInterruptsOnly(exit.cause)) {
    // a command that runs until it is stopped has set its own
    process.exitCode ??= 128 + (stoppedBy ?? 2)
    return
  }
  process.stderr.write(`latchkey: This is a bug in latchkey.\n${scrubbed(Cause.pretty(exit.cause))}\n`)
  process.exitCode = 70
})

for (const [signal, number] of [["SIGINT", 2], ["SIGTERM", 15]] as const) {
  process.once(signal, () => {
    stoppedBy = number
    fiber.interruptUnsafe()
  })
}
