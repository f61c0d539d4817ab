/** Sends the requests of reads: as many at a time as the policy allows, and another request if a write intervened. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type * as Exit from "effect/Exit"
import { CallError } from "../../schemas/errors/CallError.ts"
import type { DroppedReads } from "./dropReads.ts"
import type { MadeCall } from "./invalidation.ts"
import type { StoredReads } from "./notStored.ts"
import { type Entry, type Job, jobsOf, settleAwaited, stopJobs } from "./readEntry.ts"
import type { ShownReads } from "./showReads.ts"
import { type Fork, timed } from "./timed.ts"

/** Records the calls of the running read. */
export const RecordedCalls = Context.Reference<Array<MadeCall> | undefined>("latchkey/RecordedCalls", {
  defaultValue: () => undefined
})

/** Starts and refreshes reads. */
export interface RunningReads {
  /** Starts a request, in addition to the requests in flight. */
  readonly start: (entry: Entry) => void
  /**
   * If a read has subscribers, requests it again; otherwise drops it. `why` is the name of a write, or another cause.
   */
  readonly refresh: (entry: Entry, why: string) => void
}

export const makeRunningReads = (
  fork: Fork,
  { show }: ShownReads,
  { dropLater, remove }: DroppedReads,
  stored: StoredReads
): RunningReads => {
  const start = (entry: Entry) => {
    const job: Job = entry.job = { calls: [], earlier: entry.job }
    show(entry)
    job.stop = fork(cycle(entry, job), (exit) => {
      const later = jobsOf(entry.job).find(({ earlier }) => earlier === job)
      if (later) later.earlier = job.earlier
      // the services could not be built
      if (exit._tag === "Failure" && entry.job === job) {
        entry.cause = exit.cause
        end(entry)
      }
    })
    stored.restore(entry)
  }

  const end = (entry: Entry) => {
    entry.job = undefined
    entry.lastSeen = false
    show(entry)
    settleAwaited(entry)
    entry.idle?.()
    if (!entry.listeners.size) dropLater(entry, "drop")
  }

  const cycle = (entry: Entry, job: Job): Effect.Effect<void, never, any> =>
    timed(entry, (now, { concurrency, throttle }) => {
      const wait = entry.startedAt + throttle - now
      // if the clock is set back, the wait isn't extended
      if (wait > 0 && wait <= throttle) return Effect.delay(cycle(entry, job), wait)
      entry.startedAt = now
      job.concurrency = concurrency
      job.again = false
      return Effect.flatMap(
        Effect.exit(Effect.provideService(entry.read.effect, RecordedCalls, job.calls = [])),
        (exit) => {
          job.concurrency = undefined
          const isLatest = entry.job === job
          if (!isLatest && !jobsOf(entry.job).includes(job)) return Effect.void
          // responses to earlier requests no longer matter
          stopJobs(job.earlier)
          job.earlier = undefined
          if (endJob(entry, job, exit, isLatest)) stored.keep(entry)
          // end the request now, because later callers need a new request
          if (isLatest && !job.again) return Effect.succeed(end(entry))
          // an outdated response doesn't reflect the writes that followed its request
          show(entry)
          return isLatest ? cycle(entry, job) : Effect.void
        }
      )
    }, (fault) =>
      Effect.sync(() => {
        if (entry.job !== job) return
        entry.cause = Cause.fail(new CallError({ endpoint: entry.read.key, reason: fault }))
        end(entry)
      }))

  const refresh = (entry: Entry, why: string) => {
    const { job } = entry
    entry.refreshes++
    entry.refreshedBy = why
    if (job?.concurrency) {
      if (jobsOf(job).length < job.concurrency) start(entry)
      else job.again = true
    } else if (!job) {
      if (entry.listeners.size) start(entry)
      else {
        stored.forget(entry)
        remove(entry)
      }
    }
  }

  return { start, refresh }
}

/** Applies the result of a request. Returns whether its value reflects all writes so far, and can be stored. */
const endJob = (entry: Entry, job: Job, exit: Exit.Exit<unknown, unknown>, isLatest: boolean): boolean => {
  if (isLatest) entry.calls = job.calls
  if (exit._tag === "Failure") {
    // a later request reports the error
    if (isLatest) entry.cause = exit.cause
    return false
  }
  const { value } = exit
  entry.cause = undefined
  if (!entry.base || !Equal.equals(entry.base.value, value)) entry.base = { value }
  const isComplete = isLatest && !job.again
  if (isComplete) entry.changes = entry.changes.filter((change) => !change.confirmed)
  return isComplete
}
