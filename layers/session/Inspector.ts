/** What devtools are shown of a program that no service tells: `latchkey/react/devtools`. Nothing unless they ask. */
import * as Context from "effect/Context"
import type { Policy } from "../call/index.ts"
import type { CurrentSession } from "./currentSession.ts"
import type { Policy as RefreshPolicy } from "./SessionPolicy.ts"

/** The insides of the layers of one client. */
export interface Insides {
  /** The session at this moment, with its tokens: for fingerprints and times, never to be shown. */
  readonly session: () => CurrentSession | null
  /** Where the session is kept, in words. */
  readonly storage: string
  /** What calls go by that bring no policy of their own. */
  readonly retryPolicy: Policy
  /** What the session goes by. */
  readonly sessionPolicy: RefreshPolicy
}

/** Called as the layers are built, by each with what is its own. */
export const Inspector = Context.Reference<((found: Partial<Insides>) => void) | undefined>("latchkey/Inspector", {
  defaultValue: () => undefined
})
