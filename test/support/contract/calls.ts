/** Runs calls with the test clock. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import type { Transport } from "../../../layers/call/Transport.ts"
import { signedOut } from "./project.ts"

/** Layer of an access level without its transport, such as `signedOut` or `signedIn()`. */
type Level<Access, E> = Layer.Layer<Access, E, Transport>

/** Runs a program and advances the clock by an hour, so that all waits end. By default, there are no health checks. */
export const settled = <A, E, Access, E2>(
  program: Effect.Effect<A, E, Access>,
  transport: Layer.Layer<Transport>,
  level: Level<Access, E2> = signedOut as unknown as Level<Access, E2>
): Effect.Effect<Exit.Exit<A, E | E2>> =>
  Effect.gen(function*() {
    const fiber = yield* program.pipe(
      Effect.provide(level.pipe(Layer.provide(transport))),
      Effect.provideService(Diagnostics, []),
      Effect.forkChild
    )
    yield* TestClock.adjust("1 hour")
    return yield* Fiber.await(fiber as Fiber.Fiber<A, E | E2>)
  })

/** Returns the error with which a program fails. Throws for any other result. */
export const failureOf = <A, E>(exit: Exit.Exit<A, E>): E => {
  const failure = Exit.findError(exit)
  if (Result.isFailure(failure)) throw new Error(`not a typed failure: ${String(exit)}`)
  return failure.success
}
