import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { singleFlight } from "../../../layers/call/index.ts"
import { sharesNothing } from "../token/index.ts"

/**
 * {@link singleFlight} for work that several requests share, in runtimes where a request can wait for work that another
 * request started.
 */
export const acrossRequests = <Input, A, E>(
  scope: Scope.Scope,
  run: (key: string, input: Input) => Effect.Effect<A, E>
): (key: string, input: Input) => Effect.Effect<A, E> => {
  const shared = singleFlight(scope, run)
  return (key, input) => Effect.suspend(() => (sharesNothing() ? run : shared)(key, input))
}
