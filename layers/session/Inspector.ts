/** Internals of a program for `latchkey/react/devtools` and session ledgers. Does nothing without them. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Policy } from "../call/index.ts"
import type { CurrentSession } from "./currentSession.ts"
import type { Policy as RefreshPolicy } from "./SessionPolicy.ts"

/** Internals of one client's layers. */
export interface Insides {
  /** The current session with its tokens: for fingerprints and expiry times, never for display. */
  readonly session: () => CurrentSession | null
  /** Name of the token store. */
  readonly storage: string
  /** Default retry policy of calls. */
  readonly retryPolicy: Policy
  /** Policy of the session. */
  readonly sessionPolicy: RefreshPolicy
}

/** Function that each layer calls with its internals when it is built. */
export const Inspector = Context.Reference<((found: Partial<Insides>) => void) | undefined>("latchkey/Inspector", {
  defaultValue: () => undefined
})

/** Observes one session. */
export interface SessionObserver {
  /** Returns the `Session` service that the program uses in place of the given one. */
  readonly session: <Service>(service: Service, current: () => CurrentSession | null) => Service
  /** Called after each change in memory. Unlike a subscriber, it doesn't count as use of the session. */
  readonly changed: () => void
}

/** Creates the observer of a session that is being built. */
export const ObserveSession = Context.Reference<((storage: string) => SessionObserver) | undefined>(
  "latchkey/ObserveSession",
  { defaultValue: () => undefined }
)

/** Records what happens to the session of a client, such as a ledger. */
export interface ClientRecorder {
  /** The settings that a client is built with, so that it is recorded while the scope is open. */
  readonly recording: Effect.Effect<Context.Context<never>, never, Scope.Scope>
}
