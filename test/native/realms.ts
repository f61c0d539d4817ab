/** Realms in which an app's bundle runs: a context of Node without Node's globals, or a process of Hermes. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import * as vm from "node:vm"

/** A realm with `globalThis.__phone`, whose `send` and `receive` carry JSON. */
export interface Realm {
  /** Runs a script. `name` is its name in stack traces. */
  readonly run: (script: string, name: string) => void
  readonly send: (message: string) => void
  readonly close: () => void
}

/** Called for each message of the realm. */
export type Receive = (message: string) => void

/** Globals of V8 that are not globals of Hermes. */
const beyondHermes = ["Atomics", "SharedArrayBuffer", "WebAssembly", "console"]

/** A new V8 context. It has only the globals of the language, and none of Node or a browser. */
export const contextRealm = (receive: Receive): Realm => {
  // asynchronous, because the native side of a device runs in its own thread
  const phone: { send: Receive; receive?: Receive } = { send: (message) => setImmediate(receive, message) }
  const context = vm.createContext({ __phone: phone })
  vm.runInContext(beyondHermes.map((name) => `delete globalThis.${name}`).join("\n"), context)
  return {
    run: (script, name) => vm.runInContext(script, context, { filename: name }),
    send: (message) => {
      try {
        phone.receive?.(message)
      } catch (error) {
        phone.send(JSON.stringify({ kind: "exception", text: error instanceof Error ? error.stack : String(error) }))
      }
    },
    close: () => {}
  }
}

const mark = "\u0001"

/** Hermes' command-line program, which evaluates the lines of its standard input and prints lines. */
export const hermesRealm = (program: string) => (receive: Receive): Realm => {
  const child = spawn(program, ["-prompt=", "-prompt2="], { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.on("error", () => {})
  createInterface({ input: child.stdout }).on("line", (line) => {
    const at = line.indexOf(mark)
    if (at >= 0) receive(line.slice(at + 1))
    else if (/^(?:\s*>>\s*)?Uncaught/.test(line)) receive(JSON.stringify({ kind: "exception", text: line, stack: [] }))
  })
  const evaluate = (line: string) => child.stdin.write(`${line};0\n`)
  evaluate(`globalThis.__phone = { send: function(message) { print("${mark}" + message) } }`)
  return {
    run: (script) => evaluate(`(0, eval)(${JSON.stringify(script)})`),
    send: (message) => evaluate(`__phone.receive(${JSON.stringify(message)})`),
    close: () => child.kill()
  }
}
