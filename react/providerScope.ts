import * as Context from "effect/Context"
import type * as Scope from "effect/Scope"

/** Scope of the provider, for fibers that outlive a component. It closes when the provider unmounts. */
export const ProviderScope = Context.Reference<Scope.Scope | undefined>("latchkey/ProviderScope", {
  defaultValue: () => undefined
})
