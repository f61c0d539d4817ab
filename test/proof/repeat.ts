/**
 * Runs every test again and again without a retry: `npm run repeat -- [times]`, 50 times unless told otherwise. Each run adds a
 * line to `repeated.log`, and two for each test that failed: its name, and why. What counts is how many runs in a row had none,
 * up to the last line. Exit code 1 when a test failed.
 */
import { spawnSync } from "node:child_process"
import { appendFileSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { root } from "../bench/dist.ts"
import { keep, occasion } from "./figures.ts"

const times = Number(process.argv[2] ?? 50)
const log = path.join(import.meta.dirname, "repeated.log")
const report = path.join(tmpdir(), `latchkey-repeat-${process.pid}.json`)

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string
      readonly status: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

const say = (line: string): void => {
  console.log(line)
  appendFileSync(log, `${line}\n`)
}

let failed = 0
for (let run = 1; run <= times; run++) {
  const { commit, date } = occasion()
  const started = performance.now()
  spawnSync(
    process.execPath,
    [
      path.join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--retry=0",
      "--reporter=json",
      `--outputFile=${report}`
    ],
    { cwd: root, stdio: "ignore" }
  )
  const { numFailedTests, numPassedTests, testResults }: Report = JSON.parse(readFileSync(report, "utf8"))
  const seconds = Math.round((performance.now() - started) / 1000)
  say(`${date} ${commit}: ${numPassedTests} passed, ${numFailedTests} failed, ${seconds} s`)
  for (const { assertionResults, name } of testResults) {
    for (const { failureMessages, fullName } of assertionResults.filter(({ status }) => status === "failed")) {
      say(`  ${path.relative(root, name)}: ${fullName}`)
      say(`    ${failureMessages[0]?.split("\n")[0] ?? "no word"}`)
    }
  }
  failed += numFailedTests
}

const runs = readFileSync(log, "utf8").split("\n").filter((line) => /^\S.* passed, /.test(line))
const inARow = runs.slice(runs.findLastIndex((line) => !line.includes(" 0 failed")) + 1)
keep(
  "npm run repeat",
  inARow.length === 0
    ? "a test failed in the last run: the log says which"
    : `${inARow.length} runs in a row without a failed test, the first on ${inARow[0]!.split(":")[0]}`
)
process.exitCode = failed === 0 ? 0 : 1
