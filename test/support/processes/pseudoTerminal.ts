/** Runs a program in a pseudo-terminal, by way of util-linux's `script`, which every Linux machine has. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { compileCache } from "./compileCache.ts"

/** Whether there is a `script` that can. That of macOS has other options. */
export const atHand = process.platform === "linux" && existsSync("/usr/bin/script")

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Starts a program that believes a person sits in front of it. */
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
    /** The program's exit code and all it showed. */
    ended,
    /** The first match in what it shows. */
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
        void ended.then(() => reject(new Error(`It ended without showing ${pattern}:\n${shown}`)))
      }),
    /** Types text; `\u0003` is Ctrl-C. */
    type: (text: string) => void child.stdin.write(text),
    kill: () => void child.kill("SIGKILL")
  }
}
