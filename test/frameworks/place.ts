/** A copy of an app outside the repository, with the packed package, the framework's packages and an emulator. */
import * as Redacted from "effect/Redacted"
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import * as path from "node:path"
import { stripVTControlCharacters } from "node:util"
import type { startEmulator } from "../../src/emulator/index.ts"
import { commandMillis, stepMillis } from "../support/suite/hangMillis.ts"

export type EmulatorHandle = Awaited<ReturnType<typeof startEmulator>>

/** A command failed. The message contains the end of its output. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed"
}

export interface Place {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

/** Copies an app, and replaces the published package with the packed one. */
export const copyApp = (from: string, to: string, tarball: string): { readonly [script: string]: string } => {
  cpSync(from, to, { recursive: true })
  const file = path.join(to, "package.json")
  const manifest = JSON.parse(readFileSync(file, "utf8"))
  manifest.dependencies.latchkey = `file:${tarball}`
  writeFileSync(file, JSON.stringify(manifest))
  return manifest.scripts
}

/** Settings of the project, with the names that each framework requires. */
export const settingsOf = ({ baseUrl, project }: EmulatorHandle): { readonly [name: string]: string } => {
  const settings = {
    HEXCLAVE_PROJECT_ID: project.projectId,
    HEXCLAVE_PUBLISHABLE_CLIENT_KEY: Redacted.value(project.publishableClientKey),
    HEXCLAVE_API_URL: baseUrl
  }
  return Object.fromEntries(
    ["", "VITE_", "PUBLIC_", "NUXT_PUBLIC_"].flatMap((prefix) =>
      Object.entries(settings).map(([name, value]) => [prefix + name, value])
    )
  )
}

/** Runs a command until it exits, and returns its output. */
export const run = (command: string, { env, folder }: Place): Promise<string> =>
  new Promise((resolve, reject) => {
    const started = start(command, { env, folder })
    const late = setTimeout(() => {
      void end(started.child)
      reject(new CommandFailed(`${command} did not exit in time:\n${started.output()}`))
    }, commandMillis)
    started.child.on("close", (code) => {
      clearTimeout(late)
      if (code === 0) resolve(started.output())
      else reject(new CommandFailed(`${command} exited with code ${code}:\n${started.output().slice(-5000)}`))
    })
  })

/** Starts a command in a separate process group. */
export const start = (command: string, { env, folder }: Place) => {
  const child = spawn("bash", ["-euc", command], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => void (output += chunk))
  return { child, output: () => stripVTControlCharacters(output) }
}

/** Waits until the server at a URL responds. */
export const responds = async (url: string, { child, output }: ReturnType<typeof start>): Promise<void> => {
  for (let attempt = 0; attempt < stepMillis / 100; attempt++) {
    if (child.exitCode !== null) throw new CommandFailed(`The server exited with code ${child.exitCode}:\n${output()}`)
    if (await fetch(url).then(() => true, () => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new CommandFailed(`The server does not respond:\n${output()}`)
}

/** Ends a process with its child processes. */
export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = new Promise((resolve) => child.once("close", resolve))
  process.kill(-child.pid, "SIGKILL")
  await closed
}

/**
 * Returns a port that is free now. It is below the ports that systems choose for others, because another process could
 * get the port before the app listens.
 */
export const freePort = async (): Promise<number> => {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}
