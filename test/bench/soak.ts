/**
 * Load over time: `npm run prove soak -- [seconds]`. The argument is the duration of R5, the fleet under faults. The default
 * is two minutes. R1 takes a twelfth of this time. Prints the numbers for docs/laws.md R1–R5. Exit code 1: a law
 * doesn't hold. A run of the default duration also prints its row for `docs/proof.md`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { Diagnostics } from "../../layers/call/Diagnostics.ts"
import * as Project from "../../layers/call/Project.ts"
import { Transport, TransportError, type WireRequest, type WireResponse } from "../../layers/call/Transport.ts"
import * as SharedRateLimitGate from "../../layers/fleet/SharedRateLimitGate.ts"
import { Session } from "../../layers/session/Session.ts"
import { layerExplicit } from "../../layers/session/TokenStore.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import * as Client from "../../src/programs/Client.ts"
import { printRow } from "../proof/row.ts"
import { needsRedis, redisServer } from "../support/processes/redis.ts"
import { me, refresh as refreshGrant, refreshToken, responses } from "./responses.ts"
import { fleetUnderFaults } from "./soak/fleet.ts"

const usualSeconds = 120

/** Duration of R5 in seconds. */
const fleetSeconds = Number(process.argv[2] ?? usualSeconds)

/** Duration of R1 in seconds. */
const seconds = Math.ceil(fleetSeconds / 12)

const projectId = "internal"
const gc = globalThis.gc ?? (() => {})

interface Verdict {
  readonly law: string
  readonly numbers: string
  readonly holds: boolean
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Creates an access token at a time of the program's clock, which may be virtual. */
const tokenAt = (nowMillis: number, lifeSeconds: number): string => {
  const iat = Math.floor(nowMillis / 1000)
  return `${base64url({ alg: "ES256" })}.${base64url({ sub: "u", iat, exp: iat + lifeSeconds })}.${refreshToken}`
}

const utf8 = new TextEncoder()
const ok = (body: string): WireResponse => ({
  status: 200,
  headers: new Headers({ "content-type": "application/json" }),
  body: utf8.encode(body)
})

const isRefresh = ({ method, url }: WireRequest) =>
  `${method} ${new URL(url).pathname.slice("/api/v1".length)}` === refreshGrant

/** In-process platform that counts its requests. */
const platform = (
  lifeSeconds: number,
  answer: (request: WireRequest) => Effect.Effect<WireResponse, TransportError> = () =>
    Effect.succeed(ok(responses[me]!.body()))
) => {
  const counted = { refreshes: 0, requests: 0 }
  const send = (request: WireRequest) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      counted.requests++
      if (!isRefresh(request)) return answer(request)
      counted.refreshes++
      return Effect.succeed(
        ok(
          JSON.stringify({
            access_token: tokenAt(now, lifeSeconds),
            token_type: "Bearer",
            expires_in: lifeSeconds,
            scope: "legacy"
          })
        )
      )
    })
  const layer = Layer.mergeAll(
    Layer.succeed(Transport, { send }),
    Project.layer({ projectId, publishableClientKey: "pck_soak", baseUrl: "http://platform.localhost" }),
    Layer.succeed(Diagnostics, [])
  )
  return { counted, layer }
}

const signedIn = (token: string = refreshToken) =>
  Client.layerNoProject({
    tokenStore: layerExplicit({ accessToken: undefined, refreshToken: Redacted.make(token) })
  })

const heap = Effect.sync(() => {
  gc()
  gc()
  return process.memoryUsage().heapUsed / 1e6
})

/** Number of running fibers, according to Effect's own metric. */
const fibers = Effect.map(Metric.snapshot, (snapshots) => {
  const active = snapshots.find(({ id }) => id === "child_fibers_active")?.state as
    | { readonly value?: number }
    | undefined
  return Number(active?.value ?? 0)
})

const timers = Effect.sync(() => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length)

const whole = (number: number) => Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, ",")

/** Minimum number of calls per second. A pause of the machine may cause fewer than a thousand. */
const leastPerSecond = 950

/**
 * R1: a thousand callers per second, with 5 % of the requests lost. Each token has a lifetime of 25 s, and is refreshed
 * after 5 s.
 */
