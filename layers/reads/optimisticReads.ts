/** What is shown before the platform tells it: changes ahead of a write, and values that are known otherwise. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ReadDefinition } from "./read.ts"
import type { ReadEntries } from "./readCache.ts"
import type { Change, Entry } from "./readEntry.ts"

/** A value that is shown without an answer. */
export interface ShownValue {
  /** Takes it back: of several changes this one alone. Does nothing once an answer has taken its place. */
  readonly rollback: Effect.Effect<void>
}

/** Shown from now on; an answer that was asked for later takes its place. */
export interface OptimisticReads {
  /**
   * Shows a value without a request: what a write answered, or a socket told. Where nothing is kept of the read it is
   * kept like an answer.
   */
  readonly set: <A>(read: ReadDefinition<A, unknown, any>, value: A) => Effect.Effect<ShownValue>
  /**
   * Shows another value in place of the one that is known. Changes nothing where none is.
   */
  readonly update: <A>(
    read: ReadDefinition<A, unknown, any>,
    change: (value: A) => A
  ) => Effect.Effect<ShownValue>
  /**
   * Shows what a write will make of a read, before the platform knows of it. Kept until a later answer is here; taken
   * back when the write fails or is interrupted.
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

  /** A change that no write goes with. */
  const told = (entry: Entry, apply: Change["apply"]): ShownValue => {
    const mine: Change = { apply, confirmed: true }
    // what is being answered may have been asked for before
    if (entry.job?.concurrency) entry.job.again = true
    add(entry, mine)
    return { rollback: Effect.sync(() => takeBack(entry, mine)) }
  }

  return {
    set: (read, value) =>
      Effect.sync(() => {
        const entry = entries.get(read.key)
        return entry?.base === undefined ? { rollback: Effect.sync(place(read, value)) } : told(entry, () => value)
      }),
    update: (read, change) =>
      Effect.sync(() => {
        const entry = entries.get(read.key)
        return entry?.state._tag === "Success" ? told(entry, change) : { rollback: Effect.void }
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
            // the write itself refreshes what its endpoint invalidates
            if (Exit.isSuccess(exit) && entry.refreshes === refreshes) refresh(entry, "optimistic")
            if (Exit.isSuccess(exit) && entry.job !== undefined) mine.confirmed = true
            else takeBack(entry, mine)
          }))
      })
  }
}
