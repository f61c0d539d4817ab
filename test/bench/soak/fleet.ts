/**
 * A fleet under faults: processes with one Redis and a misbehaving platform, and browsers that keep sending requests.
 * Redis and processes are stopped and killed. `soak.ts` prints the findings.
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { setTimeout as sleep } from "node:timers/promises"
import { makeBrowsers } from "./browsers.ts"
import { haveFaults, survivors } from "./faults.ts"
import { type Finding, findingsOf } from "./findings.ts"
import { watchStalls } from "./periods.ts"
import { startPlatform } from "./platform.ts"
import { type Server, startServer } from "./servers.ts"
import { startStore } from "./store.ts"

const processes = 4
const people = 240

/** Number of concurrent requests to a process when all cookies are checked. */
const atOnce = 20

/** Pause until running requests have ended and short-lived caches have expired. */
const restMillis = 5000

/**
 * Runs a fleet with faults for a number of seconds. Before and after the faults, every cookie is sent to every process.
 */
export const fleetUnderFaults = async (seconds: number): Promise<ReadonlyArray<Finding>> => {
  const random = await Effect.runPromise(Random.Random.pipe(Random.withSeed("R5")))
  const chance = () => random.nextDoubleUnsafe()
  const store = await startStore()
  const platform = await startPlatform(chance)
  const started: Array<Server> = []
  let names = 0
  const start = async (): Promise<Server> => {
    const server = await startServer(store.url, platform.baseUrl, String(names++))
    started.push(server)
    return server
  }
  // while this process is suspended, it sends no requests and its platform doesn't respond
  const watching = watchStalls((from, to) => started.forEach(({ stalls }) => stalls.add(from, to)))
  try {
    const up = await Promise.all(Array.from({ length: processes }, start))
    const lasting = up.slice(0, survivors)
    const browsers = makeBrowsers(() => up, chance)
    const { cookies } = browsers.ledger
    const askAll = () =>
      Promise.all(up.map(async (server) => {
        for (let each = 0; each < cookies.length; each += atOnce) {
          await Promise.all(cookies.slice(each, each + atOnce).map((cookie) => browsers.ask(server, cookie)))
        }
      }))
    const measure = async () => {
      await sleep(restMillis)
      platform.closeIdleConnections()
      return Promise.all(lasting.map((server) => server.inUse()))
    }

    // every process loads every session
    await Promise.all(Array.from({ length: people }, (_, each) => browsers.signIn(up[each % processes]!, undefined)))
    await askAll()
    const before = await measure()

    const startedAt = Date.now()
    platform.setMisbehaving(true)
    const living = Promise.all(cookies.map(browsers.live))
    const faults = await haveFaults({ chance, start, store, until: startedAt + seconds * 1000, up })
    browsers.run.over = true
    await living
    platform.setMisbehaving(false)
    const lasted = (Date.now() - startedAt) / 1000

    // without faults, every process knows the state of every session
    await sleep(restMillis)
    await askAll()
    const after = await measure()

    return findingsOf({ after, before, faults, lasted, ledger: browsers.ledger, platform, started, store, up })
  } finally {
    clearInterval(watching)
    for (const server of started) server.leave()
    platform.close()
    await store.stop()
  }
}