const callers = Effect.gen(function*() {
  const lifeSeconds = 25
  const { counted, layer } = platform(lifeSeconds, () =>
    Effect.flatMap(Random.next, (chance) =>
      chance < 0.05
        ? Effect.fail(new TransportError({ fault: "TypeError: fetch failed", transient: true }))
        : Effect.succeed(ok(responses[me]!.body()))))
  const count = { calls: 0, failed: 0 }
  const call = Effect.exit(Users.getMe()).pipe(
    Effect.map((exit) => {
      count.calls++
      if (Exit.isFailure(exit)) count.failed++
    })
  )
  const load = Effect.gen(function*() {
    const started = yield* Clock.currentTimeMillis
    const running: Array<Fiber.Fiber<void>> = []
    for (let tick = 1; tick <= seconds * 20; tick++) {
      for (let each = 0; each < 50; each++) running.push(yield* Effect.forkChild(call))
      // sleep until a time of the clock, because the calls themselves take some of the interval
      yield* Effect.sleep(Math.max(0, started + tick * 50 - (yield* Clock.currentTimeMillis)))
    }
    const sentIn = ((yield* Clock.currentTimeMillis) - started) / 1000
    yield* Fiber.awaitAll(running)
    return { sentIn, took: ((yield* Clock.currentTimeMillis) - started) / 1000 }
  })
  const { sentIn, took } = yield* load.pipe(
    Effect.provide(Layer.provideMerge(signedIn(), layer)),
    Random.withSeed("R1")
  )
  // five consecutive attempts of a call are lost about once in three million calls
  const mostFailed = Math.ceil(count.calls * 0.05 ** 5) + 1
  const mostRefreshes = Math.ceil(took / (lifeSeconds - 20)) + 1
  const perSecond = count.calls / sentIn
  return {
    law: "R1",
    numbers: `${whole(perSecond)} calls a second (at least ${leastPerSecond}) for ${sentIn.toFixed(1)} s, `
      + `${whole(counted.requests)} requests with 5 % lost, ${count.failed} failed (at most ${mostFailed}), `
      + `${counted.refreshes} refreshes (at most ${mostRefreshes})`,
    holds: perSecond >= leastPerSecond && count.calls === seconds * 1000 && count.failed <= mostFailed
      && counted.refreshes <= mostRefreshes
  }
})

/** R2: a day with a refresh every 10 minutes. Before the measurement, a shorter period warms the process up. */
const day = Effect.gen(function*() {
  const { counted, layer } = platform(610)
  const oneDay = (hours: number) =>
    Effect.gen(function*() {
      for (let turn = 0; turn < hours * 6; turn++) {
        yield* Users.getMe()
        yield* TestClock.adjust("10 minutes")
      }
    })
  const measured = Effect.gen(function*() {
    yield* oneDay(2)
    counted.refreshes = 0
    const before = [yield* heap, yield* fibers, yield* timers] as const
    yield* oneDay(24)
    const after = [yield* heap, yield* fibers, yield* timers] as const
    return { before, after }
  })
  const { after, before } = yield* measured.pipe(
    Effect.provide(signedIn().pipe(Layer.provideMerge(layer), Layer.provideMerge(TestClock.layer())))
  )
  const growth = after[0] - before[0]
  return {
    law: "R2",
    numbers:
      `24 virtual hours, ${counted.refreshes} refreshes, the heap grew by ${growth.toFixed(2)} MB (less than 5), `
      + `fibers ${before[1]} → ${after[1]}, timers ${before[2]} → ${after[2]}`,
    holds: growth < 5 && counted.refreshes === 144 && after[1] === before[1] && after[2] === before[2]
  }
})

/** R3: ten thousand sessions in one process. Each is refreshed once, and all are released. */
const sessions = Effect.gen(function*() {
  const people = 10_000
  const { counted, layer } = platform(600)
  const before = yield* heap
  const project = yield* Layer.build(layer)
  const open = yield* Effect.forEach(
    Array.from({ length: people }, (_, index) => index),
    (index) =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        // pause, because a server also does other work between sessions
        if (index % 100 === 0) yield* Effect.sleep(0)
        const built = signedIn(`${refreshToken}${index}`).pipe(Layer.provide(Layer.succeedContext(project)))
        return { scope, context: yield* Layer.buildWithScope(built, scope) }
      })
  )
  const started = yield* Clock.currentTimeMillis
  const call = ({ context }: (typeof open)[number]) => Effect.provideContext(Users.getMe(), context)
  yield* Effect.forEach(open, call, { concurrency: 100, discard: true })
  yield* Effect.forEach(open, call, { concurrency: 100, discard: true })
  const took = (yield* Clock.currentTimeMillis) - started
  const signedInNow = open.filter(({ context }) => Context.get(context, Session).state()._tag === "SignedIn").length
  const kilobytes = ((yield* heap) - before) * 1000 / people
  yield* Effect.forEach(open.splice(0), ({ scope }) => Scope.close(scope, Exit.void), { discard: true })
  const left = (yield* heap) - before
  return {
    law: "R3",
    numbers:
      `${whole(people)} sessions, ${kilobytes.toFixed(1)} kB each (less than 50), ${
        whole(counted.refreshes)
      } refreshes, `
      + `${whole(2 * people)} calls in ${whole(took)} ms; ${
        left.toFixed(1)
      } MB left when they are closed (less than 5)`,
    holds: counted.refreshes === people && signedInNow === people && kilobytes < 50 && left < 5
  }
}).pipe(Effect.scoped)

