import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * Collects how to give back what a request took from budgets for unverified credentials. Whoever provides the list runs it
 * when the platform accepts the credentials. docs/laws.md S1.
 */
export const Refunds = Context.Reference<Array<Effect.Effect<void>> | undefined>("latchkey/Refunds", {
  defaultValue: () => undefined
})
