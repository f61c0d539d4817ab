/** Starts runners as processes on this machine. */
import { type ChildProcess, spawn } from "node:child_process"
import * as net from "node:net"
import * as path from "node:path"

/** Returns a free port of this machine. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().on("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

/**
 * Intervals short enough for other runners to take over within seconds. The defaults, 10 and 35 s, allow for busy
 * machines.
 */
const quick = {
  SHARDS_PER_GROUP: "12",
  SHARD_LOCK_REFRESH_INTERVAL: "1 second",
  SHARD_LOCK_EXPIRATION: "4 seconds",
  REFRESH_ASSIGNMENTS_INTERVAL: "500 millis",
  RUNNER_HEALTH_CHECK_INTERVAL: "1 second",
  ENTITY_MESSAGE_POLL_INTERVAL: "500 millis",
  ENTITY_TERMINATION_TIMEOUT: "1 second"
}

export interface RunnerSettings {
  readonly database: string
  readonly platform: string
  readonly project: { readonly projectId: string; readonly secretServerKey: string }
  readonly webhookSecret: string
  /** Called with each line that the runner prints. */
  readonly onLine?: (line: string) => void
}

/** Starts a runner that sends its name with each request to the platform. */
export const startRunner = async (name: string, settings: RunnerSettings) => {
  const [clusterPort, httpPort] = [await freePort(), await freePort()]
  const child: ChildProcess = spawn(
    process.execPath,
    [
      "--conditions=latchkey-source",
      "--disable-warning=ExperimentalWarning",
      path.join(import.meta.dirname, "runner.ts")
    ],
    {
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        ...quick,
        DATABASE: settings.database,
        RUNNER_PORT: String(clusterPort),
        HTTP_PORT: String(httpPort),
        WEBHOOK_SECRET: settings.webhookSecret,
        HEXCLAVE_API_URL: settings.platform,
        HEXCLAVE_PROJECT_ID: settings.project.projectId,
        HEXCLAVE_SECRET_SERVER_KEY: settings.project.secretServerKey,
        HEXCLAVE_EXTRA_REQUEST_HEADERS: JSON.stringify({ "x-runner": name })
      },
      stdio: ["ignore", "pipe", "inherit"]
    }
  )
  let rest = ""
  let listening: (isReady: boolean) => void
  const ready = new Promise<boolean>((resolve) => listening = resolve)
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  void ended.then(() => listening(false))
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (line.includes("Listening on http")) listening(true)
      settings.onLine?.(line)
    }
  })
  return {
    name,
    url: `http://127.0.0.1:${httpPort}`,
    /** Resolves with `true` when the runner accepts requests, and with `false` if it exits first. */
    ready,
    /** Ends the process at once, without letting it clean up. */
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}
