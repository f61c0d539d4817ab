/** Projects of other people: folders outside the repository in which npm has installed the packed package and what they use besides. */
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import * as path from "node:path"

/** Where they are made, and the package that they install. */
export interface Place {
  readonly folder: string
  readonly tarball: string
}

/** One line of the table: something was done, or it fails with what went wrong. */
export interface Row {
  readonly what: string
  /** What is worth knowing of it once it is done. */
  readonly does: () => string
}

/** Somebody who uses the package, by the name that the command line takes. */
export interface Consumer {
  readonly name: string
  /** Installs what is needed, in a folder of this name. */
  readonly rows: (place: Place, folderName: string) => ReadonlyArray<Row>
}

/** What a stranger's terminal has: nothing of this command's npm, none of the repository's programs, no project. */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      !/^(?:npm_|node_(?:options|env|path|compile_cache)$|init_cwd$|ci$|(?:\w+_)?(?:stack|hexclave)_)/i.test(name)
    )
  ),
  PATH: [
    path.dirname(process.execPath),
    ...(process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => !folder.includes("node_modules"))
  ].join(path.delimiter),
  npm_config_update_notifier: "false",
  NEXT_TELEMETRY_DISABLED: "1",
  NO_COLOR: "1"
}

/** Runs a program to its end. What it printed; it fails with that when the program does. */
export const run = (program: string, args: ReadonlyArray<string>, folder: string): string => {
  const { error, status, stderr, stdout } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env,
    timeout: 300_000,
    maxBuffer: 100_000_000
  })
  if (error !== undefined) throw error
  if (status !== 0) {
    const told = `${stdout}${stderr}`.split("\n").map((line) => line.slice(0, 400)).join("\n")
    throw new Error(`${path.basename(program)} ${args.join(" ")} ended with ${status}:\n${told.trim()}`)
  }
  return stdout
}

/** Writes files by their names. */
export const write = (folder: string, files: { readonly [name: string]: string }): void => {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** A project with the package and these others, each in one version. Its folder. */
export const install = (place: Place, name: string, packages: { readonly [name: string]: string }): string => {
  const folder = path.join(place.folder, name)
  const dependencies = { latchkey: `file:${place.tarball}`, ...packages }
  write(folder, { "package.json": JSON.stringify({ private: true, type: "module", dependencies }) })
  run("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"], folder)
  return folder
}

/** Runs a program that an installed package brings. */
export const runInstalled = (folder: string, program: string, ...args: ReadonlyArray<string>): string =>
  run(path.join(folder, "node_modules/.bin", program), args, folder)

/** What a program said, which must be what `greet.ts` says in front of `platform.mjs`. */
export const greetingOf = (said: string): string => {
  const greeting = said.trim()
  if (greeting !== "Hello Ada Lovelace") throw new Error(`It says ${JSON.stringify(greeting)}.`)
  return greeting
}
