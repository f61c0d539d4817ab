/**
 * Projects of users, in folders outside the repository. npm has installed the packed package and other packages there.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { userTerminal } from "../support/processes/terminal.ts"
import { commandMillis } from "../support/suite/hangMillis.ts"

/** Parent folder of the projects, and path of the packed package. */
export interface Place {
  readonly folder: string
  readonly tarball: string
}

/** A step, with its name in the report. The step returns a result or throws. */
export interface Row {
  readonly what: string
  /** Performs the step and returns a short result. */
  readonly does: () => string
}

/** A tool that uses the package. `name` is its name on the command line. */
export interface Consumer {
  readonly name: string
  /** Installs the tool in a folder of this name, and returns the steps. */
  readonly rows: (place: Place, folderName: string) => ReadonlyArray<Row>
}

/** Runs a program and returns its output. Throws with the output if the program fails. */
export const run = (program: string, args: ReadonlyArray<string>, folder: string): string => {
  const { error, status, stderr, stdout } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...userTerminal, NO_COLOR: "1" },
    timeout: commandMillis,
    maxBuffer: 100_000_000
  })
  if (error !== undefined) throw error
  if (status !== 0) {
    const output = `${stdout}${stderr}`.split("\n").map((line) => line.slice(0, 400)).join("\n")
    throw new Error(`${path.basename(program)} ${args.join(" ")} exited with ${status}:\n${output.trim()}`)
  }
  return stdout
}

/** Writes files by name. */
export const write = (folder: string, files: { readonly [name: string]: string }): void => {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Creates a project with the package and other packages in fixed versions. Returns its folder. */
export const install = (place: Place, name: string, packages: { readonly [name: string]: string }): string => {
  const folder = path.join(place.folder, name)
  const dependencies = { latchkey: `file:${place.tarball}`, ...packages }
  write(folder, { "package.json": JSON.stringify({ private: true, type: "module", dependencies }) })
  run("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"], folder)
  return folder
}

/** Runs a program of an installed package. */
export const runInstalled = (folder: string, program: string, ...args: ReadonlyArray<string>): string =>
  run(path.join(folder, "node_modules/.bin", program), args, folder)

/**
 * Runs a program and returns the greeting that it prints. It must be the greeting of `greet.ts` with `platform.mjs`.
 */
export const greetingOf = (said: string): string => {
  const greeting = said.trim()
  if (greeting !== "Hello Ada Lovelace") throw new Error(`It printed ${JSON.stringify(greeting)}.`)
  return greeting
}
