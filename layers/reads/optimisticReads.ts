/** Values without a response: optimistic changes, and values that the program sets. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ReadDefinition } from "./read.ts"
import type { ReadEntries } from "./readCache.ts"
import type { Change, Entry } from "./readEntry.ts"

/** A value that is shown without a response. */
export interface ShownValue {
  /** Reverts this change only. Does nothing if a response has already replaced the change. */
  readonly rollback: Effect.Effect<void>
}

/** Changes what a read shows until the response to a later request arrives. */
export interface OptimisticReads {
  /**
   * Shows a value without a request, for example from the response of a write or from a socket. If the read isn't cached, the
   * value is cached like a response.
   */
  readonly set: <A>(read: ReadDefinition<A, unknown, any>, value: A) => Effect.Effect<ShownValue>
  /** Shows a changed value in place of the cached one. Does nothing if no value is cached. */
  readonly update: <A>(
    read: ReadDefinition<A, unknown, any>,
    change: (value: A) => A
  ) => Effect.Effect<ShownValue>
  /**
   * Shows the expected result of a write before it completes, until a later response arrives. The change is reverted if
   * the write fails or is interrupted.
   */
  readonly optimistically: <Shown>(
    read: ReadDefinition<Shown, unknown, any>,
    change: (value: Shown) => Shown
  ) => <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export const makeOptimisticReads = (cache: ReadEntries): OptimisticReads => {
  const { entries, place, refresh, show } = cache

  const add = (entry: Entry, change: Change) => {
    entry.changes = [...entry.changes, change]
    show(entry)
  }

  const takeBack = (entry: Entry, change: Change) => {
    entry.changes = entry.changes.filter((other) => other !== change)
    show(entry)
  }

  /** Applies a change without a write. */
  const applied = (entry: Entry, apply: Change["apply"]): ShownValue => {
    const mine: Change = { apply, confirmed: true }
    // a request in flight may have been sent before the change
    if (entry.job?.concurrency) entry.job.again = true
    add(entry, mine)
    return { rollback: Effect.sync(() => takeBack(entry, mine)) }
  }

  return {
    set: (read, value) =>
      Effect.sync(() => {
        const entry = entries.get(read.key)
        return entry?.base === undefined ? { rollback: Effect.sync(place(read, value)) } : applied(entry, () => value)
      }),
    update: (read, change) =>
      Effect.sync(() => {
        const entry = entries.get(read.key)
        return entry?.state._tag === "Success" ? applied(entry, change) : { rollback: Effect.void }
      }),
    optimistically: (read, change) => (write) =>
      Effect.suspend(() => {
        const entry = entries.get(read.key)
        if (entry === undefined) return write
        const mine: Change = { apply: change, confirmed: false }
        const { refreshes } = entry
        add(entry, mine)
        return Effect.onExit(write, (exit) =>
          Effect.sync(() => {
            // the write itself also causes the refreshes that its endpoint declares
            if (Exit.isSuccess(exit) && entry.refreshes === refreshes) refresh(entry, "optimistic")
            if (Exit.isSuccess(exit) && entry.job !== undefined) mine.confirmed = true
            else takeBack(entry, mine)
          }))
      })
  }
}
