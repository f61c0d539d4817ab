/** Shares one run among all simultaneous callers with the same key. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"

/**
 * Starts `self` independently of its caller: interrupting the caller doesn't stop it. If there is a scope, closing the
 * scope stops `self`. `onEnd` is called before `result` is available. Starts without a timer, because hidden tabs delay
 * timers by up to a minute.
 */
export const launch = <A, E, R>(
  self: Effect.Effect<A, E, R>,
  scope: Scope.Scope | undefined,
  result: Deferred.Deferred<A, E>,
  onEnd: () => void
): Effect.Effect<void, never, R> =>
  Effect.uninterruptible(Effect.map(
    scope === undefined
      ? Effect.forkDetach(self, { startImmediately: true })
      : Effect.forkIn(self, scope, { startImmediately: true }),
    (fiber) => {
      fiber.addObserver((exit: Exit.Exit<A, E>) => {
        onEnd()
        Deferred.doneUnsafe(result, exit)
      })
    }
  ))

/**
 * Runs once for all simultaneous callers of the same key, independently of each caller, like {@link launch}. Results
 * aren't cached: after a run has ended, the next caller starts a new run. A run has the context of its first caller.
 */
export const singleFlight = <Key, Input, A, E, R>(
  scope: Scope.Scope | undefined,
  run: (key: Key, input: Input) => Effect.Effect<A, E, R>
): (key: Key, input: Input) => Effect.Effect<A, E, R> => {
  let underWay: Map<Key, Deferred.Deferred<A, E>> | undefined
  return (key, input) =>
    Effect.suspend(() => {
      underWay ??= new Map()
      const running = underWay.get(key)
      if (running !== undefined) return Deferred.await(running)
      const result = Deferred.makeUnsafe<A, E>()
      underWay.set(key, result)
      return Effect.andThen(launch(run(key, input), scope, result, () => underWay?.delete(key)), Deferred.await(result))
    })
}
