/**
 * What stays as it is when there are more of them, and what does not: users of an emulated platform, sessions that a server
 * has clients for, callers at the same time.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { accessToken, refreshToken } from "./answers.ts"
import { median } from "./median.ts"
import { fetchWithoutSockets } from "./stub.ts"

/** One kind of work at several sizes. */
export interface Growth {
  readonly what: string
  readonly sizes: ReadonlyArray<{
    readonly count: number
    /** Of one request, the median of rounds. */
    readonly micros: number
    /** What one of them holds of the heap, where that was looked at. */
    readonly bytes?: number
  }>
}

/** In a process that has the room, and can be told to collect its garbage. */
export const growth = async (): Promise<ReadonlyArray<Growth>> => {
  const child = fork(new URL(import.meta.url), { execArgv: ["--expose-gc", "--max-old-space-size=12288"] })
  const [result] = await once(child, "message")
  return result
}

const heap = (): number => {
  globalThis.gc!()
  return process.memoryUsage().heapUsed
}

const microsOf = async (once: (at: number) => Promise<unknown>, times: number, rounds = 9): Promise<number> => {
  for (let at = 0; at < times; at++) await once(at)
  const millis: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    for (let at = 0; at < times; at++) await once(at + round)
    millis.push(performance.now() - started)
  }
  return median(millis) * 1000 / times
}

const users = async (): Promise<Growth> => {
  const { defaultProject, startEmulator } = await import("latchkey/emulator")
  const sizes = []
  for (const count of [100, 1000, 10_000, 100_000, 1_000_000]) {
    const before = heap()
    await using platform = await startEmulator({
      users: Array.from(
        { length: count },
        (_, at) => ({ email: `person${at}@example.com`, displayName: `Person ${at}` })
      )
    })
    const bytes = (heap() - before) / count
    const { baseUrl, fetch } = platform
    const headers = {
      "x-stack-access-type": "server",
      "x-stack-project-id": defaultProject.id,
      "x-stack-secret-server-key": defaultProject.secretServerKey
    }
    const list = async () => {
      const response = await fetch(`${baseUrl}/api/v1/users?limit=50`, { headers })
      if (response.status !== 200) throw new Error(await response.text())
      return response.json()
    }
    sizes.push({ count, micros: await microsOf(list, 20), bytes })
  }
  return { what: "list 50 users of an emulated platform with so many", sizes }
}

const clientOptions = () => ({
  projectId: "internal",
  publishableClientKey: "pck_bench",
  fetch: fetchWithoutSockets,
  tokenStore: { accessToken: accessToken(3600), refreshToken }
})

const sessions = async (): Promise<Growth> => {
  const { createClient } = await import("latchkey/promise")
  const sizes = []
  for (const count of [100, 1000, 10_000, 100_000]) {
    const before = heap()
    const clients = Array.from({ length: count }, () => createClient(clientOptions()))
    for (const client of clients) await client.calls.users.getMe()
    const bytes = (heap() - before) / count
    const micros = await microsOf((at) => clients[(at * 7919) % count]!.calls.users.getMe(), 500)
    sizes.push({ count, micros, bytes })
    await Promise.all(clients.map((client) => client.dispose()))
  }
  return { what: "a call of one of so many clients, each with a session of its own", sizes }
}

const callers = async (): Promise<Growth> => {
  const { createClient } = await import("latchkey/promise")
  const client = createClient(clientOptions())
  const sizes = []
  for (const count of [1, 10, 100, 1000, 10_000, 100_000]) {
    const all = () => Promise.all(Array.from({ length: count }, () => client.calls.users.getMe()))
    const times = Math.max(1, Math.round(1000 / count))
    sizes.push({ count, micros: await microsOf(all, times, count > 10_000 ? 3 : 9) / count })
  }
  return { what: "a call of one client, so many at the same time", sizes }
}

if (import.meta.main) process.send!([await users(), await sessions(), await callers()])
