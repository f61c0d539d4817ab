/** A session known to this process, and the sessions in its memory. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { Listeners } from "../call/index.ts"
import { type Life, lifeOf, makeCoolDown, remainingMillis, sameTokens } from "../session/index.ts"
import type { LeaseState } from "./refreshLease.ts"
import { nameOf, type Seal, sealOf, type SharedSession } from "./sealedSession.ts"

/** A session in this process. Only this file and `recordSync.ts` write to it. */
export interface KnownSession {
  readonly secret: string
  readonly name: string
  readonly seal: Seal
  /** The record in the store, as last seen. */
  text: string | undefined
  session: SharedSession | null
  /** Increases with every change of the tokens. */
  version: number
  /** Whether memory has changes that the store does not. */
  unsaved: boolean
  prolongedAt: number
  readonly writing: Semaphore.Semaphore
  /**
   * Ensures that one request of this process at a time competes with other servers for the lease. Other requests wait
   * for its result.
   */
  readonly refreshing: Semaphore.Semaphore
  readonly lease: LeaseState
  /** Called when the tokens change. */
  readonly listeners: Listeners
}

export const makeKnown = (secret: string): Effect.Effect<KnownSession> =>
  Effect.promise(async () => ({
    secret,
    name: `session:${await nameOf(secret)}`,
    seal: await sealOf(secret),
    text: undefined,
    session: null,
    version: 0,
    unsaved: false,
    prolongedAt: -Infinity,
    writing: Semaphore.makeUnsafe(1),
    refreshing: Semaphore.makeUnsafe(1),
    lease: { observed: undefined, held: undefined, coolDown: makeCoolDown() },
    listeners: new Listeners()
  }))

export const hold = (known: KnownSession, session: SharedSession | null) => {
  const changed = !sameTokens(known.session?.tokens ?? null, session?.tokens ?? null)
  known.session = session
  if (!changed) return
  known.version++
  known.listeners.notify()
}

const accessLifeOf = ({ session }: Pick<KnownSession, "session">): Life | undefined =>
  session?.tokens.accessToken === undefined ? undefined : lifeOf(session.tokens.accessToken)

export const remainingOf = (known: KnownSession, now: number): number => {
  const life = accessLifeOf(known)
  return life === undefined ? 0 : remainingMillis(life, 0, now)
}

export const issuedAtOf = (known: Pick<KnownSession, "session">): number => accessLifeOf(known)?.issuedAt ?? -Infinity

export const isFresh = (known: KnownSession, { laterThan, now, threshold }: Freshness): boolean =>
  issuedAtOf(known) > laterThan && remainingOf(known, now) >= threshold

/**
 * Condition on an access token: issued after `laterThan` on the platform's clock, and valid for at least `threshold`
 * milliseconds from `now`.
 */
interface Freshness {
  readonly laterThan: number
  readonly threshold: number
  readonly now: number
}

/** The sessions in a process's memory: at most `remembered`, plus the sessions with changes that the store missed. */
export const makeMemory = (remembered: number) => {
  const all = new Map<string, KnownSession>()
  /** Sessions that haven't been looked up yet. They are kept apart, so that they never evict remembered sessions. */
  const lookedFor = new Map<string, KnownSession>()
  const unsaved = new Set<KnownSession>()

  /** Remembers sessions that exist, and changes that the store missed. */
  const remember = (known: KnownSession) => {
    all.delete(known.secret)
    if (known.session === null && !known.unsaved) return
    all.set(known.secret, known)
    if (all.size <= remembered) return
    for (const each of all.values()) {
      if (each.unsaved) continue
      all.delete(each.secret)
      return
    }
  }

  const inMemory = (secret: string): KnownSession | undefined => all.get(secret) ?? lookedFor.get(secret)

  const knownOf = (secret: string): Effect.Effect<KnownSession> =>
    Effect.suspend(() => {
      const before = inMemory(secret)
      // Another request may create the entry in the meantime.
      return before === undefined
        ? Effect.map(makeKnown(secret), (made) => inMemory(secret) ?? made)
        : Effect.succeed(before)
    })

  const setUnsaved = (known: KnownSession, is: boolean) => {
    known.unsaved = is
    if (is) unsaved.add(known)
    else unsaved.delete(known)
  }

  return { lookedFor, of: knownOf, remember, setUnsaved, unsaved }
}

export type Memory = ReturnType<typeof makeMemory>
