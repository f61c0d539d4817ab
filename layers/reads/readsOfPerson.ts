/** Whose reads they are: what the person who left may see, the next one may not. */
import * as Option from "effect/Option"
import type { SessionState } from "../session/index.ts"
import type { DroppedReads } from "./dropReads.ts"
import { type Entry, nothing, pending } from "./readEntry.ts"
import type { RunningReads } from "./runReads.ts"
import type { ShownReads } from "./showReads.ts"
import type { StoredReads } from "./storedReads.ts"

/** The session itself, as a read. */
export const sessionKey = "session"

/** Whose session it is. `id`: `null` for nobody, `undefined` until its first request. */
interface Person {
  readonly id: string | null | undefined
  readonly session: string | undefined
  /** As the server said. */
  readonly handed?: boolean
}

/** Forgets with the person. */
export const makeReadsOfPerson = (
  { entries, show }: ShownReads,
  { remove, stop }: DroppedReads,
  { refresh, start }: RunningReads,
  stored: StoredReads
) => {
  let who: Person | undefined

  const reset = (entry: Entry, keepRunning: boolean) => {
    if (entry.read.of === "everyone") return
    const { job, state } = entry
    if (state === pending) {
      if (!job) return
      if (keepRunning) return stored.restore(entry)
    } else if (!entry.listeners.size) return remove(entry)
    stop(entry)
    Object.assign(entry, nothing)
    if (state === pending) start(entry)
    // read when a watcher looks: those that are about to leave with the session ask for nothing
    else show(entry)
  }

  return {
    forget: () => {
      who = undefined
    },
    /** A server read for this one. `false`: somebody else is here. */
    expect: (id: string | null): boolean => {
      if (who?.id !== undefined) return who.id === id
      who = { id, session: undefined, handed: true }
      return true
    },
    sessionChanged: (state: SessionState) => {
      const before = who
      const now = personOf(state)
      stored.personIs(now.id)
      // whoever it turns out to be is compared with the person that the server read for
      if (before?.handed && now.id === undefined) return
      who = now
      const session = entries.get(sessionKey)
      if (session?.base) {
        session.base = { value: state }
        show(session)
      }
      if (!before) return
      const isOther = before.id !== now.id
      for (const entry of [...entries.values()]) {
        // with its first request a session learns whose it is: what waits for that request goes on waiting
        if (isOther) reset(entry, before.id === undefined && now.id !== null)
        else if (before.session && before.session !== now.session && entry.read.of === "user") {
          refresh(entry, "session")
        }
      }
    }
  }
}

const personOf = (state: SessionState): Person => {
  if (state._tag === "SignedOut") return { id: null, session: undefined }
  const claims = Option.getOrUndefined(state.claims)
  // whoever signs up keeps the anonymous session, and whoever is not restricted any more that from before
  return { id: claims?.sub, session: claims && `${claims.refreshTokenId} ${claims.isAnonymous} ${state._tag}` }
}
