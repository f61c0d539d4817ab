/** Starts a separate Redis on a loopback port: Debian's `redis-server`, or the program that REDIS_SERVER names. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { setImmediate } from "node:timers/promises"
import { createClient } from "redis"

const candidates = [process.env["REDIS_SERVER"], "redis-server", "/usr/bin/redis-server", "/usr/local/bin/redis-server"]

/** Command that starts Redis. `undefined` if there is none. */
export const redisServer: string | undefined = candidates.find((command) =>
  command !== undefined && spawnSync(command, ["--version"]).status === 0
)

/** Message of tests that are skipped without Redis. */
export const needsRedis =
  "needs redis-server: install it (apt-get install redis-server), or set REDIS_SERVER to its path"

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Settings of the configuration file. */
type Settings = { readonly [name: string]: string }

/**
 * Starts an empty Redis. Every write is on disk before it is confirmed, so a kill loses no confirmed write. `more`:
 * additional settings. A cluster also needs the port that is 10,000 higher. If another program takes one of the ports,
 * tries another port.
 */
export const startRedis = async (more: Settings = {}): Promise<Awaited<ReturnType<typeof startRedisOn>>> => {
  const port = await freePort()
  return await startRedisOn(port, more).catch((error: Error) => {
    if (!error.message.includes("Address already in use")) throw error
    return startRedis(more)
  })
}

const startRedisOn = async (port: number, more: Settings) => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "latchkey-redis-"))
  let child: ChildProcess | undefined
  const start = () =>
    new Promise<void>((resolve, reject) => {
      const settings = {
        bind: "127.0.0.1",
        port,
        dir: directory,
        appendonly: "yes",
        appendfsync: "always",
        save: "",
        ...more
      }
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
      const started = child = spawn(redisServer!, args, { stdio: ["ignore", "pipe", "pipe"] })
      let output = ""
      started.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes("Ready to accept connections")) resolve()
      })
      started.on("error", reject)
      // emitted after all output has been read, in contrast to "exit"
      started.on("close", () => reject(new Error(`redis-server ended:\n${output}`)))
    })
  const kill = () =>
    new Promise<void>((resolve) => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once("exit", () => resolve())
      child.kill("SIGKILL")
    })
  const stop = async () => {
    await kill()
    rmSync(directory, { recursive: true, force: true })
  }
  await start().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** Kills Redis. After `start`, all confirmed writes exist again. */
    kill,
    start,
    /** Suspends Redis until `resume`. Connections stay open. */
    suspend: () => child?.kill("SIGSTOP"),
    resume: () => child?.kill("SIGCONT"),
    stop
  }
}

/** Starts a cluster with the given number of masters. */
export const startRedisCluster = async (count: number) => {
  const nodes = await Promise.all(Array.from({ length: count }, () => startRedis({ "cluster-enabled": "yes" })))
  const clients = await Promise.all(nodes.map(({ url }) => createClient({ url }).connect()))
  const slots = 16_384
  const first = (at: number) => Math.floor(at * slots / count)
  for (const [at, client] of clients.entries()) {
    await client.sendCommand(["CLUSTER", "ADDSLOTSRANGE", String(first(at)), String(first(at + 1) - 1)])
    await client.sendCommand(["CLUSTER", "MEET", "127.0.0.1", String(nodes[0]!.port)])
  }
  const isWhole = async () => {
    const infos = await Promise.all(clients.map((client) => client.sendCommand(["CLUSTER", "INFO"])))
    return infos.every((info) =>
      /cluster_state:ok/.test(String(info)) && String(info).includes(`cluster_size:${count}`)
    )
  }
  while (!await isWhole()) await setImmediate()
  await Promise.all(clients.map((client) => client.close()))
  return {
    urls: nodes.map(({ url }) => url),
    stop: async () => {
      await Promise.all(nodes.map(({ stop }) => stop()))
    }
  }
}
