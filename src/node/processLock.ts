/** A lock that a process keeps for as long as it runs. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { realpath, rm } from "node:fs/promises"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { alone } from "./fileLock.ts"

/**
 * Locks a file for this process until the scope closes, and returns `undefined`, or the code of the system's error: `EADDRINUSE`
 * when another process has locked it, another code when the system does not let it be locked.
 *
 * The lock is a socket that the process listens on, because the system closes that with the process, however it ends. A
 * process that is suspended keeps it.
 */
export const lockForProcess = (file: string): Effect.Effect<string | undefined, never, Scope.Scope> =>
  Effect.gen(function*() {
    const address = yield* Effect.promise(() => addressOf(file))
    // of two that start at once, both would take a socket that was left behind for their own
    const inTurn = alone(path.join(os.tmpdir(), `${path.basename(address)}.lock`))
    const lock = yield* Effect.acquireRelease(
      Effect.catchTag(
        inTurn(() => Effect.promise(() => listen(address))),
        "LockFailed",
        ({ code }) => Effect.succeed(code)
      ),
      (lock) => typeof lock === "string" ? Effect.void : Effect.promise(() => closed(lock))
    )
    return typeof lock === "string" ? lock : undefined
  })

/** How the system says that a process listens already. */
const inUse = "EADDRINUSE"

/** Name of the lock: the same for every path that leads to the file. Short, because systems take about 100 bytes. */
const addressOf = async (file: string): Promise<string> => {
  const folder = path.dirname(path.resolve(file))
  const real = path.join(await realpath(folder).catch(() => folder), path.basename(file))
  const name = `latchkey-${createHash("sha256").update(real).digest("hex").slice(0, 24)}`
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`)
}

/** The socket, or the code of the system's error. A socket that no process listens on was left behind by a killed one. */
const listen = async (address: string): Promise<net.Server | string> => {
  const first = await listenOnce(address)
  if (first !== inUse || await isListenedOn(address)) return first
  await rm(address, { force: true })
  return listenOnce(address)
}

const listenOnce = (address: string): Promise<net.Server | string> =>
  new Promise((resolve) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name))
    server.listen(address, () => resolve(server.unref()))
  })

const isListenedOn = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED" && code !== "ENOENT"))
  })

const closed = (server: net.Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
