import type { CurrentSession } from "./currentSession.ts"
import type { Policy } from "./SessionPolicy.ts"

/** Facts about a session that is being built, for its watchers. */
export interface SessionFacts {
  /** The current session with its tokens: for fingerprints and expiry times, never for display. */
  readonly session: () => CurrentSession | null
  /** Name of the token store. */
  readonly storage: string
  readonly sessionPolicy: Policy
}
