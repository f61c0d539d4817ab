/** The same tests in process and over a port: a flow must not notice which of the two it is. */
import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { Emulator, type Seed } from "../../layers/emulator/index.ts"
import { layerFetch, type Transport } from "../../layers/Transport.ts"
import { emulated } from "../layers/emulator/support.ts"

/** A way to an embedded platform. Either follows the clock of the test. */
export interface Way {
  /** The platform. */
  readonly platform: (seed?: Seed) => Layer.Layer<Emulator | Transport>
  /** A client of it, nobody signed in. */
  readonly emulated: (seed?: Seed) => ReturnType<typeof emulated>
}

const way = (platform: Way["platform"]): Way => ({ platform, emulated: (seed) => emulated(seed, platform(seed)) })

const ways: { readonly [name: string]: Way } = {
  "in process": way(Emulator.layer),
  "over a port": way((seed) => Layer.merge(Layer.orDie(Emulator.layerServe(seed)), layerFetch))
}

/** Defines the tests twice. */
export const overBothTransports = (tests: (way: Way) => void): void => {
  for (const [name, way] of Object.entries(ways)) describe(name, () => tests(way))
}

/** Lets time pass, minute after minute, until a fiber is done. What goes over a port takes no virtual time. */
export const whenDone = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
  Effect.gen(function*() {
    while (fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust("1 minute")
      yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
    }
    return yield* Fiber.join(fiber)
  })
