/** Runs test files in a separate project, as an app that installs Latchkey would. */
import { spawn } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { hangMillis } from "../suite/hangMillis.ts"
import { compileCache } from "./compileCache.ts"
import { node } from "./runExample.ts"

const root = path.resolve(import.meta.dirname, "../../..")

/** Packages that the test files may import. */
const packages = { latchkey: root, vitest: path.join(root, "node_modules/vitest") }

const config = `export default {
  resolve: { conditions: ["latchkey-source", "module", "node", "development|production"] },
  ssr: { resolve: { conditions: ["latchkey-source", "module", "node", "development|production"] } },
  test: { include: ["**/*.test.ts"], maxWorkers: 1, isolate: false, testTimeout: ${hangMillis} }
}`

/** Result of one test. */
export interface TestResult {
  readonly title: string
  readonly passed: boolean
  /** Messages of the failures. */
  readonly problem: string
}

/** Writes the files to a temporary project, runs its tests, and returns the result of the test in each test file. */
export const runTests = async (
  files: { readonly [name: string]: string }
): Promise<{ readonly [file: string]: TestResult }> => {
  const folder = await mkdtemp(path.join(tmpdir(), "latchkey-tests-"))
  try {
    await mkdir(path.join(folder, "node_modules"))
    for (const [name, target] of Object.entries(packages)) {
      await symlink(target, path.join(folder, "node_modules", name), "junction")
    }
    const written = { ...files, "package.json": `{ "type": "module" }`, "vitest.config.js": config }
    for (const [name, text] of Object.entries(written)) {
      await mkdir(path.join(folder, path.dirname(name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    const output = await vitest(folder)
    const report = await readFile(path.join(folder, "results.json"), "utf8").catch(() => {
      throw new Error(`Vitest wrote no results:\n${output}`)
    })
    const { testResults } = JSON.parse(report) as Results
    return Object.fromEntries(testResults.map(({ assertionResults: [result], message, name }) => [
      path.relative(folder, name).split(path.sep).join("/"),
      {
        title: result?.title ?? "",
        passed: result?.status === "passed",
        problem: [message, ...(result?.failureMessages ?? [])].join("\n").trim()
      }
    ]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Results {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{
      readonly title: string
      readonly status: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

const vitest = (folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(node, [
      path.join(packages.vitest, "vitest.mjs"),
      "run",
      "--reporter=json",
      "--outputFile=results.json"
    ], {
      cwd: folder,
      env: { PATH: process.env["PATH"], TMPDIR: process.env["TMPDIR"], ...compileCache },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    child.on("error", reject)
    child.on("close", () => resolve(output))
  })
