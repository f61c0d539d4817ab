/** Runs Stryker for one subject. Stryker is installed on demand, because only this command needs it. */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../bench/dist.ts"
import type { Subject } from "./subjects.ts"

const version = "10.1.1"

const folder = path.join(root, "node_modules/.cache/latchkey/mutation")

const inStryker = (file: string): string => path.join(folder, "node_modules/@stryker-mutator", file)

/** A change of a file, and its result. */
export interface Mutant {
  /** Hash of the file and both texts, for `reasons.ts`. */
  readonly id: string
  readonly file: string
  readonly line: number
  /** Original text. */
  readonly was: string
  readonly became: string
  readonly status: "Killed" | "Survived" | "Timeout" | "NoCoverage" | "CompileError" | "RuntimeError" | "Ignored"
}

/** Installs Stryker, once. */
export const install = (): void => {
  mkdirSync(folder, { recursive: true })
  const dependencies = { "@stryker-mutator/core": version, "@stryker-mutator/vitest-runner": version }
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
  const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--legacy-peer-deps", "--loglevel=error"]
  const { status, stderr } = spawnSync("npm", ["install", ...quiet], { cwd: folder, encoding: "utf8" })
  if (status !== 0) throw new Error(`Stryker could not be installed:\n${stderr}`)
  // uses the repository's vitest
  const own = path.join(folder, "node_modules/vitest")
  rmSync(own, { recursive: true, force: true })
  symlinkSync(path.join(root, "node_modules/vitest"), own, "junction")
}

/** Returns the results of all mutants of a subject's files. */
export const mutantsOf = ({ files, name, tests }: Subject): ReadonlyArray<Mutant> => {
  const report = path.join(folder, `${name}.json`)
  const settings = path.join(folder, `${name}.settings.json`)
  writeFileSync(
    settings,
    JSON.stringify({
      testRunner: "vitest",
      plugins: [pathToFileURL(inStryker("vitest-runner/dist/src/index.js")).href],
      vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
      mutate: files,
      coverageAnalysis: "perTest",
      tempDirName: path.join(folder, "sandbox"),
      ignorePatterns: ["dist", "docs", "examples", ".ci-cache", "coverage"],
      // TypeScript 7 has no API for Stryker
      tsconfigFile: "none.json",
      reporters: ["json", "progress-append-only"],
      jsonReporter: { fileName: report },
      concurrency: 2,
      timeoutMS: 8000
    })
  )
  const { status } = spawnSync(process.execPath, [inStryker("core/bin/stryker.js"), "run", settings], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    // Not UTC, because local time and UTC would then be the same. Tests in threads can't change their time zone.
    env: { ...process.env, TZ: "Asia/Kathmandu", MUTATION_TESTS: tests.join(";") }
  })
  if (status !== 0) throw new Error(`Stryker exited with ${status} for ${name}`)
  return mutantsIn(JSON.parse(readFileSync(report, "utf8")))
}

interface Place {
  readonly line: number
  readonly column: number
}

interface Report {
  readonly files: {
    readonly [file: string]: {
      readonly source: string
      readonly mutants: ReadonlyArray<{
        readonly replacement?: string
        readonly mutatorName: string
        readonly status: Mutant["status"]
        readonly location: { readonly start: Place; readonly end: Place }
      }>
    }
  }
}

const mutantsIn = ({ files }: Report): ReadonlyArray<Mutant> =>
  Object.entries(files).flatMap(([file, { mutants, source }]) => {
    const lines = source.split("\n")
    return mutants.map(({ location: { end, start }, mutatorName, replacement, status }) => {
      const was = oneLine(textBetween(lines, start, end))
      const became = oneLine(replacement ?? mutatorName)
      const id = createHash("sha256").update([file, was, became].join("\n")).digest("hex").slice(0, 7)
      return { id, file, line: start.line, was, became, status }
    })
  })

const textBetween = (lines: ReadonlyArray<string>, start: Place, end: Place): string =>
  lines.slice(start.line - 1, end.line).map((line, at, all) =>
    line.slice(at === 0 ? start.column - 1 : 0, at === all.length - 1 ? end.column - 1 : undefined)
  ).join("\n")

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()
