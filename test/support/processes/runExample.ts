/** Runs an example as a process, as its README describes. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import * as path from "node:path"
import { compileCache } from "./compileCache.ts"

const root = path.resolve(import.meta.dirname, "../../..")

/** The Node of the dependencies, because the tests may run in an older Node that can't run TypeScript. */
const installed = path.join(root, "node_modules/node/bin/node")
export const node = existsSync(installed) ? installed : process.execPath

/** Starts `examples/<name>/main.ts`, or another file of `examples`. */
export const startExample = (
  name: string,
  env: { readonly [name: string]: string } = {},
  args: ReadonlyArray<string> = []
) => {
  const child = spawn(node, [
    "--conditions=latchkey-source",
    `examples/${name.endsWith(".ts") ? name : `${name}/main.ts`}`,
    ...args
  ], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...compileCache, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  const waiting: Array<() => void> = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      for (const look of waiting) look()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  return {
    /** Complete output, after the process has exited. */
    end: async () => ({ code: await ended, output }),
    /** Waits for the first match in the output. */
    prints: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output)
          if (match !== null) resolve(match)
        }
        waiting.push(look)
        look()
        void ended.then(() => reject(new Error(`exited without printing ${pattern}:\n${output}`)))
      }),
    stop: (signal?: NodeJS.Signals) => child.kill(signal)
  }
}
