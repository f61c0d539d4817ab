/** The requests of reads: one at a time for each, and another one where a write came between. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type { DroppedReads } from "./dropReads.ts"
import type { MadeCall } from "./invalidation.ts"
import type { Entry, Job } from "./readEntry.ts"
import type { ShownReads } from "./showReads.ts"
import { type Fork, timed } from "./timed.ts"

/** Where the calls of the running read are noted. */
export const RecordedCalls = Context.Reference<Array<MadeCall> | undefined>("latchkey/RecordedCalls", {
  defaultValue: () => undefined
})

/** Reading, and reading again. */
export interface RunningReads {
  readonly start: (entry: Entry) => void
  /** Reads again what is watched; drops it where nobody does. `why`: a write by its name, or what else led to it. */
  readonly refresh: (entry: Entry, why: string) => void
}

export const makeRunningReads = (
  fork: Fork,
  { show }: ShownReads,
  { dropLater, remove }: DroppedReads
): RunningReads => {
  const start = (entry: Entry) => {
    const job: Job = entry.job = { calls: [] }
    show(entry)
    job.stop = fork(cycle(entry, job), (exit) => {
      if (entry.job !== job) return
      entry.job = undefined
      // the services themselves could not be had
      if (exit._tag === "Failure") entry.cause = exit.cause
      show(entry)
      if (!entry.listeners.size) dropLater(entry, "dropMillis")
    })
  }

  const cycle = (entry: Entry, job: Job): Effect.Effect<void, never, any> =>
    timed((now, { throttleMillis }) => {
      const wait = entry.startedAt + throttleMillis - now
      // a clock that was set back does not stretch the wait
      if (wait > 0 && wait <= throttleMillis) return Effect.delay(cycle(entry, job), wait)
      entry.startedAt = now
      job.asking = true
      job.again = false
      return Effect.flatMap(
        Effect.exit(Effect.provideService(entry.read.effect, RecordedCalls, job.calls = [])),
        (exit) => {
          if (entry.job !== job) return Effect.void
          job.asking = false
          entry.calls = job.calls
          if (exit._tag === "Success") {
            const { value } = exit
            entry.cause = undefined
            if (!entry.base || !Equal.equals(entry.base.value, value)) entry.base = { value }
          } else entry.cause = exit.cause
          if (!job.again) {
            if (exit._tag === "Success") entry.changes = entry.changes.filter((change) => !change.confirmed)
            return Effect.void
          }
          // an answer that is outdated already says nothing about what was written meanwhile
          show(entry)
          return cycle(entry, job)
        }
      )
    })

  const refresh = (entry: Entry, why: string) => {
    const { job } = entry
    entry.refreshes++
    entry.refreshedBy = why
    if (job) job.again = job.asking
    else if (entry.listeners.size) start(entry)
    else remove(entry)
  }

  return { start, refresh }
}
