/** Lock that a process holds as long as it runs. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { realpath, rm } from "node:fs/promises"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { alone } from "./fileLock.ts"

/**
 * Locks a file for this process until the scope closes. Returns `undefined`, or the code of the system's error:
 * `EADDRINUSE` if another process has locked the file, another code if locking isn't possible.
 *
 * The lock is a socket that the process listens on, because the system closes the socket together with the process,
 * however it ends. A suspended process keeps the lock.
 */
export const lockForProcess = (file: string): Effect.Effect<string | undefined, never, Scope.Scope> =>
  Effect.gen(function*() {
    const address = yield* Effect.promise(() => addressOf(file))
    // two processes starting at once could both take over a stale socket
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

/** Error code if another process already listens. */
const inUse = "EADDRINUSE"

/**
 * Returns the socket's address, which is the same for every path to the file. It is short, because systems limit
 * addresses to about 100 bytes.
 */
const addressOf = async (file: string): Promise<string> => {
  const folder = path.dirname(path.resolve(file))
  const real = path.join(await realpath(folder).catch(() => folder), path.basename(file))
  const name = `latchkey-${createHash("sha256").update(real).digest("hex").slice(0, 24)}`
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`)
}

/**
 * Returns the socket, or the code of the system's error. A socket without a listening process is stale and gets
 * replaced.
 */
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
