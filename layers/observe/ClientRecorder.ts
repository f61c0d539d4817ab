import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Records what happens to a client, such as a ledger of its session. */
export interface ClientRecorder {
  /** Settings for building a client. The client is then recorded while the scope is open. */
  readonly recording: Effect.Effect<Context.Context<never>, never, Scope.Scope>
}
