/**
 * Sends every hostile response to every function of every level: `npm run prove hostile`. Prints the output of the
 * tests, and a row with the number of calls for `docs/proof.md`.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import { createInterface } from "node:readline"
import { root } from "../bench/dist.ts"
import { printRow } from "../proof/row.ts"

const vitest = spawn(
  process.execPath,
  [path.join(root, "node_modules/vitest/vitest.mjs"), "run", "--mode", "hostile", "--project", "slow"],
  { cwd: root, stdio: ["ignore", "pipe", "inherit"] }
)
const ended = once(vitest, "exit")
let functions = 0
let answers = 0
let calls = 0
let last = ""
for await (const line of createInterface(vitest.stdout)) {
  console.log(line)
  // `figuresOf` in trial.ts prints these numbers
  const [, all, whole, part, made] =
    /(\d+) functions × (\d+) responses and \d+ functions × (\d+) responses: (\d+) calls/.exec(line) ?? []
  functions = Math.max(functions, Number(all ?? 0))
  answers += Number(whole ?? 0) + Number(part ?? 0)
  calls += Number(made ?? 0)
  if (line !== "") last = line
}
const [code] = await ended
printRow(
  "npm run prove hostile",
  `${functions} functions, ${answers} hostile responses, ${calls} calls; tests: ${last}`
)
process.exitCode = code ?? 1
