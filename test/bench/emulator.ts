/** What the embedded platform costs: in process, over a port, to start and to keep, with few users and with many. */
import { compare as compareHash, hash } from "bcryptjs"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { execFileSync, fork } from "node:child_process"
import { once } from "node:events"
import { Agent, get } from "node:http"
import { compare, type Compared } from "./calls.ts"
import { root } from "./dist.ts"
import type { Kept } from "./emulatorMemory.ts"
import type { Ports } from "./emulatorPorts.ts"
import { ada, askMe, signedIn, signInRequest } from "./emulatorRequests.ts"
import { median } from "./median.ts"

/** Requests per second over so many connections. */
export interface Throughput {
  readonly connections: number
  readonly perSecond: number
  readonly referencePerSecond: number
  /** How many times longer a request takes than the reference's: the median of paired runs. */
  readonly ratio: number
}

/** A process that begins to listen. */
export interface Started {
  readonly what: string
  readonly millis: number
  /** Memory of the whole process. */
  readonly megabytes: number
}

/** Everything about the embedded platform. */
export interface EmulatorResults {
  readonly inProcess: ReadonlyArray<Compared>
  readonly overPort: ReadonlyArray<Throughput>
  readonly starts: ReadonlyArray<Started>
  readonly kept: Kept
  /** The reference has 1,000 users, the other 100,000. */
  readonly crowded: ReadonlyArray<Compared>
  /** The first search among 100,000 users, which makes the index. */
  readonly firstSearchMillis: number
}

/** Found by the package's name, so that what users import is what is measured. */
const load = async () => ({
  latchkey: await import("latchkey"),
  endpoints: await import("latchkey/schemas"),
  emulator: await import("latchkey/emulator")
})

const quick = { rounds: 11, times: 200 }
const slow = { rounds: 5, times: 4 }

/** Calls that no socket carries. */
const inProcess = async (): Promise<ReadonlyArray<Compared>> => {
  const { emulator: { Emulator }, endpoints: { Users }, latchkey: { Client, TokenStore } } = await load()
  const results: Array<Compared> = []
  // the emulator's own default, and what the platform has
  for (const passwordRounds of [4, 10]) {
    const live = Emulator.layer({ users: [ada], passwordRounds })
    const platform = ManagedRuntime.make(live)
    try {
      const embedded = await platform.runPromise(Emulator)
      if (passwordRounds === 4) {
        const tokens = await signedIn(embedded.fetch)
        const constant = await (await embedded.fetch(askMe(tokens))).text()
        const reference = async () => new Response(constant).json()
        const tokenStore = TokenStore.layerExplicit({
          accessToken: Redacted.make(tokens.accessToken),
          refreshToken: Redacted.make(tokens.refreshToken)
        })
        const client = ManagedRuntime.make(
          Client.layerNoProject({ tokenStore }).pipe(
            Layer.provide(Emulator.layerProject),
            Layer.provide(Layer.effectContext(platform.contextEffect))
          )
        )
        const beside = "`new Response(…)` + `json()`"
        results.push(
          await compare(
            "`users.getMe` by the emulator's `fetch`",
            beside,
            async () => (await embedded.fetch(askMe(tokens))).json(),
            reference,
            quick
          ),
          await compare("`users.getMe` by the client", beside, () => client.runPromise(Users.getMe()), reference, quick)
        )
        await client.dispose()
      }
      const hashed = await hash(ada.password, passwordRounds)
      results.push(
        await compare(
          `password sign-in, ${passwordRounds} rounds of bcrypt`,
          `\`bcryptjs\`, ${passwordRounds} rounds`,
          async () => {
            const response = await embedded.fetch(signInRequest())
            if (response.status !== 200) throw new Error("The emulator refused to sign in.")
            return response.json()
          },
          () => compareHash(ada.password, hashed),
          passwordRounds === 4 ? { ...quick, times: 50 } : slow
        )
      )
    } finally {
      await platform.dispose()
    }
  }
  return results
}

/** Reads an address once over the agent's connections. */
const read = (agent: Agent, url: string, headers: Record<string, string>): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.on("error", reject).on("end", resolve).resume()
    }).on("error", reject)
  })

/** Requests per second of so many connections that each send one after the other. */
const loaded = async (url: string, headers: Record<string, string>, connections: number, requests: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const all = async (left: number) => {
    const next = async () => {
      while (left-- > 0) await read(agent, url, headers)
    }
    await Promise.all(Array.from({ length: connections }, next))
  }
  await all(connections)
  const started = performance.now()
  await all(requests)
  const millis = performance.now() - started
  agent.destroy()
  return requests / millis * 1000
}

const loads = [{ connections: 1, requests: 300 }, { connections: 32, requests: 1500 }, {
  connections: 256,
  requests: 2000
}]

