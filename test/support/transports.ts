/** The same tests in process and over a port: a flow must not notice which of the two it is. */
import { describe } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layerFetch, Transport } from "../../layers/call/Transport.ts"
import { Emulator, type RunningEmulator, type Seed, startEmulator } from "../../src/emulator/index.ts"
import { emulated } from "../src/emulator/support/support.ts"

/** A way to an embedded platform. Either follows the clock of the test. */
export interface Way {
  /** The platform. */
  readonly platform: (seed?: Seed) => Layer.Layer<Emulator | Transport>
  /** A client of it, nobody signed in. */
  readonly emulated: (seed?: Seed) => ReturnType<typeof emulated>
  /** The platform for programs of promises, until it is disposed of. */
  readonly start: (seed?: Seed) => Promise<Started>
}

/** A platform, and what a promise client of any level reaches it with. */
export interface Started extends AsyncDisposable {
  readonly platform: RunningEmulator
  readonly options: Omit<RunningEmulator["project"], "id"> & {
    readonly projectId: string
    readonly baseUrl: string
    readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  }
}

/** Requests that were sent and not answered yet. */
let underWay = 0

const counted = Layer.effect(
  Transport,
  Effect.map(Transport, ({ send }) => ({
    send: (request) =>
      Effect.suspend(() => {
        underWay++
        return Effect.ensuring(send(request), Effect.sync(() => void underWay--))
      })
  }))
)

const start = async (seed: Seed | undefined, inProcess: boolean): Promise<Started> => {
  const platform = await startEmulator(seed)
  const { close, project } = platform
  return {
    platform,
    options: {
      ...project,
      ...(inProcess ? { fetch: (url, init) => platform.fetch(new Request(url, init)) } : {})
    },
    [Symbol.asyncDispose]: close
  }
}

const way = (reached: Way["platform"], inProcess: boolean): Way => {
  const platform = (seed?: Seed) => Layer.provideMerge(counted, reached(seed))
  return {
    platform,
    emulated: (seed) => emulated(seed, platform(seed)),
    start: (seed) => start(seed, inProcess)
  }
}

const ways: { readonly [name: string]: Way } = {
  "in process": way(Emulator.layer, true),
  "over a port": way((seed) => Layer.merge(Layer.orDie(Emulator.layerServe(seed)), layerFetch()), false)
}

/** Defines the tests twice. */
export const overBothTransports = (tests: (way: Way) => void): void => {
  for (const [name, way] of Object.entries(ways)) describe(name, () => tests(way))
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const settledWithin = (turns: number): Effect.Effect<void> =>
  Effect.promise(async () => {
    let quiet = 0
    for (let left = turns; quiet < 2 && left > 0; left--) {
      await turn()
      quiet = underWay === 0 ? quiet + 1 : 0
    }
  })

/**
 * Lets what is ready to run do so, and requests be answered: no virtual time passes. One that the platform holds back by
 * a fault is not answered before its time, so what waits for it goes on by itself.
 */
export const settled: Effect.Effect<void> = settledWithin(Infinity)

/** Lets time pass once all is quiet, and what it set off come to its end. */
export const passing = (duration: Duration.Input): Effect.Effect<void> =>
  Effect.andThen(settled, Effect.andThen(TestClock.adjust(duration), settled))

/**
 * Lets time pass, minute after minute, until a fiber is done. A request that is answered at once has the turns for it
 * before its time limit can pass; one that the platform holds back has not.
 */
export const whenDone = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
  Effect.gen(function*() {
    while (fiber.pollUnsafe() === undefined) {
      yield* settledWithin(200)
      yield* TestClock.adjust("1 minute")
    }
    return yield* Fiber.join(fiber)
  })
