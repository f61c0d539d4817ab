#!/usr/bin/env node
/**
 * The package's command. Ends with 0 when it did what it was asked, 1 when the answer is no, 2 when it was asked in a
 * way that cannot be, and 128 and the signal's number when it was stopped.
 */
import module from "node:module"
import { coloured, help } from "./help/index.ts"

const args = process.argv.slice(2)

// the answer to somebody who only looks needs nothing that would have to be loaded
if (help !== undefined && (args.length === 0 || (args.length === 1 && /^(?:help|--help|-h)$/.test(args[0]!)))) {
  process.stdout.write(coloured ? help.coloured : help.plain, () => process.exit())
  await new Promise(() => {})
}

// compiled once for all runs, where Node can (22.8 and newer): that is a third of what a short command costs
module.enableCompileCache?.()

const Cause = await import("effect/Cause")
const Effect = await import("effect/Effect")
const { run } = await import("./run.ts")
const { scrubbed } = await import("./output/index.ts")

const fiber = Effect.runFork(run(args))

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

const stop = (signal: number) => {
  stoppedBy = signal
  fiber.interruptUnsafe()
}

for (const [signal, number] of [["SIGINT", 2], ["SIGTERM", 15]] as const) process.once(signal, () => stop(number))

// whoever read along has seen enough, as `head` has: what other programs are sent SIGPIPE for
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    stop(13)
  })
}
