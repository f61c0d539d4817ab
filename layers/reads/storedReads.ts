/**
 * Persists cached reads. A value is written with each response, shown at the next start until the first response
 * arrives, and removed when the user changes. Values are encoded with the schema of their read. They aren't persisted
 * without a schema, or if the schema has a secret. docs/laws.md N9, N10.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import { log } from "../call/index.ts"
import { schemaOf } from "./keptSchemas.ts"
import type { StoredReads } from "./notStored.ts"
import type { Entry } from "./readEntry.ts"
import { pending } from "./readEntry.ts"
import type { ReadStore } from "./ReadStore.ts"
import type { ShownReads } from "./showReads.ts"
import { mayHoldSecret } from "./storable.ts"
import type { Fork } from "./timed.ts"

/** Options for persisted reads. */
export interface StoredOptions {
  /**
   * Version of your persisted values. Values of another version are ignored. Change the version when the meaning of
   * your reads changes.
   */
  readonly version?: string | undefined
}

/** Version of the text format. */
const form = 1

/** Maximum wait for a slow store. */
const storeTimeout = "2 seconds"

/** Store key of the owner: a user id, or {@link nobody} if signed out. If the key is missing, the owner is unknown. */
const personKey = "person"

const nobody = ""

export const makeStoredReads = (
  store: ReadStore["Service"],
  { version = "" }: StoredOptions,
  fork: Fork,
  { entries, show }: Pick<ShownReads, "entries" | "show">
): StoredReads => {
  const commands = makeCommands(store, fork)
  const { ifClean, queue } = commands
  const { belongTo, write } = makeOwnership(store, commands)
  let person: string | null | undefined
  /** The last known user in the store. */
  let last: string | undefined

  /** Returns the owner of a value; `undefined` if the value isn't persisted. */
  const ownerOf = ({ read }: Entry): string | null | undefined => {
    const schema = schemaOf(read)
    if (schema === undefined || mayHoldSecret(schema)) return undefined
    return read.of === "everyone" ? null : person ?? undefined
  }

  const restored = (entry: Entry, owner: string | null): Effect.Effect<unknown> =>
    Effect.flatMap(guarded(store.get(keyOf(entry))), (found) => {
      if (Exit.isFailure(found) || found.value === undefined) return Effect.void
      const { of, value, version: written } = recordIn(found.value)
      if (written !== `${form} ${version}` || of !== owner) return guarded(store.remove(keyOf(entry)))
      return Effect.flatMap(Effect.exit(decode(entry, value)), (decoded) => {
        if (Exit.isFailure(decoded)) return guarded(store.remove(keyOf(entry)))
        // a response arrived first, or the user has changed
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
        // the user is now unknown, and the store must be cleared
        ownerOf(entry) === owner
          ? Effect.flatMap(Effect.exit(encode(entry, base.value)), (encoded) =>
            Exit.isFailure(encoded) ? Effect.void : write(keyOf(entry), owner, text(owner, encoded.value)))
          : Effect.void
      )))
    },
    forget: (entry) => {
      if (ownerOf(entry) !== undefined) queue(ifClean(guarded(store.remove(keyOf(entry)))))
    }
  }

  function text(owner: string | null, value: unknown): string {
    return JSON.stringify({ version: `${form} ${version}`, of: owner, value })
  }
}

/** Ensures that the store contains the values of only one user, even if other tabs write to it. */
const makeOwnership = (
  store: ReadStore["Service"],
  { clear, ifClean }: Pick<ReturnType<typeof makeCommands>, "clear" | "ifClean">
) => {
  /** The owner in the store; `undefined` if there is none, or the store doesn't respond. */
  const storedOwner = Effect.map(
    guarded(Effect.suspend(() => store.get(personKey))),
    (found) => Exit.isSuccess(found) ? found.value : undefined
  )

  /**
   * Clears the store unless it belongs to this user, or has no owner yet. If another user was signed in before, the
   * store is always cleared, because tabs that notice the change at different times may have overwritten each other's
   * owner.
   */
  const belongTo = (id: string, before: string | undefined) =>
    Effect.flatMap(storedOwner, (owner) => {
      const wasNobody = before === undefined || before === nobody
      if (wasNobody && owner === id) return Effect.void
      const mark = ifClean(guarded(store.set(personKey, id)))
      return before === nobody && owner === nobody ? mark : Effect.andThen(clear, mark)
    })

  /**
   * Writes a string if the owner in the store is still the same afterwards. Another tab may change the owner before or
   * during the write.
   */
  const write = (key: string, owner: string | null, text: string): Effect.Effect<unknown> => {
    const writing = guarded(store.set(key, text))
    if (owner === null) return writing
    const ifOwner = (same: Effect.Effect<unknown>, other: Effect.Effect<unknown>) =>
      Effect.flatMap(storedOwner, (now) => now === owner ? same : other)
    return ifOwner(Effect.andThen(writing, ifOwner(Effect.void, guarded(store.remove(key)))), Effect.void)
  }

  return { belongTo, write }
}

/** Sends one command at a time to the store. Pending removals are sent first. */
const makeCommands = (store: ReadStore["Service"], fork: Fork) => {
  const lock = Semaphore.makeUnsafe(1)
  /** Whether the store may contain values of another user. */
  let mustClear = false

  const clear = Effect.suspend(() => {
    mustClear = true
    return Effect.map(guarded(store.clear), (exit) => {
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

const decode = ({ read }: Entry, value: unknown): Effect.Effect<unknown, unknown> =>
  Schema.decodeUnknownEffect(schemaOf(read)!)(value)

const encode = ({ read }: Entry, value: unknown): Effect.Effect<unknown, unknown> =>
  Schema.encodeUnknownEffect(schemaOf(read)!)(value)

const keyOf = ({ read }: Entry): string => `read ${read.key}`

/** Ignores a store that is too slow or fails. Never logs its message, which may quote its contents. */
const guarded = <A>(command: Effect.Effect<A, unknown>): Effect.Effect<Exit.Exit<A, unknown>> =>
  Effect.suspend(() => command).pipe(
    Effect.timeout(storeTimeout),
    Effect.exit,
    Effect.tap((exit) =>
      Exit.isSuccess(exit) ?
        Effect.void :
        log.throttled("read store", (more) =>
          log.warn(
            `The store of persisted reads refused a command, or took more than 2 s. Reads continue without it.${more}`
          ))
    )
  )

interface StoredRecord {
  readonly version?: unknown | undefined
  readonly of?: unknown | undefined
  readonly value?: unknown | undefined
}

const recordIn = (text: string): StoredRecord => {
  try {
    return Object(JSON.parse(text)) as StoredRecord
  } catch {
    return {}
  }
}
