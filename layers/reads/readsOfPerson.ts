/** Drops the reads of the previous user when another user signs in. */
import * as Option from "effect/Option"
import type { SessionState } from "../session/index.ts"
import type { DroppedReads } from "./dropReads.ts"
import type { StoredReads } from "./notStored.ts"
import { type Entry, nothing, pending } from "./readEntry.ts"
import type { RunningReads } from "./runReads.ts"
import type { ShownReads } from "./showReads.ts"

/** Key of the read of the session itself. */
export const sessionKey = "session"

/** Owner of the session. `id`: `null` if signed out, `undefined` until the session's first request. */
interface Person {
  readonly id: string | null | undefined
  readonly session: string | undefined
  /** Whether the owner comes from the server. */
  readonly fromServer?: boolean | undefined
}

/** Drops values when the user changes. */
export const makeReadsOfPerson = (
  { entries, show }: ShownReads,
  { remove, stop }: DroppedReads,
  { refresh, start }: RunningReads,
  stored: StoredReads
) => {
  let owner: Person | undefined

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
    // requested when a subscriber reads it, because subscribers may leave when the session ends
    else show(entry)
  }

  return {
    forget: () => {
      owner = undefined
    },
    /** Called with the user of the values that a server sent. Returns `false` if another user is signed in. */
    expect: (id: string | null): boolean => {
      if (owner?.id !== undefined) return owner.id === id
      owner = { id, session: undefined, fromServer: true }
      return true
    },
    sessionChanged: (state: SessionState) => {
      const before = owner
      const now = personOf(state)
      stored.personIs(now.id)
      // once the user is known, compare them with the server's user
      if (before?.fromServer && now.id === undefined) return
      owner = now
      const session = entries.get(sessionKey)
      if (session?.base) {
        session.base = { value: state }
        show(session)
      }
      if (!before) return
      const isOther = before.id !== now.id
      for (const entry of [...entries.values()]) {
        // a session's owner becomes known with its first request, so callers of that request keep waiting
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
  // a guest who signs up keeps the session, and so does a user who is no longer restricted
  return { id: claims?.sub, session: claims && `${claims.refreshTokenId} ${claims.isAnonymous} ${state._tag}` }
}