/** The client is this process, the servers are another. */
const overPort = async (): Promise<ReadonlyArray<Throughput>> => {
  const child = fork(new URL("./emulatorPorts.ts", import.meta.url))
  try {
    const [{ bare, emulator, headers }] = await once(child, "message") as [Ports]
    const results: Array<Throughput> = []
    for (const { connections, requests } of loads) {
      const rounds: Array<readonly [number, number]> = []
      for (let round = -1; round < 5; round++) {
        const pair = [
          await loaded(bare, headers, connections, requests),
          await loaded(emulator, headers, connections, requests)
        ] as const
        if (round >= 0) rounds.push(pair)
      }
      results.push({
        connections,
        perSecond: median(rounds.map(([, ours]) => ours)),
        referencePerSecond: median(rounds.map(([reference]) => reference)),
        ratio: median(rounds.map(([reference, ours]) => reference / ours))
      })
    }
    return results
  } finally {
    child.disconnect()
  }
}

const report =
  `process.stdout.write(JSON.stringify([performance.now(), process.memoryUsage.rss()]), () => process.exit())`

const programs = [
  {
    what: "a bare `node:http` server",
    script: `import { createServer } from "node:http"
createServer().listen(0, "127.0.0.1", () => ${report})`
  },
  {
    what: "an emulator on a port",
    script: `import { startEmulator } from "latchkey/emulator"
await startEmulator()
${report}`
  }
]

/** From the start of a process until it listens. */
const starts = (): ReadonlyArray<Started> => {
  const rounds = Array.from(
    { length: 5 },
    () =>
      programs.map(({ script }): readonly [number, number] =>
        JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
          cwd: root,
          encoding: "utf8",
          timeout: 30_000
        }))
      )
  )
  return programs.map(({ what }, at) => ({
    what,
    millis: median(rounds.map((round) => round[at]![0])),
    megabytes: median(rounds.map((round) => round[at]![1])) / 1e6
  }))
}

/** Memory is measured in a process that can be told to collect its garbage. */
const kept = async (requests: number): Promise<Kept> => {
  const child = fork(new URL("./emulatorMemory.ts", import.meta.url), [String(requests)], { execArgv: ["--expose-gc"] })
  const [result] = await once(child, "message")
  return result
}

/** Users of a platform with so many; the one in the middle and the last one are known by name. */
const populated = async (users: number) => {
  const { emulator: { defaultProject, Emulator } } = await load()
  const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`
  const platform = ManagedRuntime.make(
    Emulator.layer({
      users: Array.from({ length: users }, (_, at) => ({
        id: idOf(at),
        email: `person${at}@example.com`,
        displayName: at === users - 1 ? "Zuleika Dobson" : `Person ${at}`
      }))
    })
  )
  const { baseUrl, fetch } = await platform.runPromise(Emulator)
  const ask = async (query: string, init: { readonly method?: string; readonly body?: string } = {}) => {
    const response = await fetch(
      new Request(`${baseUrl}/api/v1/users${query}`, {
        ...init,
        headers: {
          "x-stack-access-type": "server",
          "x-stack-project-id": defaultProject.id,
          "x-stack-secret-server-key": defaultProject.secretServerKey,
          "content-type": "application/json"
        }
      })
    )
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  let made = 0
  return {
    dispose: () => platform.dispose(),
    list: () => ask(`?limit=50&cursor=${idOf(users >> 1)}`),
    searchMany: () => ask("?limit=50&query=rson"),
    searchOne: () => ask("?limit=50&query=uleik"),
    create: () => ask("", { method: "POST", body: JSON.stringify({ primary_email: `made${made++}@example.com` }) })
  }
}

/** The same requests to a platform with 100,000 users and to one with 1,000. */
const crowded = async (): Promise<Pick<EmulatorResults, "crowded" | "firstSearchMillis">> => {
  const [few, many] = [await populated(1000), await populated(100_000)]
  const beside = "1,000 users"
  const times = { rounds: 9, times: 20 }
  try {
    await few.searchOne()
    const started = performance.now()
    await many.searchOne()
    const firstSearchMillis = performance.now() - started
    return {
      crowded: [
        await compare("list 50 users from the middle", beside, many.list, few.list, times),
        await compare("search, the first 50 of all match", beside, many.searchMany, few.searchMany, times),
        await compare("search, only the last one matches", beside, many.searchOne, few.searchOne, times),
        await compare("create a user", beside, many.create, few.create, times)
      ],
      firstSearchMillis
    }
  } finally {
    await Promise.all([few.dispose(), many.dispose()])
  }
}

/** Measures everything; `requests` are those that memory must not grow over. */
export const emulatorCosts = async (requests: number): Promise<EmulatorResults> => ({
  inProcess: await inProcess(),
  overPort: await overPort(),
  starts: starts(),
  kept: await kept(requests),
  ...await crowded()
})
