/**
 * Checks every property far more often than the tests: `npm run prove properties -- [runs]`. The default is 10,000 runs.
 * Properties with fewer than 200 runs in the tests get proportionally fewer. Exit code 1: a property failed. The output
 * contains the seed and the smallest failing case.
 */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { root } from "../bench/dist.ts"
import { printRow } from "./row.ts"

const times = Number(process.argv[2] ?? 10_000)

const propertiesIn = (file: string): number =>
  readFileSync(path.join(root, file), "utf8").match(/^ *it(?:\.\w+)*\.prop\(/gm)?.length ?? 0

const files = globSync("test/**/*.test.{ts,tsx}", { cwd: root }).filter((file) => propertiesIn(file) > 0)
const properties = files.reduce((sum, file) => sum + propertiesIn(file), 0)

const { status } = spawnSync(
  process.execPath,
  [path.join(root, "node_modules/vitest/vitest.mjs"), "run", ...files, "--retry=0", `--testTimeout=${3_600_000}`],
  { cwd: root, stdio: "inherit", env: { ...process.env, PROPERTY_RUNS: String(times) } }
)
if (status === 0) {
  printRow(
    "npm run prove properties",
    `${properties} properties in ${files.length} files hold, ${
      times.toLocaleString("en")
    } runs each, or proportionally fewer for slow properties`
  )
}
process.exitCode = status === 0 ? 0 : 1
