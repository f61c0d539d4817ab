/** Redis of the fleet under faults, with its outages and its contents. */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "redis"
import { startRedis } from "../../support/processes/redis.ts"
import { makePeriods } from "./periods.ts"

/** Minimum time without a response that counts as an outage. */
const leastAway = 700

export const startStore = async () => {
  // keeps the text of every write readable in the log
  const redis = await startRedis({ "auto-aof-rewrite-percentage": "0" })
  const client = await createClient({
    url: redis.url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: () => 100 }
  }).on("error", () => {}).connect()
  const directory = (await client.configGet("dir"))["dir"]!
  const away = makePeriods()
  const watch = { over: false }
  let answered = Date.now()
  const watching = (async () => {
    while (!watch.over) {
      if (await client.ping().then(() => true, () => false)) {
        const now = Date.now()
        if (now - answered > leastAway) away.add(answered, now)
        answered = now
      }
      await sleep(100)
    }
  })()
  return {
    url: redis.url,
    away,
    kill: redis.kill,
    start: redis.start,
    suspend: redis.suspend,
    resume: redis.resume,
    /** Returns all data that was ever written. */
    log: (): Buffer => {
      const folder = path.join(directory, "appendonlydir")
      return Buffer.concat(readdirSync(folder).map((file) => readFileSync(path.join(folder, file))))
    },
    stop: async () => {
      watch.over = true
      await watching
      client.destroy()
      await redis.stop()
    }
  }
}

export type Store = Awaited<ReturnType<typeof startStore>>
