/**
 * Cost of a call, compared with a bare `fetch` of the same response. Cost of a thousand callers with an expired token.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { median } from "./median.ts"
import { accessToken, me, refresh, refreshToken, signIn } from "./responses.ts"
import { fetchWithoutSockets, withStub } from "./stub.ts"

/** A call compared with its reference. Times are per call. */
export interface Compared {
  readonly what: string
  readonly against: string
  readonly micros: number
  readonly referenceMicros: number
  /** Median of the ratios of paired runs. */
  readonly ratio: number
  /** Maximum of `ratio` on an idle machine, if there is one. */
  readonly gate?: number | undefined
}

const project = { projectId: "internal", publishableClientKey: "pck_bench" }
const credentials = { email: "ada@example.com", password: Redacted.make("a wrong password") }

/** Imports by the package's name, so that the published code is measured. */
const load = async () => ({
  latchkey: await import("latchkey"),
  endpoints: await import("latchkey/schemas"),
  promise: await import("latchkey/promise")
})

type Once = () => Promise<unknown>

const timed = async (times: number, once: Once, together: number): Promise<number> => {
  const started = performance.now()
  for (let turn = 0; turn < times; turn++) {
    if (together === 1) await once()
    else await Promise.all(Array.from({ length: together }, once))
  }
  return (performance.now() - started) * 1000 / (times * together)
}

/**
 * Runs the call and the reference alternately, so that both have the same conditions. `times`: runs per round.
 * `together`: number of concurrent runs.
 */
export const compare = async (
  what: string,
  against: string,
  call: Once,
  reference: Once,
  { gate, rounds, times, together = 1 }: {
    readonly rounds: number
    readonly times: number
    readonly together?: number
    readonly gate?: number
  }
): Promise<Compared> => {
  const referenceMicros: Array<number> = []
  const micros: Array<number> = []
  const end = performance.now() + longest
  for (let round = -warmUp; round < rounds && (round < 3 || performance.now() < end); round++) {
    const [a, b] = [await timed(times, reference, together), await timed(times, call, together)]
    if (round < 0) continue
    referenceMicros.push(a)
    micros.push(b)
  }
  return {
    what,
    against,
    micros: median(micros),
    referenceMicros: median(referenceMicros),
    ratio: median(micros.map((each, round) => each / referenceMicros[round]!)),
    gate
  }
}

/** Number of warm-up rounds, which aren't counted. */
const warmUp = 4

/** Milliseconds after which a comparison stops with fewer rounds. */
const longest = 12_000

