/** Runs a program in a pseudo-terminal with util-linux's `script`, which most Linux systems have. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { compileCache } from "./compileCache.ts"

/** Whether a suitable `script` exists. The `script` of macOS has different options. */
export const atHand = process.platform === "linux" && existsSync("/usr/bin/script")

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Starts a program in a terminal that it detects as interactive. */
export const inTerminal = (
  program: string,
  args: ReadonlyArray<string>,
  { cwd, env }: { readonly cwd: string; readonly env: { readonly [name: string]: string | undefined } }
) => {
  const child = spawn("/usr/bin/script", ["-qfec", [program, ...args].map(quoted).join(" "), "/dev/null"], {
    cwd,
    env: { PATH: process.env["PATH"], TERM: "xterm", ...compileCache, ...env }
  })
  let shown = ""
  const looking = new Set<() => void>()
  child.stdout.on("data", (part: Buffer) => {
    shown += part.toString()
    for (const look of looking) look()
  })
  const ended = new Promise<{ readonly code: number | null; readonly shown: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, shown }))
  )
  return {
    /** Exit code of the program and its output. */
    ended,
    /** Waits for the first match in the output. */
    shows: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(shown)
          if (match === null) return
          looking.delete(look)
          resolve(match)
        }
        looking.add(look)
        look()
        void ended.then(() => reject(new Error(`It exited without printing ${pattern}:\n${shown}`)))
      }),
    /** Types a string. `\u0003` is Ctrl-C. */
    type: (text: string) => void child.stdin.write(text),
    kill: () => void child.kill("SIGKILL")
  }
}
