/**
 * CPU time of a process before the first line of the program: the minimum of several runs, which alternate with runs of
 * a reference.
 */
import { build } from "esbuild"
import { spawnSync } from "node:child_process"
import * as path from "node:path"
import type { Consumer } from "./dist.ts"
import { signed } from "./verification.ts"

type Signed = Awaited<ReturnType<typeof signed>>

/** Start-up time of one command. */
export interface StartUp {
  readonly what: string
  readonly against: string
  readonly millis: number
  readonly referenceMillis: number
  readonly ratio: number
  /** Maximum ratio. */
  readonly gate: number
}

/** Programs of {@link watched} that consist of more than an import, by file name. */
const programs = (signed: Signed): { readonly [file: string]: string } => ({
  "function.mjs": coldFunction("latchkey/promise", signed),
  "emulator.mjs": respondingEmulator
})

/** A serverless function during a cold start: it verifies a token and makes one call. */
const coldFunction = (entry: string, { keys, tokens: [token] }: Signed): string => `
import { createServer } from "${entry}"
import { createVerifier } from "latchkey/verify"
const project = { projectId: "internal", baseUrl: "http://127.0.0.1:9" }
const responding = (text) => async () => new Response(text, { headers: { "content-type": "application/json" } })
const { verify } = createVerifier({ ...project, fetch: responding(${JSON.stringify(JSON.stringify(keys))}) })
const list = responding('{"items":[],"is_paginated":true,"pagination":{"next_cursor":null}}')
const server = createServer({ ...project, secretServerKey: "ssk", fetch: list })
await verify("${token}")
await server.users.list()
process.exit(0)
`

/** Starts the emulator, sends it a request and exits. */
const respondingEmulator = `
process.argv.splice(1, Infinity, "latchkey", "emulator", "--port", "0")
const { stdout } = process
let printed = ""
stdout.write = (text) => {
  const url = /http:..[\\d.]+:\\d+/.exec(printed += text)?.[0]
  if (url) fetch(url + "/health").then(() => process.exit(0))
  return true
}
await import("./node_modules/latchkey/dist/src/cli/main.js")
`

const bundled = async ({ folder, write }: Consumer, program: string): Promise<void> => {
  const result = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    write: false
  })
  write("bundled.mjs", result.outputFiles[0]!.text)
}

/**
 * Commands with a limited start-up time. To see what takes the time: `node --cpu-prof --input-type=module --eval 'await
 * import("latchkey/promise")'`.
 */
const watched: ReadonlyArray<Pick<StartUp, "what" | "against" | "gate">> = [
  // 2026-11-29: more schemas, flows and namespaces are exported
  { what: "import latchkey", against: "import effect/Schema", gate: 2.6 },
  { what: "import latchkey/promise", against: "import effect/Schema", gate: 1.6 },
  { what: "import latchkey/promise/standalone", against: "import effect/Schema", gate: 0.5 },
  { what: "import latchkey/verify", against: "import jose", gate: 1.3 },
  { what: "import latchkey/emulator", against: "import effect/Schema", gate: 2.1 },
  { what: "latchkey --help", against: "node --eval 0", gate: 2 },
  { what: "node function.mjs", against: "import effect/Schema", gate: 2.3 },
  { what: "node bundled.mjs", against: "import effect/Schema", gate: 1 },
  { what: "node emulator.mjs", against: "import effect/Schema", gate: 2 }
]

const argumentsOf = (what: string): ReadonlyArray<string> => {
  const [command, name] = what.split(" ")
  return command === "import"
    ? ["--input-type=module", "--eval", `await import("${name}")`]
    : command === "latchkey"
    ? ["node_modules/latchkey/dist/src/cli/main.js", name!]
    : what.slice("node ".length).split(" ")
}

const tellsItsTime = `process.on("exit", () => {
  const { system, user } = process.cpuUsage()
  require("node:fs").writeSync(2, "\\n" + (system + user) + " µs of CPU")
})`

/** Returns a function that measures the CPU time of Node with the given arguments, in milliseconds. */
export const cpuOf = ({ folder, write }: Consumer): (args: ReadonlyArray<string>) => number => {
  const teller = write("tellsItsTime.cjs", tellsItsTime)
  return (args) => {
    const { stderr } = spawnSync(process.execPath, ["--require", teller, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], NODE_DISABLE_COMPILE_CACHE: "1", HOME: path.join(folder, "home") }
    })
    const micros = /(\d+) µs of CPU$/.exec(stderr)?.[1]
    if (micros === undefined) throw new Error(`node ${args.join(" ")} failed:\n${stderr}`)
    return Number(micros) / 1000
  }
}

/** Measures each command several times. The commands take turns. */
export const startUps = async (consumer: Consumer, rounds = 9): Promise<ReadonlyArray<StartUp>> => {
  const files = programs(await signed(1))
  for (const [name, text] of Object.entries(files)) consumer.write(name, text)
  await bundled(consumer, files["function.mjs"]!)
  const cpu = cpuOf(consumer)
  const all = [...new Set(watched.flatMap(({ against, what }) => [against, what]))]
  const least = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    for (const what of all) least.set(what, Math.min(least.get(what) ?? Infinity, cpu(argumentsOf(what))))
  }
  return watched.map((each) => {
    const [millis, referenceMillis] = [least.get(each.what)!, least.get(each.against)!]
    return { ...each, millis, referenceMillis, ratio: millis / referenceMillis }
  })
}
