/** Internals of a program for `latchkey/react/devtools`. Does nothing without devtools. */
import * as Context from "effect/Context"
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
