/** Copies sessions between memory and the shared store, and writes changes that the store missed. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { singleFlight, throttled } from "../call/index.ts"
import { hold, issuedAtOf, type KnownSession, type Memory } from "./KnownSession.ts"
import type { SharedSession } from "./sealedSession.ts"
import type { SharedRecords } from "./SharedRecords.ts"
import type { SharedRecordsFailed } from "./SharedRecordsFailed.ts"

/** Lifetime of sessions, and the size of memory. */
export interface Lifetimes {
  /** Idle timeout in milliseconds. */
  readonly idle: number
  /** Maximum lifetime in milliseconds, from the start of the session. */
  readonly absolute: number
  /** Maximum number of sessions kept in memory for outages of the store. */
  readonly remembered: number
}

/** Maximum number of writes of a session's last use per idle timeout. */
const prolongings = 20

/** Interval between attempts to write the changes that the store missed. */
const retryMillis = 200

/** Copies a session between a process's memory and its record in the shared store: one read and one write at a time. */
export const makeRecordSync = (
  { setUnsaved }: Memory,
  records: SharedRecords["Service"],
  { absolute, idle }: Lifetimes
) => {
  const isOver = ({ createdAt }: SharedSession, now: number) => now - createdAt >= absolute

  const keepMillis = ({ createdAt }: SharedSession, now: number) => Math.min(idle, createdAt + absolute - now)

  /** Adopts the store's record, unless memory has changes that the store missed. */
  const adopt = (known: KnownSession, text: string | undefined): Effect.Effect<void> =>
    Effect.gen(function*() {
      if (text === known.text) return
      const found = text === undefined ? undefined : yield* Effect.promise(() => known.seal.open(text))
      if (text !== undefined && found === undefined) {
        yield* throttled("shared session", (more) =>
          Effect.logWarning(
            `A shared session cannot be opened: it is damaged, or another program wrote it.${more}`
          ))
      }
      const now = yield* Clock.currentTimeMillis
      known.text = text
      // the session ended in this process during an outage, and its record has not been removed yet
      if (known.unsaved && known.session === null) return
      if (found === undefined || isOver(found, now)) {
        setUnsaved(known, false)
        return hold(known, null)
      }
      if (known.unsaved && known.session !== null && issuedAtOf(known) > issuedAtOf({ session: found })) {
        // tokens changed both in this process and in the store; the newest tokens win and must still be written
        known.session = { ...found, tokens: known.session.tokens }
        return
      }
      setUnsaved(known, false)
      hold(known, found)
    })

  /** Writes the record unless another server wrote since the last read. The caller holds `writing`. */
  const write = (known: KnownSession, next: SharedSession | null): Effect.Effect<boolean, SharedRecordsFailed> =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const text = next === null ? undefined : yield* Effect.promise(() => known.seal.close(next))
      const keep = next === null ? 0 : keepMillis(next, now)
      if (!(yield* records.compareAndSet(known.name, known.text, text, keep))) return false
      known.text = text
      if (next !== null) known.prolongedAt = now
      setUnsaved(known, false)
      hold(known, next)
      return true
    })

  const askStore = (known: KnownSession): Effect.Effect<void, SharedRecordsFailed> =>
    known.writing.withPermit(Effect.gen(function*() {
      yield* adopt(known, yield* records.get(known.name))
      if (known.unsaved) yield* write(known, known.session)
      const now = yield* Clock.currentTimeMillis
      if (known.session !== null && now - known.prolongedAt >= idle / prolongings) {
        known.prolongedAt = now
        yield* Effect.ignore(records.prolong(known.name, keepMillis(known.session, now)))
      }
    }))

  /** Reads the record and writes the changes that the store missed. The caller holds `writing`. */
  const adoptNow = (known: KnownSession): Effect.Effect<void, SharedRecordsFailed> =>
    Effect.flatMap(records.get(known.name), (text) => adopt(known, text))

  return { adoptNow, askStore, isOver, write }
}

export type RecordSync = ReturnType<typeof makeRecordSync>

/**
 * Reads the store for all callers. Writes missed changes as soon as the store responds, and when the scope closes.
 */
export const makeCatchUpWriter = (
  { lookedFor, remember, setUnsaved, unsaved }: Memory,
  { adoptNow, askStore, write }: RecordSync,
  scope: Scope.Scope
) => {
  /** Whether changes are waiting for the store and {@link catchUp} is running. */
  let away = false

  /** Writes missed changes as soon as the store responds. Runs while there are missed changes. */
  const catchUp: Effect.Effect<void> = Effect.gen(function*() {
    while (unsaved.size > 0) {
      yield* Effect.sleep(retryMillis)
      for (const known of [...unsaved]) {
        const ended = known.session === null && known.text !== undefined
        const outcome = yield* Effect.exit(ended ? end(known) : look(known))
        if (Exit.isSuccess(outcome) && !known.unsaved) continue
        // The next round starts with another session, because the store may refuse only this one.
        if (unsaved.delete(known)) unsaved.add(known)
        break
      }
    }
    away = false
  })

  /**
   * Shares one read among all simultaneous callers. The read continues if the caller that started it is interrupted.
   */
  const sharedLook = singleFlight(scope, (known: KnownSession, _input: void) => {
    lookedFor.set(known.secret, known)
    return Effect.ensuring(
      askStore(known),
      Effect.sync(() => {
        lookedFor.delete(known.secret)
        remember(known)
      })
    )
  })

  const look = (known: KnownSession): Effect.Effect<void, SharedRecordsFailed> => sharedLook(known)

  /** Keeps a change in memory until the store accepts it. */
  const keepUnsaved = (known: KnownSession, next: SharedSession | null): Effect.Effect<unknown> =>
    Effect.suspend(() => {
      hold(known, next)
      setUnsaved(known, true)
      remember(known)
      if (away) return Effect.void
      away = true
      return Effect.andThen(
        Effect.logWarning(
          "The servers' shared store did not accept a change of a session. Changes are kept in memory until it does."
        ),
        Effect.forkIn(catchUp, scope)
      )
    })

  const end = (known: KnownSession): Effect.Effect<void> =>
    known.writing.withPermit(Effect.gen(function*() {
      hold(known, null)
      setUnsaved(known, true)
      for (let round = 0; round < 5; round++) {
        if (yield* write(known, null)) return remember(known)
        yield* adoptNow(known)
      }
      yield* keepUnsaved(known, null)
    })).pipe(Effect.catch(() => Effect.asVoid(keepUnsaved(known, null))))

  const writeAll: Effect.Effect<void> = Effect.gen(function*() {
    for (const known of [...unsaved]) yield* Effect.exit(known.session === null ? end(known) : askStore(known))
  })

  return Effect.as(Effect.addFinalizer(() => writeAll), { end, keepUnsaved, look })
}
