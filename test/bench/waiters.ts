/** What it costs to let many wait for one: callers for a token, watchers for a value. docs/laws.md D1, N8. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { accessToken, refresh, refreshToken } from "./answers.ts"
import { median } from "./median.ts"
import { withStub } from "./stub.ts"

/** Callers who need a token at the same time, when theirs is over. */
export interface Waiting {
  readonly callers: number
  /** The most of all rounds. */
  readonly refreshes: number
  /** Until the last one has the new token. */
  readonly millis: number
  /** The same with one caller. */
  readonly aloneMillis: number
}

/** Watchers of one value. */
export interface Watching {
  readonly watchers: number
  /** From an answer until the last watcher has looked at it. */
  readonly millis: number
  /** As many functions of a `Set`, called one after the other. */
  readonly referenceMillis: number
}

const rounds = 15
const warmUp = 3

/** Asks one session for its token, so many at once. Over a socket, for the refresh is a request. */
const waiting = (): Promise<ReadonlyArray<Waiting>> =>
  withStub(async ({ baseUrl, requests }) => {
    const { Client, Session, TokenStore } = await import("latchkey")
    const round = async (callers: number): Promise<number> => {
      const tokenStore = TokenStore.layerExplicit({
        accessToken: Redacted.make(accessToken(-60)),
        refreshToken: Redacted.make(refreshToken)
      })
      const options = { projectId: "internal", publishableClientKey: "pck_bench", baseUrl, tokenStore }
      const runtime = ManagedRuntime.make(Client.layer(options))
      const session = await runtime.runPromise(Session)
      const started = performance.now()
      await runtime.runPromise(
        Effect.all(Array.from({ length: callers }, () => session.tokens()), {
          concurrency: "unbounded",
          discard: true
        })
      )
      const millis = performance.now() - started
      await runtime.dispose()
      return millis
    }
    const results: Array<Waiting> = []
    for (const callers of [1000, 10_000]) {
      const [times, alone] = [[] as Array<number>, [] as Array<number>]
      let refreshes = 0
      for (let turn = -warmUp; turn < rounds; turn++) {
        const one = await round(1)
        await requests()
        const all = await round(callers)
        refreshes = Math.max(refreshes, (await requests())[refresh] ?? 0)
        if (turn < 0) continue
        alone.push(one)
        times.push(all)
      }
      results.push({ callers, refreshes, millis: median(times), aloneMillis: median(alone) })
    }
    return results
  })

const watchers = 10_000

/** Reads a value again and again that so many watch. */
const watching = async (): Promise<Watching> => {
  const { over, read, ReadPolicy, ReadCache } = await import("latchkey/layers")
  const runtime = ManagedRuntime.make(
    over(Layer.empty).pipe(
      Layer.provide(ReadPolicy.layer({ throttle: 0 }))
    )
  )
  try {
    const reads = await runtime.runPromise(ReadCache)
    const { ensure, state: stateOf, subscribe } = reads.view
    let answers = 0
    let answeredAt = 0
    const value = read(
      "bench",
      Effect.sync(() => {
        answeredAt = performance.now()
        return ++answers
      })
    )
    let looked = 0
    let all = (_millis: number) => {}
    for (let each = 0; each < watchers; each++) {
      subscribe(value, () => {
        const state = stateOf(value)
        if (state._tag !== "Success" || state.refreshing || state.value !== answers) return
        if (++looked === watchers) all(performance.now() - answeredAt)
      })
    }
    const update = () =>
      new Promise<number>((resolve) => {
        looked = 0
        all = resolve
        runtime.runSync(reads.invalidate(value))
      })
    const first = new Promise<number>((resolve) => all = resolve)
    ensure(value)
    await first

    let heard = 0
    const listeners = new Set(Array.from({ length: watchers }, () => () => heard++))
    const bare = () => {
      const started = performance.now()
      for (const listener of [...listeners]) listener()
      return performance.now() - started
    }
    const [times, references] = [[] as Array<number>, [] as Array<number>]
    for (let turn = -warmUp; turn < rounds; turn++) {
      const [reference, millis] = [bare(), await update()]
      if (turn < 0) continue
      references.push(reference)
      times.push(millis)
    }
    return { watchers, millis: median(times), referenceMillis: median(references) }
  } finally {
    await runtime.dispose()
  }
}

/** Many who wait for one. */
export interface WaiterResults {
  readonly waiting: ReadonlyArray<Waiting>
  readonly watching: Watching
}

export const waiterCosts = async (): Promise<WaiterResults> => ({
  waiting: await waiting(),
  watching: await watching()
})
