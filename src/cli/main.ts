#!/usr/bin/env node
/**
 * Entry point of the `latchkey` command. Exit codes: 0 for success, 1 for a negative result, 2 for a usage error, 70 for a bug,
 * and 128 plus the signal's number after a signal.
 */
import module from "node:module"
import { coloured, help } from "./help/index.ts"

const args = process.argv.slice(2)

// plain help needs no other module
if (help !== undefined && (args.length === 0 || (args.length === 1 && /^(?:help|--help|-h)$/.test(args[0]!)))) {
  process.stdout.write(coloured ? help.coloured : help.plain, () => process.exit())
  await new Promise(() => {})
}

// since Node 22.8, compiled modules are cached between runs, which saves a third of a short command's time
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
    // a command that runs until it is stopped has set its exit code
    process.exitCode ??= 128 + (stoppedBy ?? 2)
    return
  }
  process.stderr.write(
    `latchkey: This is a bug in latchkey. Please report it with this text:\n${scrubbed(Cause.pretty(exit.cause))}\n`
  )
  process.exitCode = 70
})

const stop = (signal: number) => {
  stoppedBy = signal
  fiber.interruptUnsafe()
}

for (const [signal, number] of [["SIGINT", 2], ["SIGTERM", 15]] as const) process.once(signal, () => stop(number))

// the reader closed the pipe, as `head` does; other programs receive SIGPIPE in that case
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    stop(13)
  })
}
