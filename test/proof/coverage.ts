/**
 * Measures which lines of `schemas`, `layers` and `src` the tests run: `npm run prove coverage`. Exit code 1: coverage below
 * 95 %, or a failed test. Lines that a child process of Node runs count if the process exits by itself. Lines that
 * browsers run don't count.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { root } from "../bench/dist.ts"
import { printRow } from "./row.ts"

const least = 95

const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    ...["node", "react", "slow"].flatMap((project) => ["--project", project]),
    "--coverage",
    "--coverage.provider=v8",
    "--coverage.autoAttachSubprocess",
    "--coverage.reporter=json-summary",
    ...["schemas", "layers", "src"].map((folder) => `--coverage.include=${folder}/**/*.ts`)
  ],
  // functions from the compile cache have inexact coverage
  { cwd: root, stdio: "inherit", env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" } }
)
if (status !== 0) throw new Error("Tests failed, so their coverage is incomplete.")

interface Covered {
  readonly lines: { readonly covered: number; readonly total: number }
}

const summary: { readonly [file: string]: Covered } = JSON.parse(
  readFileSync(path.join(root, "coverage/coverage-summary.json"), "utf8")
)
const percent = (files: ReadonlyArray<Covered>): number =>
  100 * files.reduce((sum, { lines }) => sum + lines.covered, 0)
  / files.reduce((sum, { lines }) => sum + lines.total, 0)
const shares = ["schemas", "layers", "src"].map((folder) => ({
  folder,
  share: percent(
    Object.entries(summary).filter(([file]) => path.relative(root, file).startsWith(`${folder}${path.sep}`)).map((
      [, covered]
    ) => covered)
  )
}))
printRow(
  "npm run prove coverage",
  `lines: ${shares.map(({ folder, share }) => `${folder} ${share.toFixed(1)} %`).join(", ")}`
)
for (const { folder, share } of shares.filter(({ share }) => share < least)) {
  console.error(`${folder}: ${share.toFixed(1)} % of lines, below ${least} %.`)
  process.exitCode = 1
}
