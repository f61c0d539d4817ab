import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { sharesNothing } from "./sharesNothing.ts"

/** Runs once for all who ask for the same at the same time, and goes on when the one who began it leaves. */
export const singleFlight = <Input, A, E>(
  scope: Scope.Scope,
  run: (key: string, input: Input) => Effect.Effect<A, E>
): (key: string, input: Input) => Effect.Effect<A, E> => {
  const underWay = new Map<string, Deferred.Deferred<A, E>>()
  return (key, input) =>
    Effect.suspend(() => {
      if (sharesNothing()) return run(key, input)
      const running = underWay.get(key)
      if (running !== undefined) return Deferred.await(running)
      const result = Deferred.makeUnsafe<A, E>()
      underWay.set(key, result)
      return Effect.forkIn(run(key, input), scope).pipe(
        Effect.tap((fiber) =>
          Effect.sync(() =>
            fiber.addObserver((exit: Exit.Exit<A, E>) => {
              underWay.delete(key)
              Deferred.doneUnsafe(result, exit)
            })
          )
        ),
        Effect.uninterruptible,
        Effect.andThen(Deferred.await(result))
      )
    })
}
