/**
 * CPU time of a process before the program's first line: the minimum of several alternating runs, compared with a
 * reference of the same run.
 */
import { spawnSync } from "node:child_process"
import * as path from "node:path"
import type { Consumer } from "./dist.ts"

/** Start-up time of one command. */
export interface StartUp {
  readonly what: string
  readonly against: string
  readonly millis: number
  readonly referenceMillis: number
  readonly ratio: number
  /** Maximum ratio. */
  readonly gate: number
}

const importing = (
  entry: string
): ReadonlyArray<string> => ["--input-type=module", "--eval", `await import("${entry}")`]

const command = ["node_modules/latchkey/dist/src/cli/main.js", "--help"]

/**
 * Commands with a limited start-up time. To see what takes the time: `node --cpu-prof --input-type=module --eval 'await
 * import("latchkey/promise")'`.
 */
const watched = [
  { what: "import latchkey/promise", against: "import effect/Schema", gate: 1.9 },
  { what: "import latchkey/promise/standalone", against: "import effect/Schema", gate: 0.6 },
  { what: "import latchkey/verify", against: "import jose", gate: 1.3 },
  { what: "import latchkey/emulator", against: "import effect/Schema", gate: 1.9 },
  { what: "latchkey --help", against: "node --eval 0", gate: 2 }
]

const argumentsOf = (what: string): ReadonlyArray<string> =>
  what.startsWith("import ") ? importing(what.slice(7)) : what.startsWith("latchkey") ? command : ["--eval", "0"]

const tellsItsTime = `process.on("exit", () => {
  const { system, user } = process.cpuUsage()
  require("node:fs").writeSync(2, "\\n" + (system + user) + " µs of CPU")
})`

/** Returns a function that measures the CPU time of Node with the given arguments, in milliseconds. */
export const cpuOf = ({ folder, write }: Consumer): (args: ReadonlyArray<string>) => number => {
  const teller = write("tellsItsTime.cjs", tellsItsTime)
  return (args) => {
    const { stderr } = spawnSync(process.execPath, ["--require", teller, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], NODE_DISABLE_COMPILE_CACHE: "1", HOME: path.join(folder, "home") }
    })
    const micros = /(\d+) µs of CPU$/.exec(stderr)?.[1]
    if (micros === undefined) throw new Error(`node ${args.join(" ")} failed:\n${stderr}`)
    return Number(micros) / 1000
  }
}

/** Measures each command several times, alternately. */
export const startUps = (consumer: Consumer, rounds = 9): ReadonlyArray<StartUp> => {
  const cpu = cpuOf(consumer)
  const all = [...new Set(watched.flatMap(({ against, what }) => [against, what]))]
  const least = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    for (const what of all) least.set(what, Math.min(least.get(what) ?? Infinity, cpu(argumentsOf(what))))
  }
  return watched.map(({ against, gate, what }) => {
    const [millis, referenceMillis] = [least.get(what)!, least.get(against)!]
    return { what, against, millis, referenceMillis, ratio: millis / referenceMillis, gate }
  })
}
