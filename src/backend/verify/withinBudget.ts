/** Requests to the platform about clients' credentials, within their budget: docs/laws.md S1, S2. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { type Gate, type Policy, RateLimitGate, Refunds, RetryPolicy } from "../../../layers/call/index.ts"
import { UnverifiedLimitReached } from "./errors.ts"
import type { Taken, UnverifiedBudget, UnverifiedKind } from "./UnverifiedBudget.ts"

/** Whether credentials are verified, and the client address whose budget applies. */
export interface Credentials {
  readonly verified: boolean
  /** Client address, if the program provides it. Not used for verified credentials. */
  readonly address: string | undefined
}

/**
 * Counts a request and its retries, and provides its retry policy and gate. A request that succeeds is not counted: the
 * platform accepted the credentials.
 */
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
      const first = budget.take(kind, address)
      if (first instanceof UnverifiedLimitReached) return Effect.fail(first)
      const refunds: Array<Effect.Effect<void>> = []
      const keep = ({ giveBack }: Taken) => refunds.push(Effect.sync(giveBack)) > 0
      keep(first)
      return gated.pipe(
        Effect.provideService(RetryPolicy, {
          ...policy,
          schedule: Schedule.while(policy.schedule, ({ input }) => {
            if (input.kind === "RateLimited") return false
            const repeat = budget.take(kind, undefined)
            return !(repeat instanceof UnverifiedLimitReached) && keep(repeat)
          })
        }),
        Effect.provideService(Refunds, refunds),
        Effect.tap(() => Effect.all(refunds, { discard: true }))
      )
    })

/** Whether an authentication needs a request to the platform, for observers. */
export const CacheMiss = Context.Reference<{ isMiss: boolean } | undefined>("latchkey/verify/CacheMiss", {
  defaultValue: () => undefined
})

/** Records a cache miss in the span and for observers. */
export const cacheMiss = <A, E>(request: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(CacheMiss, (miss) => {
    if (miss !== undefined) miss.isMiss = true
    return Effect.andThen(Effect.annotateCurrentSpan("cache.hit", false), request)
  })

/** Maximum number of cached sessions and of cached API keys, of about 1 kB each. */
export const maxCached = 10_000

/** Time in milliseconds for which a session or API key counts as verified after the platform accepted it. */
export const verifiedFor = 86_400_000
