/** Runs the command `latchkey` as people do: a process of its own, in a config folder and an environment of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url))

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

interface RunOptions {
  readonly env?: { readonly [name: string]: string | undefined }
  readonly stdin?: string
  readonly cwd?: string
}

/**
 * Where the processes of a file (or a `describe`) live; those of one test with `onTestFinished`. They are gone after it,
 * with their files.
 */
export const commandIn = (whenOver: (clean: () => void) => void = afterAll) => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-command-"))
  const children = new Set<ChildProcess>()

  whenOver(() => {
    for (const child of children) child.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (args: ReadonlyArray<string>, { cwd = folder, env = {}, stdin = "" }: RunOptions = {}) => {
    const child = spawn(
      process.execPath,
      ["--conditions=latchkey-source", "--disable-warning=ExperimentalWarning", main, ...args],
      { cwd, env: { PATH: process.env["PATH"], XDG_CONFIG_HOME: folder, HOME: folder, ...env } }
    )
    children.add(child)
    child.stdin.end(stdin)
    let output = ""
    let errors = ""
    const looking = new Set<() => void>()
    const heard = (hear: (text: string) => void) => (part: Buffer) => {
      hear(part.toString())
      for (const look of looking) look()
    }
    child.stdout.on("data", heard((text) => output += text))
    child.stderr.on("data", heard((text) => errors += text))
    const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, output, errors })))
    return {
      ended,
      /** The first match in what it says, on either stream. */
      says: (pattern: RegExp) =>
        new Promise<RegExpExecArray>((resolve, reject) => {
          const look = () => {
            const match = pattern.exec(output) ?? pattern.exec(errors)
            if (match === null) return
            looking.delete(look)
            resolve(match)
          }
          looking.add(look)
          look()
          void ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${output}${errors}`)))
        }),
      stop: (signal: NodeJS.Signals) => {
        child.kill(signal)
        return ended
      }
    }
  }

  return { folder, start, run: (args: ReadonlyArray<string>, options?: RunOptions) => start(args, options).ended }
}

/** The objects of `--json`, one a line. */
export const linesOf = (output: string): ReadonlyArray<any> =>
  output.trim().split("\n").map((line): unknown => JSON.parse(line))
