/** One run for all who want the same thing at the same time. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"

/**
 * Starts `self` apart from whoever starts it: it goes on when they leave, until it ends or the scope closes; without a
 * scope, until it ends. `onEnd` is called before `result` is there. Begins without a timer, which a hidden tab would be
 * kept waiting for, up to a minute.
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
 * Runs once for all who ask for the same key at the same time, apart from each of them, as {@link launch} does. Whoever
 * comes after the end starts anew: neither a success nor a failure is kept. A run has the context of who came first.
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
