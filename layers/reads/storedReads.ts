/**
 * What was last seen, kept beyond the program: written with each answer, shown at the next start until the first answer
 * is here, gone with the person. Values are encoded by the schema of their read; without one, or where the schema has a
 * secret, they are not kept. docs/laws.md N9, N10.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import { log } from "../call/index.ts"
import type { Entry } from "./readEntry.ts"
import { pending } from "./readEntry.ts"
import type { ReadStore } from "./ReadStore.ts"
import type { ShownReads } from "./showReads.ts"
import { mayHoldSecret } from "./storable.ts"
import type { Fork } from "./timed.ts"

/** Telling a store what happens to reads. */
export interface StoredReads {
  /** Whose session it is: `null` for nobody, `undefined` while that is not known. */
  readonly personIs: (id: string | null | undefined) => void
  /** Shows what was last seen of it, where nothing else is known. */
  readonly restore: (entry: Entry) => void
  /** An answer is here. */
  readonly keep: (entry: Entry) => void
  /** What was kept of it is out of date. */
  readonly forget: (entry: Entry) => void
}

/** Nothing is kept. */
export const notStored: StoredReads = { personIs: () => {}, restore: () => {}, keep: () => {}, forget: () => {} }

/** How texts of this program are told from others. */
export interface StoredOptions {
  /** Of your own values: what another version has written is not read. Change it with what your reads mean. */
  readonly version?: string | undefined
}

/** Of this file's texts. Changes with their form. */
const form = 1

/** The store is as slow as it likes; whoever waits for it is not. */
const storeTimeout = "2 seconds"

/** Holds the owner of what is stored: a user id, or {@link nobody}. Without it the owner is not known. */
const personKey = "person"

const nobody = ""

export const makeStoredReads = (
  store: ReadStore["Service"],
  { version = "" }: StoredOptions,
  fork: Fork,
  { entries, show }: Pick<ShownReads, "entries" | "show">
): StoredReads => {
  const { clear, ifClean, queue } = makeCommands(store, fork)
  let person: string | null | undefined
  /** The last person that was known, as in the store. */
  let last: string | undefined

  /** The owner as the store says. `undefined`: it says none, or nothing. */
  const storedOwner = Effect.map(
    tried(Effect.suspend(() => store.get(personKey))),
    (found) => Exit.isSuccess(found) ? found.value : undefined
  )

  /**
   * Clears the store unless it belongs to this person, or to nobody so far. After another person was here it is cleared
   * whatever it says: tabs that notice the change at different times may have overwritten each other's mark.
   */
  const belongTo = (id: string, before: string | undefined) =>
    Effect.flatMap(storedOwner, (owner) => {
      const wasNobody = before === undefined || before === nobody
      if (wasNobody && owner === id) return Effect.void
      const mark = ifClean(tried(store.set(personKey, id)))
      return before === nobody && owner === nobody ? mark : Effect.andThen(clear, mark)
    })

  /** Another tab may change the owner before or during the write. */
  const write = (key: string, owner: string | null, text: string): Effect.Effect<unknown> => {
    const writing = tried(store.set(key, text))
    if (owner === null) return writing
    const ifOwner = (same: Effect.Effect<unknown>, other: Effect.Effect<unknown>) =>
      Effect.flatMap(storedOwner, (now) => now === owner ? same : other)
    return ifOwner(Effect.andThen(writing, ifOwner(Effect.void, tried(store.remove(key)))), Effect.void)
  }

  /** Whose the value is; `undefined`: it is not kept. */
  const ownerOf = ({ read: { of, schema } }: Entry): string | null | undefined => {
    if (schema === undefined || mayHoldSecret(schema)) return undefined
    return of === "everyone" ? null : person ?? undefined
  }

  const restored = (entry: Entry, owner: string | null): Effect.Effect<unknown> =>
    Effect.flatMap(tried(store.get(keyOf(entry))), (found) => {
      if (Exit.isFailure(found) || found.value === undefined) return Effect.void
      const { of, value, version: written } = recordIn(found.value)
      if (written !== `${form} ${version}` || of !== owner) return tried(store.remove(keyOf(entry)))
      return Effect.flatMap(Effect.exit(decode(entry, value)), (decoded) => {
        if (Exit.isFailure(decoded)) return tried(store.remove(keyOf(entry)))
        // an answer was quicker, or another person
        if (entry.state !== pending || ownerOf(entry) !== owner || entries.get(entry.read.key) !== entry) {
          return Effect.void
        }
        entry.base = entry.stored = { value: decoded.value }
        entry.calls = undefined
        entry.lastSeen = entry.job !== undefined
        return Effect.sync(() => show(entry))
      })
    })

  return {
    personIs: (id) => {
      if (id === person) return
      person = id
      const now = id === null ? nobody : id
      if (now === undefined || now === last) return
      queue(belongTo(now, last))
      last = now
    },
    restore: (entry) => {
      const owner = ownerOf(entry)
      if (owner !== undefined && entry.state === pending) queue(ifClean(restored(entry, owner)))
    },
    keep: (entry) => {
      const owner = ownerOf(entry)
      const { base } = entry
      if (owner === undefined || base === undefined || base === entry.stored) return
      entry.stored = base
      queue(ifClean(Effect.suspend(() =>
        // whoever is here now is not told, and the store is to be cleared
        ownerOf(entry) === owner
          ? Effect.flatMap(Effect.exit(encode(entry, base.value)), (encoded) =>
            Exit.isFailure(encoded) ? Effect.void : write(keyOf(entry), owner, text(owner, encoded.value)))
          : Effect.void
      )))
    },
    forget: (entry) => {
      if (ownerOf(entry) !== undefined) queue(ifClean(tried(store.remove(keyOf(entry)))))
    }
  }

  function text(owner: string | null, value: unknown): string {
    return JSON.stringify({ version: `${form} ${version}`, of: owner, value })
  }
}

