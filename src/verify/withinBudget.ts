/** Requests to the platform about the credentials that others show: docs/laws.md S1, S2. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { type Gate, type Policy, RateLimitGate, RetryPolicy } from "../../layers/call/index.ts"
import type { UnverifiedLimitReached } from "./errors.ts"
import type { UnverifiedBudget, UnverifiedKind } from "./UnverifiedBudget.ts"

/** Whether credentials are verified, and whose budget a request about them is taken from. */
export interface Credentials {
  readonly verified: boolean
  /** Of the client, as far as the program tells. Of no account for verified ones. */
  readonly address: string | undefined
}

/** Counts the request, its repeats too, and gives the settings that it goes by. */
export type WithinBudget = <A, E>(
  kind: UnverifiedKind,
  credentials: Credentials,
  request: Effect.Effect<A, E>
) => Effect.Effect<A, E | UnverifiedLimitReached>

export const makeWithinBudget =
  (budget: UnverifiedBudget, policy: Policy, gate: Gate): WithinBudget =>
  <A, E>(kind: UnverifiedKind, { address, verified }: Credentials, request: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | UnverifiedLimitReached> => {
      const gated = Effect.provideService(request, RateLimitGate, gate)
      if (verified) return Effect.provideService(gated, RetryPolicy, policy)
      const refused = budget.take(kind, address)
      if (refused !== undefined) return Effect.fail(refused)
      return Effect.provideService(gated, RetryPolicy, {
        ...policy,
        schedule: Schedule.while(
          policy.schedule,
          ({ input }) => input.kind !== "RateLimited" && budget.take(kind, undefined) === undefined
        )
      })
    })

/** Tells the span that what was remembered did not do. */
export const cacheMiss = <A, E>(request: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.andThen(Effect.annotateCurrentSpan("cache.hit", false), request)

/** Sessions and API keys that are remembered at most. About 1 kB each. */
export const mostRemembered = 10_000

/** For how long a session or an API key counts as verified after the platform knew it. */
export const verifiedFor = 86_400_000
