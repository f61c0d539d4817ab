/**
 * Runs every test again and again without a retry: `npm run repeat -- [times]`, 50 times unless told otherwise. Each run adds a
 * line to `repeated.log`, and two for whatever failed: its name, and why. A suite whose set-up failed counts, and so does an
 * error outside any test. What counts is how many runs in a row had none, up to the last line. Exit code 1 when one failed.
 */
import { spawnSync } from "node:child_process"
import { appendFileSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { root } from "../bench/dist.ts"
import { keep, occasion } from "./figures.ts"

const times = Number(process.argv[2] ?? 50)
const log = path.join(import.meta.dirname, "repeated.log")

const say = (line: string): void => {
  console.log(line)
  appendFileSync(log, `${line}\n`)
}

const isClean = (line: string): boolean => line.includes("passed, 0 failed")

let failed = false
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
    throw new Error(`A run ended with ${status}, and its last line was: ${ended}`)
  }
  say(`${date} ${commit}: ${ended}, ${seconds} s`)
  if (status !== 0) lines.filter((line) => line !== "").forEach(say)
  failed ||= status !== 0
}

const runs = readFileSync(log, "utf8").split("\n").filter((line) => /^\S/.test(line))
const inARow = runs.slice(runs.findLastIndex((line) => !isClean(line)) + 1)
keep(
  "npm run repeat",
  inARow.length === 0
    ? "something failed in the last run: the log says which"
    : `${inARow.length} runs in a row without a failed test, the first on ${inARow[0]!.split(":")[0]}`
)
process.exitCode = failed ? 1 : 0
