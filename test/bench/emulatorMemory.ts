/**
 * What an emulated platform keeps: run with `--expose-gc` and the number of requests that memory must not grow over.
 */
import * as Effect from "effect/Effect"
import { Emulator, type EmulatorHandle, type Seed } from "latchkey/emulator"
import { ada, askMe, signedIn } from "./emulatorRequests.ts"
import { median } from "./median.ts"

/** Time and memory of emulated platforms in process. Memory is what a forced collection leaves of the heap. */
export interface Kept {
  /** Starting one more. */
  readonly startMillis: number
  readonly kilobytesEach: number
  /** Of one user among 100,000. */
  readonly bytesPerUser: number
  readonly requests: number
  /** Growth of the heap over all the requests. */
  readonly growthKilobytes: number
}

const start = (seed?: Seed): Promise<EmulatorHandle> =>
  Effect.runPromise(Effect.scoped(Effect.provide(Effect.service(Emulator), Emulator.layer(seed))))

const heap = async (): Promise<number> => {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

const manyStarts = async () => {
  for (let turn = 0; turn < 100; turn++) await start()
  const before = await heap()
  const millis: Array<number> = []
  const alive: Array<unknown> = []
  for (let turn = 0; turn < 1000; turn++) {
    const started = performance.now()
    alive.push(await start())
    millis.push(performance.now() - started)
  }
  const kilobytesEach = (await heap() - before) / alive.length / 1000
  return { startMillis: median(millis), kilobytesEach }
}

const manyUsers = async () => {
  const before = await heap()
  const platform = await start({
    users: Array.from(
      { length: 100_000 },
      (_, at) => ({ email: `person${at}@example.com`, displayName: `Person ${at}` })
    )
  })
  const bytesPerUser = (await heap() - before) / 100_000
  // still there
  platform.requests.clear()
  return { bytesPerUser }
}

const manyRequests = async (requests: number) => {
  const { fetch } = await start({ users: [ada], accessTokenLifetime: "1 day" })
  const tokens = await signedIn(fetch)
  const ask = async (times: number) => {
    for (let turn = 0; turn < times; turn++) await (await fetch(askMe(tokens))).arrayBuffer()
  }
  // then the log of the last 10,000 requests is full, and the engine has compiled what it will
  await ask(50_000)
  const before = await heap()
  await ask(requests)
  return { requests, growthKilobytes: (await heap() - before) / 1000 }
}

const requests = Number(process.argv[2])
const kept: Kept = { ...await manyRequests(requests), ...await manyStarts(), ...await manyUsers() }
process.send!(kept, () => process.exit())
