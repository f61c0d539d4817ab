/** Drops reads some time after their last subscriber leaves. */
import * as Effect from "effect/Effect"
import type { AnyRead } from "./read.ts"
import { type Entry, isAwaited, type Poll, stopJobs } from "./readEntry.ts"
import type { ShownReads } from "./showReads.ts"
import { type Fork, timed } from "./timed.ts"

/** Subscribes to reads, and drops reads without subscribers. */
export interface DroppedReads {
  /** Subscribes to a read. `isPolled`: whether the read's schedule polls it. */
  readonly subscribe: (read: AnyRead, listener: () => void, isPolled?: boolean) => () => void
  readonly dropLater: (entry: Entry, wait: "drop" | "dropFailure") => void
  /** Interrupts the requests of a read. */
  readonly stop: (entry: Entry) => void
  readonly remove: (entry: Entry) => void
}

export const makeDroppedReads = (fork: Fork, { entries, entryOf }: ShownReads, poll: Poll): DroppedReads => {
  const remove = (entry: Entry) => {
    stop(entry)
    entry.unpoll?.()
    entry.undrop?.()
    entries.delete(entry.read.key)
  }

  const stop = (entry: Entry) => {
    const { job } = entry
    entry.job = undefined
    stopJobs(job)
  }

  const dropLater = (entry: Entry, wait: "drop" | "dropFailure") => {
    entry.undrop?.()
    entry.undrop = fork(timed(entry, (now, { [wait]: millis }) => {
      entry.dropsAt = now + millis
      return Effect.delay(
        Effect.sync(() => {
          entry.undrop = undefined
          // a suspended component hasn't subscribed to any of its reads yet
          if ([...entries.values()].some(isAwaited)) dropLater(entry, wait)
          else remove(entry)
        }),
        millis
      )
    }))
  }

  const subscribe = (read: AnyRead, listener: () => void, isPolled = read.schedule !== undefined): () => void => {
    const entry = entryOf(read)
    entry.listeners.add(listener)
    entry.undrop?.()
    entry.undrop = undefined
    if (isPolled && entry.pollers++ === 0) entry.unpoll = poll(entry, entry.schedule!)
    const unfollow = read.follows && subscribe(read.follows.read, () => {})
    return () => {
      entry.listeners.delete(listener)
      entry.moved.get(listener)?.()
      entry.moved.delete(listener)
      if (isPolled && --entry.pollers === 0) entry.unpoll?.()
      unfollow?.()
      if (!entry.listeners.size && entries.get(read.key) === entry) dropLater(entry, "drop")
    }
  }

  return { subscribe, dropLater, stop, remove }
}