/** One command after the other, and none before what was to be forgotten is. */
const makeCommands = (store: ReadStore["Service"], fork: Fork) => {
  const lock = Semaphore.makeUnsafe(1)
  /** What is there may be of another person. */
  let mustClear = false

  const clear = Effect.suspend(() => {
    mustClear = true
    return Effect.map(tried(store.clear), (exit) => {
      if (Exit.isSuccess(exit)) mustClear = false
    })
  })

  return {
    clear,
    queue: (effect: Effect.Effect<unknown>) => void fork(lock.withPermit(Effect.uninterruptible(effect))),
    ifClean: (effect: Effect.Effect<unknown>) =>
      Effect.andThen(
        Effect.suspend(() => mustClear ? clear : Effect.void),
        Effect.suspend(() => mustClear ? Effect.void : effect)
      )
  }
}

const decode = ({ read: { schema } }: Entry, value: unknown): Effect.Effect<unknown, unknown> =>
  Schema.decodeUnknownEffect(schema!)(value)

const encode = ({ read: { schema } }: Entry, value: unknown): Effect.Effect<unknown, unknown> =>
  Schema.encodeUnknownEffect(schema!)(value)

const keyOf = ({ read }: Entry): string => `read ${read.key}`

/** What a store does not do in time, or refuses, is done without. Never its own words: they may quote what it holds. */
const tried = <A>(command: Effect.Effect<A, unknown>): Effect.Effect<Exit.Exit<A, unknown>> =>
  Effect.suspend(() => command).pipe(
    Effect.timeout(storeTimeout),
    Effect.exit,
    Effect.tap((exit) =>
      Exit.isSuccess(exit) ?
        Effect.void :
        log.throttled("read store", (more) =>
          log.warn(
            `The store of shared reads refused a command, or took more than 2 s. Reads go on without it.${more}`
          ))
    )
  )

interface StoredRecord {
  readonly version?: unknown
  readonly of?: unknown
  readonly value?: unknown
}

const recordIn = (text: string): StoredRecord => {
  try {
    return Object(JSON.parse(text)) as StoredRecord
  } catch {
    return {}
  }
}
