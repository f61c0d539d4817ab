/**
 * Runs the command `latchkey` with a separate config folder and environment. It runs as a process, or in this process
 * if a separate one would show nothing more.
 */
import * as Clock from "effect/Clock"
import { Console as ConsoleService } from "effect/Console"
import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { Console } from "node:console"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"
import { compileCache } from "./compileCache.ts"

/** Arguments with which Node runs the command. */
export const commandLine = [
  "--conditions=latchkey-source",
  "--disable-warning=ExperimentalWarning",
  fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url))
]

/** Environment in which programs can be found. It has the compile cache. */
export const processEnv = { PATH: process.env["PATH"], ...compileCache }

/** Result of a process. */
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

interface RunHereOptions extends RunOptions {
  /** Clock of the command. @default the system's clock */
  readonly clock?: Clock.Clock
}

/**
 * Creates a runner of processes for a file or a `describe`, or with `onTestFinished` for one test. Afterwards, the
 * processes are killed and their files are removed.
 */
export const commandIn = (whenOver: (clean: () => void) => void = afterAll) => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-command-"))
  const children = new Set<ChildProcess>()

  whenOver(() => {
    for (const child of children) child.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  })

  const surroundings = ({ env = {} }: RunOptions) => ({ ...processEnv, XDG_CONFIG_HOME: folder, HOME: folder, ...env })

  const start = (args: ReadonlyArray<string>, options: RunOptions = {}) => {
    const child = spawn(process.execPath, [...commandLine, ...args], {
      cwd: options.cwd ?? folder,
      env: surroundings(options)
    })
    children.add(child)
    child.stdin.end(options.stdin ?? "")
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
      /** Waits for the first match in standard output or standard error. */
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
          void ended.then(() => reject(new Error(`It exited without printing ${pattern}:\n${output}${errors}`)))
        }),
      signal: (signal: NodeJS.Signals) => child.kill(signal),
      stop: (signal: NodeJS.Signals) => {
        child.kill(signal)
        return ended
      }
    }
  }

  return {
    folder,
    start,
    /** Runs the command as a process. */
    run: (args: ReadonlyArray<string>, options?: RunOptions) => start(args, options).ended,
    /**
     * Runs the command in this process. Runs wait for each other, because the command replaces process-wide state such
     * as the streams.
     */
    runHere: (args: ReadonlyArray<string>, options: RunHereOptions = {}): Promise<Ended> => {
      const ended = turn.then(() =>
        within(args, options.cwd ?? folder, surroundings(options), options.stdin ?? "", options.clock)
      )
      turn = ended.catch(() => {})
      return ended
    }
  }
}

let turn: Promise<unknown> = Promise.resolve()

const within = async (
  args: ReadonlyArray<string>,
  cwd: string,
  env: NonNullable<RunOptions["env"]>,
  stdin: string,
  clock: Clock.Clock | undefined
): Promise<Ended> => {
  const { stderr, stdout } = process
  const before = { cwd: process.cwd(), env: process.env, exitCode: process.exitCode, stdin: process.stdin }
  const [write, writeError, { console }] = [stdout.write, stderr.write, globalThis]
  let output = ""
  let errors = ""
  stdout.write = (text: string | Uint8Array) => {
    output += String(text)
    return true
  }
  stderr.write = (text: string | Uint8Array) => {
    errors += String(text)
    return true
  }
  try {
    const own = new Console(stdout, stderr)
    globalThis.console = own
    process.env = { ...env }
    process.exitCode = undefined
    process.chdir(cwd)
    Object.defineProperty(process, "stdin", { value: Readable.from([stdin]), configurable: true })
    const { run } = await import("../../../src/cli/run.ts")
    // Effect keeps the console that it used first
    const running = Effect.provideService(run(args), ConsoleService, own)
    await Effect.runPromise(clock === undefined ? running : Effect.provideService(running, Clock.Clock, clock))
    return { code: Number(process.exitCode ?? 0), output, errors }
  } finally {
    globalThis.console = console
    stdout.write = write
    stderr.write = writeError
    process.env = before.env
    process.exitCode = before.exitCode
    process.chdir(before.cwd)
    Object.defineProperty(process, "stdin", { value: before.stdin, configurable: true })
  }
}

/** Parses the output of `--json`, which has one object per line. */
export const linesOf = (output: string): ReadonlyArray<any> =>
  output.trim().split("\n").map((line): unknown => JSON.parse(line))
