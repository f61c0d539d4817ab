/** When reads are forgotten: a while after the last watcher left. */
import * as Effect from "effect/Effect"
import type { AnyRead } from "./read.ts"
import { type Entry, isAwaited, stopJobs } from "./readEntry.ts"
import type { ShownReads } from "./showReads.ts"
import { type Fork, timed } from "./timed.ts"

/** Watching reads, and forgetting those that nobody watches. */
export interface DroppedReads {
  readonly subscribe: (read: AnyRead, listener: () => void) => () => void
  readonly dropLater: (entry: Entry, wait: "dropMillis" | "dropFailureMillis") => void
  /** Interrupts its requests. */
  readonly stop: (entry: Entry) => void
  readonly remove: (entry: Entry) => void
}

export const makeDroppedReads = (fork: Fork, { entries, entryOf }: ShownReads): DroppedReads => {
  const remove = (entry: Entry) => {
    stop(entry)
    entry.undrop?.()
    entries.delete(entry.read.key)
  }

  const stop = (entry: Entry) => {
    const { job } = entry
    entry.job = undefined
    stopJobs(job)
  }

  const dropLater = (entry: Entry, wait: "dropMillis" | "dropFailureMillis") => {
    entry.undrop?.()
    entry.undrop = fork(timed((now, { [wait]: millis }) => {
      entry.dropsAt = now + millis
      return Effect.delay(
        Effect.sync(() => {
          entry.undrop = undefined
          // a component that waits for one of its values watches none of them yet
          if ([...entries.values()].some(isAwaited)) dropLater(entry, wait)
          else remove(entry)
        }),
        millis
      )
    }))
  }

  const subscribe = (read: AnyRead, listener: () => void): () => void => {
    const entry = entryOf(read)
    entry.listeners.add(listener)
    entry.undrop?.()
    entry.undrop = undefined
    const unfollow = read.follows && subscribe(read.follows.read, () => {})
    return () => {
      entry.listeners.delete(listener)
      entry.moved.get(listener)?.()
      entry.moved.delete(listener)
      unfollow?.()
      if (!entry.listeners.size && entries.get(read.key) === entry) dropLater(entry, "dropMillis")
    }
  }

  return { subscribe, dropLater, stop, remove }
}
