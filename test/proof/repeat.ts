/**
 * Runs all tests repeatedly without retries: `npm run repeat -- [times]`. The default is 50 times. Prints a line for
 * each run, and two lines for each failure: its name and its reason. A failed set-up of a suite and an error outside
 * any test count as failures. Exit code 1: at least one failure.
 */
import { spawnSync } from "node:child_process"
import * as path from "node:path"
import { root } from "../bench/dist.ts"
import { occasion, printRow } from "./row.ts"

const times = Number(process.argv[2] ?? 50)
const isClean = (line: string): boolean => line.includes("passed, 0 failed")

let failed = 0
for (let run = 1; run <= times; run++) {
  const { commit, date } = occasion()
  const started = performance.now()
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      path.join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--retry=0",
      "--reporter=./test/proof/whatFailed.ts",
      "--reporter=./.ci/closingLine.mjs"
    ],
    { cwd: root, stdio: ["ignore", "pipe", "ignore"], encoding: "utf8", maxBuffer: Infinity }
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  const lines = stdout.trimEnd().split("\n")
  const ended = lines.pop()!
  if (!/^\d+ passed, \d+ failed/.test(ended) || (status === 0) !== isClean(ended)) {
    throw new Error(`A run exited with ${status}, and its last line was: ${ended}`)
  }
  console.log(`${date} ${commit}: ${ended}, ${seconds} s`)
  if (status === 0) continue
  failed++
  for (const line of lines.filter((line) => line !== "")) console.log(line)
}

printRow(
  "npm run repeat",
  failed === 0 ? `${times} runs without a failed test` : `${failed} of ${times} runs had a failed test`
)
process.exitCode = failed === 0 ? 0 : 1