/**
 * R4: 500 fibers call after a 429 with a wait of 30 s. No fiber sends a request before the wait has passed, neither in
 * one process nor with shared waits.
 */
const storm = (shared: boolean) =>
  Effect.gen(function*() {
    const until = 30_000
    const early: Array<number> = []
    let firstRefusal: number | undefined
    const { counted, layer } = platform(3600, () =>
      Effect.map(Clock.currentTimeMillis, (now): WireResponse => {
        if (firstRefusal !== undefined && now > firstRefusal && now < firstRefusal + until) early.push(now)
        if (firstRefusal !== undefined && now >= firstRefusal + until) return ok(responses[me]!.body())
        firstRefusal ??= now
        return { status: 429, headers: new Headers({ "retry-after": "30" }), body: utf8.encode("Too many requests") }
      }))
    const program = Effect.gen(function*() {
      yield* TestClock.adjust("1 second")
      const running: Array<Fiber.Fiber<unknown, unknown>> = []
      for (let each = 0; each < 500; each++) {
        running.push(yield* Effect.forkChild(Users.getMe()))
        // start the fibers over 5 s, most of them after the first 429
        if (each % 100 === 99) yield* TestClock.adjust("1 second")
      }
      for (let second = 0; second < 120; second++) yield* TestClock.adjust("1 second")
      return yield* Fiber.awaitAll(running)
    })
    const limiter = RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
    const exits = yield* program.pipe(
      Effect.provide(
        signedIn().pipe(
          Layer.provideMerge(
            shared ? SharedRateLimitGate.layer().pipe(Layer.provide(limiter), Layer.provideMerge(layer)) : layer
          ),
          Layer.provideMerge(TestClock.layer())
        )
      )
    )
    const succeeded = exits.filter(Exit.isSuccess).length
    return {
      law: "R4",
      numbers:
        `500 fibers over 5 s${
          shared ? " with shared waits" : ""
        }, ${succeeded} succeeded, ${counted.requests} requests, `
        + `${early.length} of them during the stated wait`,
      holds: succeeded === 500 && early.length === 0
    }
  })

/** R5: a fleet with failures of its store, processes and platform. See `soak/fleet.ts`. */
const fleet = async (): Promise<ReadonlyArray<Verdict>> => {
  if (redisServer !== undefined) {
    return (await fleetUnderFaults(fleetSeconds)).map((finding) => ({ law: "R5", ...finding }))
  }
  console.log(`R5 is skipped: ${needsRedis}`)
  return []
}

const verdicts: Array<Verdict> = []

const say = (verdict: Verdict): void => {
  verdicts.push(verdict)
  console.log(`${verdict.law} ${verdict.holds ? "holds" : "DOES NOT HOLD"}: ${verdict.numbers}`)
}

for (
  const law of [callers, day, sessions, storm(false), storm(true)] as ReadonlyArray<Effect.Effect<Verdict, unknown>>
) {
  say(await Effect.runPromise(law.pipe(Metric.enableRuntimeMetrics)))
}
for (const verdict of await fleet()) say(verdict)

const failed = verdicts.filter(({ holds }) => !holds)
process.exitCode = failed.length === 0 ? 0 : 1
if (fleetSeconds === usualSeconds && redisServer !== undefined) {
  const [load] = verdicts.filter(({ law }) => law === "R5")
  const outcome = failed.length === 0
    ? "R1 to R5 hold"
    : `${[...new Set(failed.map(({ law }) => law))].join(", ")} did not hold`
  printRow("npm run prove soak", `${outcome}; ${load!.numbers}`)
}
