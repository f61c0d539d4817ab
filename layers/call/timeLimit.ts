/** Time limits that need no fiber of their own, so that waiting calls need little memory. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** A time limit in milliseconds, and the error of an effect that takes longer. */
export interface Limit<E> {
  readonly millis: number
  readonly timedOut: () => E
}

const within = Symbol()

/** An effect that can stop itself after a time limit. */
interface LimitsItself<A, E> extends Effect.Effect<A, E> {
  readonly [within]: <E2>(limit: Limit<E2>) => Effect.Effect<A, E | E2>
}

/**
 * Creates an effect that enforces its own time limit: with {@link limited}, `make` gets the limit. An effect made of it,
 * for example by a program that wraps a transport, doesn't do so.
 */
export const limitsItself = <A, E>(
  make: <E2 = never>(limit?: Limit<E2>) => Effect.Effect<A, E | E2>
): Effect.Effect<A, E> => Object.assign(Effect.suspend(() => make()), { [within]: make })

/** Fails if an effect takes longer. Needs a second fiber unless the effect enforces its own limit. */
export const limited = <A, E, E2>(self: Effect.Effect<A, E>, limit: Limit<E2>): Effect.Effect<A, E | E2> =>
  within in self
    ? (self as LimitsItself<A, E>)[within](limit)
    : timeLimit(self, limit.millis, () => Effect.fail(limit.timedOut()))

/**
 * Interrupts an effect after this number of milliseconds, and continues with `orElse`. Unlike `Effect.timeoutOrElse`, the
 * timer has no fiber of its own.
 */
export const timeLimit = <A, E, R, A2, E2>(
  self: Effect.Effect<A, E, R>,
  millis: number,
  orElse: () => Effect.Effect<A2, E2>
): Effect.Effect<A | A2, E | E2, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.callback((resume) => {
      const fiber = Effect.runForkWith(context)(self)
      const stop = Effect.suspend(() => {
        cancel()
        return Fiber.interrupt(fiber)
      })
      const cancel = startTimer(context, millis, () => resume(Effect.flatMap(stop, orElse)))
      fiber.addObserver((exit) => {
        cancel()
        resume(exit)
      })
      return stop
    })
  )

/** Calls a function after a number of milliseconds. The returned function cancels it. */
export const startTimer = (context: Context.Context<never>, millis: number, onEnd: () => void): () => void => {
  const clock = Context.getOrUndefined(context, Clock.Clock)
  if (clock === undefined && millis < Infinity) {
    // Effect.sleep would need a fiber. Provided clocks, such as TestClock, are followed below.
    // oxlint-disable-next-line latchkey/no-ambient-time
    const timer = setTimeout(onEnd, millis)
    return () => clearTimeout(timer)
  }
  const sleeping = Effect.runForkWith(context)(Effect.map(Effect.sleep(millis), onEnd))
  return () => sleeping.interruptUnsafe()
}