/** Compares calls of every kind with their references. */
export const compareCalls = (): Promise<ReadonlyArray<Compared>> =>
  withStub(async ({ baseUrl }) => {
    const { endpoints: { Password, Users }, latchkey: { Client, Project, TokenStore, Transport }, promise } =
      await load()
    const tokenStore = TokenStore.layerExplicit({
      accessToken: Redacted.make(accessToken(3600)),
      refreshToken: Redacted.make(refreshToken)
    })
    const overSockets = Client.layer({ ...project, baseUrl, tokenStore })
    const withoutSockets = Client.layerNoProject({ tokenStore }).pipe(
      Layer.provide(Project.layer({ ...project, baseUrl })),
      Layer.provide(Transport.layerFetch({ fetch: fetchWithoutSockets }))
    )
    const runtime = ManagedRuntime.make(overSockets)
    const inProcess = ManagedRuntime.make(withoutSockets)
    const calls = { me: Users.getMe, signIn: Password.signIn }
    const api = promise.makeAsync(calls, overSockets)
    const apiInProcess = promise.makeAsync(calls, withoutSockets)
    const [user, password] = [me, signIn].map((name) => `${baseUrl}/api/v1${name.split(" ")[1]}`) as [string, string]
    const body = JSON.stringify({ email: credentials.email, password: Redacted.value(credentials.password) })
    const post = { method: "POST", headers: { "content-type": "application/json" }, body }
    const bare = async (fetch: typeof globalThis.fetch, url: string, init?: RequestInit) =>
      (await fetch(url, init)).json()
    const stubFetch = fetchWithoutSockets as typeof globalThis.fetch
    const refused = async (call: Promise<Exit.Exit<unknown, unknown>>) => {
      if (!Exit.isFailure(await call)) throw new Error("Expected the stub to reject the sign-in.")
    }
    const sockets = { rounds: 21, times: 100 }
    const memory = { rounds: 21, times: 300 }
    try {
      return [
        await compare(
          "a call, as an Effect",
          "`fetch` + `json()`",
          () => runtime.runPromise(Users.getMe()),
          () => bare(fetch, user),
          { ...sockets, gate: 2.4 }
        ),
        await compare("a call, as a promise", "`fetch` + `json()`", () => api.me(), () => bare(fetch, user), {
          ...sockets,
          gate: 2.4
        }),
        await compare(
          "a known error, as an Effect",
          "`fetch` + `json()`",
          () => refused(runtime.runPromiseExit(Password.signIn(credentials))),
          () => bare(fetch, password, post),
          { ...sockets, gate: 2.3 }
        ),
        await compare(
          "a known error, as a promise",
          "`fetch` + `json()`",
          () =>
            api.signIn(credentials).then(
              () => Promise.reject(new Error("Expected the stub to reject the sign-in.")),
              () => {}
            ),
          () => bare(fetch, password, post),
          { ...sockets, gate: 2.4 }
        ),
        await compare(
          "a call without sockets, as an Effect",
          "`new Response(…)` + `json()`",
          () => inProcess.runPromise(Users.getMe()),
          () => bare(stubFetch, user),
          { ...memory, gate: 5 }
        ),
        await compare(
          "a known error without sockets, as an Effect",
          "`new Response(…)` + `json()`",
          () => refused(inProcess.runPromiseExit(Password.signIn(credentials))),
          () => bare(stubFetch, password, post),
          { ...memory, gate: 6.5 }
        ),
        await compare(
          "a call without sockets, as a promise",
          "the same as an Effect",
          () => apiInProcess.me(),
          () => inProcess.runPromise(Users.getMe()),
          { ...memory, gate: 1.3 }
        )
      ]
    } finally {
      await Promise.all([runtime.dispose(), inProcess.dispose(), api.dispose(), apiInProcess.dispose()])
    }
  })

/** A thousand callers with an expired token, compared with as many bare requests. */
export interface Crowd {
  readonly callers: number
  readonly refreshes: number
  readonly calls: number
  readonly millis: number
  readonly referenceMillis: number
  readonly ratio: number
}

const callers = 1000

/** Measures a thousand concurrent callers with an expired token, and as many bare requests to the same stub. */
export const refreshOnce = (): Promise<Crowd> =>
  withStub(async ({ baseUrl, requests }) => {
    const { endpoints: { Users }, latchkey: { Client, TokenStore } } = await load()
    const user = `${baseUrl}/api/v1${me.split(" ")[1]}`
    const bare = async () => {
      const started = performance.now()
      await Promise.all(Array.from({ length: callers }, async () => (await fetch(user)).json()))
      return performance.now() - started
    }
    const crowd = async () => {
      const tokenStore = TokenStore.layerExplicit({
        accessToken: Redacted.make(accessToken(-60)),
        refreshToken: Redacted.make(refreshToken)
      })
      const runtime = ManagedRuntime.make(Client.layer({ ...project, baseUrl, tokenStore }))
      const started = performance.now()
      await runtime.runPromise(
        Effect.all(Array.from({ length: callers }, () => Users.getMe()), { concurrency: "unbounded", discard: true })
      )
      const millis = performance.now() - started
      await runtime.dispose()
      return millis
    }
    await bare()
    await crowd()
    const references: Array<number> = []
    const times: Array<number> = []
    await requests()
    const seen = { refreshes: 0, calls: 0 }
    for (let round = 0; round < 5; round++) {
      references.push(await bare())
      await requests()
      times.push(await crowd())
      const counted = await requests()
      seen.refreshes = Math.max(seen.refreshes, counted[refresh] ?? 0)
      seen.calls = Math.max(seen.calls, counted[me] ?? 0)
    }
    return {
      callers,
      ...seen,
      millis: median(times),
      referenceMillis: median(references),
      ratio: median(times.map((each, round) => each / references[round]!))
    }
  })
