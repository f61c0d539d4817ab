/** What a fleet costs: one refresh for ten thousand callers, sessions per second, and a session's room in Redis. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { createClient } from "redis"
import { redisServer, startRedis } from "../support/processes/redis.ts"
import { accessToken, refresh } from "./answers.ts"
import type { Done, Order } from "./fleetServer.ts"
import { median } from "./median.ts"
import { withStub } from "./stub.ts"

/** Ten thousand callers of one session whose token is over: fifty requests in each process, whose calls are as many together. */
export interface FleetCrowd {
  readonly processes: number
  readonly callers: number
  /** The most of all rounds. */
  readonly refreshes: number
  /** Until the last one has the new token. */
  readonly millis: number
}

export interface FleetResults {
  readonly crowds: ReadonlyArray<FleetCrowd>
  /** Sessions that one process begins, and looks up when it does not remember them. */
  readonly signInsPerSecond: number
  readonly lookUpsPerSecond: number
  /** All that Redis needs for one, with an access token of the stub's size. */
  readonly bytesPerSession: number
  readonly accessTokenBytes: number
  /** Commands of one look-up, and of one refresh. */
  readonly commandsPerLookUp: number
  readonly commandsPerRefresh: number
}

const callers = 10_000
const rounds = 3
const sessions = 2000

/** `undefined` where there is no `redis-server`. */
export const fleetCosts = async (): Promise<FleetResults | undefined> => {
  if (redisServer === undefined) return undefined
  const redis = await startRedis()
  const client = createClient({ url: redis.url })
  await client.connect()
  try {
    return await withStub(async ({ baseUrl, requests }) => {
      const processes = await Promise.all(Array.from({ length: 8 }, async () => {
        const child = fork(new URL("./fleetServer.ts", import.meta.url), [redis.url, baseUrl])
        await once(child, "message")
        return child
      }))
      const [first] = processes as [ChildProcess]
      const order = async (child: ChildProcess, what: Order): Promise<Done> => {
        child.send(what)
        return (await once(child, "message"))[0]
      }
      /** Commands that were sent, those of a script counted as one. */
      const commands = async () =>
        [...(await client.info("commandstats")).matchAll(/cmdstat_(get|pexpire):calls=(\d+)/g)]
          .reduce((sum, [, , calls]) => sum + Number(calls), 0)

      const crowdOf = async (children: ReadonlyArray<ChildProcess>): Promise<FleetCrowd> => {
        const times: Array<number> = []
        let refreshes = 0
        for (let round = 0; round < rounds; round++) {
          const { cookies } = await order(first, { signIn: 1, seconds: -60 })
          await requests()
          const started = performance.now()
          await Promise.all(
            children.map((child) =>
              order(child, {
                answer: cookies,
                requests: 50,
                callers: callers / children.length / 50
              })
            )
          )
          times.push(performance.now() - started)
          refreshes = Math.max(refreshes, (await requests())[refresh] ?? 0)
        }
        return { processes: children.length, callers, refreshes, millis: median(times) }
      }

      try {
        const crowds = []
        for (const count of [1, 4, 8]) crowds.push(await crowdOf(processes.slice(0, count)))

        await order(first, { signIn: 200, seconds: 3600 })
        const roomBefore = Number(/used_memory:(\d+)/.exec(await client.info("memory"))![1])
        const begun = await order(first, { signIn: sessions, seconds: 3600 })
        const room = Number(/used_memory:(\d+)/.exec(await client.info("memory"))![1]) - roomBefore
        await client.configResetStat()
        const lookedUp = await order(processes[1]!, { answer: begun.cookies, requests: sessions, callers: 1 })
        // a session that a process meets for the first time is prolonged once
        const lookUps = await commands()
        await order(processes[1]!, { answer: begun.cookies.slice(-500), requests: 500, callers: 1 })
        const lookUpsAgain = await commands() - lookUps

        const expired = await order(first, { signIn: 200, seconds: -60 })
        await client.configResetStat()
        await order(processes[2]!, { answer: expired.cookies, requests: 200, callers: 1 })
        return {
          crowds,
          signInsPerSecond: sessions / begun.millis * 1000,
          lookUpsPerSecond: sessions / lookedUp.millis * 1000,
          bytesPerSession: room / sessions,
          accessTokenBytes: accessToken(3600).length,
          commandsPerLookUp: lookUpsAgain / 500,
          commandsPerRefresh: await commands() / 200 - lookUps / sessions
        }
      } finally {
        for (const child of processes) child.disconnect()
      }
    })
  } finally {
    await client.close()
    await redis.stop()
  }
}
