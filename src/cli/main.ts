#!/usr/bin/env node
/** The package's command: `latchkey emulator`. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { emulator } from "./emulator.ts"
import { Unusable } from "./Unusable.ts"
import { say, usage } from "./words.ts"

const [command, ...args] = process.argv.slice(2)

const chosen = command === "emulator"
  ? emulator(args)
  : command === undefined || command === "help" || command === "--help" || command === "-h"
  ? say(usage)
  : Effect.fail(new Unusable({ sentence: `There is no command ${command}.\n\n${usage}` }))

const fiber = Effect.runFork(
  Effect.catchTag(chosen, "Unusable", ({ sentence }) =>
    Effect.sync(() => {
      process.stderr.write(`latchkey: ${sentence}\n`)
      process.exitCode = 2
    }))
)

fiber.addObserver((exit) => {
  if (exit._tag === "Success" || Cause.hasInterruptsOnly(exit.cause)) return
  process.stderr.write(`latchkey: This is a bug in latchkey.\n${Cause.pretty(exit.cause)}\n`)
  process.exitCode = 1
})

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => fiber.interruptUnsafe())
