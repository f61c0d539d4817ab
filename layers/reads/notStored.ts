/** The interface through which reads notify a persistent store, and an implementation that persists nothing. */
import type { Entry } from "./readEntry.ts"

/** Notifies the persistent store of changes to reads. */
export interface StoredReads {
  /** Sets the owner of the session: `null` if signed out, `undefined` while unknown. */
  readonly personIs: (id: string | null | undefined) => void
  /** Shows the persisted value if nothing else is known. */
  readonly restore: (entry: Entry) => void
  /** Persists a response. */
  readonly keep: (entry: Entry) => void
  /** Removes an outdated value. */
  readonly forget: (entry: Entry) => void
}

/** Persists nothing. */
export const notStored: StoredReads = { personIs: () => {}, restore: () => {}, keep: () => {}, forget: () => {} }
