/**
 * Runs all tests on a machine without spare CPU time and without retries: `npm run prove busy -- [situation] [times]`.
 * Situations: `half` confines the run to half a core, `loops` runs eight busy loops next to it. The default is three
 * runs of each. Prints a line for each run, and two lines for each failure: its name and its reason. A failed set-up of
 * a suite and an error outside any test count as failures. Exit code 1: at least one failure. `half` needs Linux and
 * root, because it sets the quota of a control group.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { text } from "node:stream/consumers"
import { root } from "../bench/dist.ts"
import { occasion, printRow } from "./row.ts"

/** Starts a process that the situation slows down. Resolves to the exit code and the output. */
const vitest = async (before: ReadonlyArray<string> = []) => {
  const command = [
    ...before,
    process.execPath,
    path.join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--mode=laws",
    "--retry=0",
    "--reporter=./test/proof/whatFailed.ts",
    "--reporter=./.ci/report.mjs"
  ]
  const child = spawn(command[0]!, command.slice(1), { cwd: root, stdio: ["ignore", "pipe", "ignore"] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")])
  return { code, output }
}

/** Control groups of version 2 are one tree, and those of version 1 are a tree for each resource. */
const controlGroup = (): { readonly folder: string; readonly quota: readonly [file: string, value: string] } => {
  const unified = "/sys/fs/cgroup/cgroup.controllers"
  return existsSync(unified)
    ? { folder: `/sys/fs/cgroup/latchkey-half-${process.pid}`, quota: ["cpu.max", "50000 100000"] }
    : { folder: `/sys/fs/cgroup/cpu/latchkey-half-${process.pid}`, quota: ["cpu.cfs_quota_us", "50000"] }
}

const situations = {
  half: async () => {
    const { folder, quota: [file, value] } = controlGroup()
    mkdirSync(folder, { recursive: true })
    try {
      writeFileSync(path.join(folder, file), value)
      return await vitest(["sh", "-c", `echo $$ > ${folder}/cgroup.procs && exec "$@"`, "sh"])
    } finally {
      rmdirSync(folder)
    }
  },
  loops: async () => {
    // they end with this process, even if it is killed
    const loop = `while (process.ppid === ${process.pid});`
    const loops = Array.from(Array(8), () => spawn(process.execPath, ["-e", loop], { stdio: "ignore" }))
    try {
      return await vitest()
    } finally {
      for (const each of loops) each.kill("SIGKILL")
    }
  }
}

const isSituation = (name: string): name is keyof typeof situations => Object.hasOwn(situations, name)

const requested = process.argv.slice(2)
const times = Number(requested.find((arg) => /^\d+$/.test(arg)) ?? 3)
const chosen = requested.filter(isSituation)
const names = chosen.length > 0 ? chosen : Object.keys(situations).filter(isSituation)

for (const name of names) {
  let failed = 0
  const took: Array<number> = []
  for (let run = 1; run <= times; run++) {
    const { commit, date } = occasion()
    const started = performance.now()
    const { code, output } = await situations[name]()
    const seconds = Math.round((performance.now() - started) / 1000)
    took.push(seconds)
    const lines = output.trimEnd().split("\n")
    console.log(`${date} ${commit} ${name}: ${lines.at(-1)}, ${seconds} s`)
    if (code === 0) continue
    failed++
    for (const line of lines.filter((line) => line !== "")) console.log(line)
  }
  if (failed > 0) process.exitCode = 1
  printRow(
    `npm run prove busy -- ${name}`,
    `${failed === 0 ? `${times} runs without a failed test` : `${failed} of ${times} runs had a failed test`}: ${
      took.join(", ")
    } s`
  )
}
