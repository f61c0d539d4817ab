/** Processes of the fleet, and a record of each. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { compileCache } from "../../support/processes/compileCache.ts"
import { makePeriods, type Periods } from "./periods.ts"
import type { InUse, Report } from "./server.ts"

/** A sign-in or a sign-out by a server. */
export interface Change {
  readonly server: Server
  readonly sentAt: number
  /**
   * Time at which the response arrived. `undefined`: no response arrived, so it is unknown whether the change was made.
   */
  answeredAt?: number
  /** Time at which the server had written all its changes to the store. */
  settledAt?: number
}

/** A process of the fleet. */
export interface Server {
  readonly name: string
  readonly url: string
  /** Time at which the process was killed. */
  killedAt: number | undefined
  /** Periods in which the process did not run, according to its own clock. */
  readonly stalls: Periods
  /** Times at which the store did not accept a command of the process. */
  readonly missed: Periods
  /** Changes that may not be in the store yet. */
  readonly unsettled: Set<Change>
  /** Last reported number of changes that aren't in the store. */
  unsaved: number
  readonly inUse: () => Promise<InUse>
  readonly signal: (signal: NodeJS.Signals) => void
  readonly kill: () => Promise<void>
  readonly leave: () => void
}

/** Starts a process, and resolves once it is ready. */
export const startServer = async (redisUrl: string, baseUrl: string, name: string): Promise<Server> => {
  const child: ChildProcess = fork(new URL("./server.ts", import.meta.url), [redisUrl, baseUrl, name], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...compileCache }
  })
  const exited = once(child, "exit")
  const ended = exited.then(([code]) =>
    Promise.reject(new Error(`process ${name} exited with ${code} before it was ready`))
  )
  const [ready] = await Promise.race([once(child, "message"), ended])
  ended.catch(() => {})
  const { port } = ready as Extract<Report, { readonly port: number }>
  const stalls = makePeriods()
  const missed = makePeriods()
  const unsettled = new Set<Change>()
  const measured: Array<(inUse: InUse) => void> = []
  const server: Server = {
    name,
    url: `http://127.0.0.1:${port}`,
    killedAt: undefined,
    stalls,
    missed,
    unsettled,
    unsaved: 0,
    inUse: () =>
      new Promise((resolve) => {
        measured.push(resolve)
        child.send("measure")
      }),
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      server.killedAt = Date.now()
      child.kill("SIGKILL")
      await exited
    },
    leave: () => void (child.connected && child.disconnect())
  }
  child.on("message", (report: Report) => {
    if ("stalled" in report) stalls.add(report.stalled.from, report.stalled.to)
    if ("missedAt" in report) missed.add(report.missedAt, report.missedAt)
    if ("inUse" in report) measured.shift()?.(report.inUse)
    if (!("unsaved" in report)) return
    server.unsaved = report.unsaved
    if (report.unsaved > 0) return
    for (const change of unsettled) {
      if (change.answeredAt === undefined || report.at <= change.answeredAt) continue
      change.settledAt = report.at
      unsettled.delete(change)
    }
  })
  return server
}
