/** Runs the same tests in-process and over a port, because flows must behave the same in both. */
import { describe } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layerFetch, ObserveTransport, Transport } from "../../../layers/call/Transport.ts"
import { Emulator, type RunningEmulator, type Seed, startEmulator } from "../../../src/emulator/index.ts"
import { emulated } from "../../src/emulator/support/support.ts"

/** A transport for an emulator. The emulator uses the test's clock. */
export interface Way {
  /** Emulator, and the transport to it. */
  readonly platform: (seed?: Seed) => Layer.Layer<Emulator | Transport>
  /** A signed-out client of the emulator. */
  readonly emulated: (seed?: Seed) => ReturnType<typeof emulated>
  /** Starts an emulator for programs with promises. */
  readonly start: (seed?: Seed) => Promise<Started>
}

/** A running emulator, and the options with which promise clients of any level can call it. */
export interface Started extends AsyncDisposable {
  readonly platform: RunningEmulator
  readonly options: Omit<RunningEmulator["project"], "id"> & {
    readonly projectId: string
    readonly baseUrl: string
    readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  }
}

/** Number of requests that have no response yet. */
let underWay = 0

const counted = Layer.effect(
  Transport,
  Effect.zipWith(Transport, ObserveTransport, ({ send }, watch) => {
    const transport: Transport["Service"] = {
      send: (...request) =>
        Effect.suspend(() => {
          underWay++
          return Effect.ensuring(send(...request), Effect.sync(() => void underWay--))
        })
    }
    return watch === undefined ? transport : watch().around(transport)
  })
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

/** The emulator without a port, for tests that need only one transport. */
export const inProcess: Way = ways["in process"]!

/** Defines the tests for both transports. */
export const overBothTransports = (tests: (way: Way) => void): void => {
  for (const [name, way] of Object.entries(ways)) describe(name, () => tests(way))
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const settledBut = (held: number): Effect.Effect<void> =>
  Effect.promise(async () => {
    let quiet = 0
    while (quiet < 2) {
      await turn()
      quiet = underWay <= held ? quiet + 1 : 0
    }
  })

/**
 * Lets ready fibers run and requests complete, without advancing the clock. A request that a fault delays does not
 * complete. It doesn't block other fibers.
 */
export const settled: Effect.Effect<void> = settledBut(0)

/** Waits until the program is idle, advances the clock, and lets the resulting work finish. */
export const passing = (duration: Duration.Input): Effect.Effect<void> =>
  Effect.andThen(settled, Effect.andThen(TestClock.adjust(duration), settled))

/**
 * Advances the clock minute by minute until a fiber is done. Every request completes before the next minute, however
 * slow the machine is, except for the requests that a fault holds back.
 */
export const whenDone = <A, E>(fiber: Fiber.Fiber<A, E>, held = 0): Effect.Effect<A, E> =>
  Effect.gen(function*() {
    while (fiber.pollUnsafe() === undefined) {
      yield* settledBut(held)
      yield* TestClock.adjust("1 minute")
    }
    return yield* Fiber.join(fiber)
  })
