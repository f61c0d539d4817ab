/** What a client costs that serves one request, as servers need it: run with `--expose-gc`. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { accessToken, refreshToken } from "./answers.ts"
import { compare, type Compared } from "./calls.ts"
import { fetchWithoutSockets } from "./stub.ts"

/** Time in process, and what a forced collection leaves of the heap. */
export interface Clients {
  readonly perRequest: Compared
  /** A client that was made. */
  readonly idleBytes: number
  /** One that was called, and is not disposed of. */
  readonly calledBytes: number
  /** Of each of 10,000 calls that wait for an answer; the reference is a program of Effect of the same form. */
  readonly underWay: { readonly bytes: number; readonly referenceBytes: number }
  /**
   * CPU time of the first call in a process that has imported all and has used `Response`: the least of five. The reference is
   * the first run of a program of Effect alone that decodes the same answer.
   */
  readonly firstCall: { readonly millis: number; readonly referenceMillis: number }
}

/** In a process of its own. */
export const clientCosts = async (): Promise<Clients> => {
  const first: Array<number> = []
  const reference: Array<number> = []
  for (let turn = 0; turn < 5; turn++) {
    first.push(await inChild<number>("first"))
    reference.push(await inChild<number>("first of Effect"))
  }
  return {
    ...await inChild<Omit<Clients, "firstCall">>("costs"),
    firstCall: { millis: Math.min(...first), referenceMillis: Math.min(...reference) }
  }
}

const inChild = async <A>(what: "first" | "first of Effect" | "costs"): Promise<A> => {
  const child = fork(new URL(import.meta.url), [what], { execArgv: ["--expose-gc"] })
  const [result] = await once(child, "message")
  return result
}

const { createClient } = await import("latchkey/promise")
const { User } = await import("latchkey/schemas")

const one = (fetch = fetchWithoutSockets) =>
  createClient({
    projectId: "internal",
    publishableClientKey: "pck_bench",
    fetch,
    tokenStore: { accessToken: accessToken(3600), refreshToken }
  })

const heap = (): number => {
  globalThis.gc!()
  return process.memoryUsage().heapUsed
}

const bytesOf = async (called: boolean): Promise<number> => {
  const kept: Array<unknown> = []
  const before = heap()
  for (let made = 0; made < 2000; made++) {
    const client = one()
    if (called) await client.calls.users.getMe()
    kept.push(client)
  }
  return (heap() - before) / kept.length
}

/** Starts calls over a `fetch` that answers none, and looks at the heap. */
const bytesUnderWay = async (
  calling: (fetch: typeof fetchWithoutSockets) => () => Promise<unknown>
): Promise<number> => {
  let answer = () => {}
  let answered = Promise.resolve()
  let arrived = 0
  const call = calling(async (...request) => {
    arrived++
    await answered
    return fetchWithoutSockets(...request)
  })
  await call()
  answered = new Promise((resolve) => answer = resolve)
  arrived = 0
  const before = heap()
  const calls = Array.from({ length: 10_000 }, call)
  while (arrived < calls.length) await setTimeout(10)
  const bytes = (heap() - before) / calls.length
  answer()
  await Promise.all(calls)
  return bytes
}

const calls = (fetch: typeof fetchWithoutSockets) => {
  const client = one(fetch)
  return () => client.calls.users.getMe()
}

/** What any call needs: a span for it and one for its attempt, a time limit, a `fetch` that is stopped when it is over. */
const effect = (fetch: typeof fetchWithoutSockets) =>
  Effect.useSpan(
    "attempt",
    { kind: "client" },
    () =>
      Effect.tryPromise((signal) => fetch("http://127.0.0.1/api/v1/users/me", { signal })).pipe(
        Effect.timeout(30_000)
      )
  ).pipe(Effect.withSpan("users.getMe", { kind: "client" }, { captureStackTrace: false }))

const effects = (fetch: typeof fetchWithoutSockets) => () => Effect.runPromise(effect(fetch))

const decoded = () =>
  Effect.runPromise(
    effect(fetchWithoutSockets).pipe(
      Effect.flatMap((answer) => Effect.promise(() => answer.json())),
      Effect.flatMap(Schema.decodeUnknownEffect(User))
    )
  )

const cpuMillis = async (program: () => Promise<unknown>): Promise<number> => {
  await (await fetchWithoutSockets("http://127.0.0.1/api/v1/users/me")).json()
  const before = process.cpuUsage()
  await program()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1000
}

const measured = async (): Promise<Omit<Clients, "firstCall">> => {
  const shared = one()
  const perRequest = await compare(
    "a client for one request: made, called, disposed of",
    "a call of a client that stays",
    async () => {
      const client = one()
      await client.calls.users.getMe()
      await client.dispose()
    },
    () => shared.calls.users.getMe(),
    { rounds: 41, times: 100 }
  )
  return {
    perRequest,
    idleBytes: await bytesOf(false),
    calledBytes: await bytesOf(true),
    underWay: { bytes: await bytesUnderWay(calls), referenceBytes: await bytesUnderWay(effects) }
  }
}

if (import.meta.main) {
  const [, , what] = process.argv
  process.send!(
    await (what === "first"
      ? cpuMillis(() => one().calls.users.getMe())
      : what === "first of Effect"
      ? cpuMillis(decoded)
      : measured())
  )
}
