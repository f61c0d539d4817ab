/**
 * Uses the packed package with compilers, bundlers and versions of Node: with all of them (`npm run prove consumers`),
 * or with some (`npm run prove consumers -- vite typescript-7.0`). Prints a line for each. Exit code 1: one failed.
 * Every tool is installed in a fixed version in a folder outside the repository. Uses the npm registry.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { build, root } from "../bench/dist.ts"
import { printRow } from "../proof/row.ts"
import { browserPrograms } from "./bundlers.ts"
import { compilers } from "./compilers.ts"
import type { Place, Row } from "./project.ts"
import { requires } from "./require.ts"

const consumers = [...compilers, ...browserPrograms, ...requires]

const named = process.argv.slice(2)
const unknown = named.find((name) => !consumers.some((consumer) => consumer.name === name))
if (unknown !== undefined) {
  console.error(`There is no consumer ${unknown}. Consumers: ${consumers.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}

const packed = (folder: string): Place => {
  const { status, stderr, stdout } = spawnSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`)
  return { folder, tarball: path.join(folder, JSON.parse(stdout)[0].filename) }
}

let failed = 0
let passed = 0

/** Runs a step and prints a line with its result or its error. Prints nothing for a step without a result. */
const attempt = (what: string, does: () => string | void): void => {
  const started = performance.now()
  const print = (mark: string, says: string) => {
    const seconds = `${((performance.now() - started) / 1000).toFixed(0)} s`
    console.log(`${mark} ${what.padEnd(39)} ${seconds.padStart(5)}  ${says}`)
  }
  try {
    const says = does()
    passed++
    if (typeof says === "string") print("✓", says)
  } catch (error) {
    failed++
    print("✗", error instanceof Error ? error.message : String(error))
  }
}

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-consumers-")))
try {
  build()
  const place = packed(scratch)
  for (const { name, rows } of consumers) {
    if (named.length > 0 && !named.includes(name)) continue
    let installed: ReadonlyArray<Row> = []
    attempt(`${name}, installed`, () => {
      installed = rows(place, name)
    })
    for (const { does, what } of installed) attempt(what, does)
    // delete the folder, because each one takes up hundreds of megabytes
    rmSync(path.join(scratch, name), { recursive: true, force: true })
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
const verdict = failed === 0 ? "all passed" : `${failed} of ${failed + passed} failed`
if (named.length === 0) {
  printRow(
    "npm run prove consumers",
    `${consumers.map(({ name }) => name).join(", ")}: ${verdict}`
  )
} else console.log(verdict)
process.exitCode = failed === 0 ? 0 : 1
