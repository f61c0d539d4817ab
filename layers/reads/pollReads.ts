/** Polls reads on a schedule while they have subscribers and the page is visible. docs/laws.md N11. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { dual } from "effect/Function"
import * as Schedule from "effect/Schedule"
import { Visibility } from "../browser/index.ts"
import type { ReadDefinition, ReadState } from "./read.ts"
import type { Entry, Poll } from "./readEntry.ts"
import { ReadPolicy } from "./ReadPolicy.ts"
import type { RunningReads } from "./runReads.ts"
import type { Fork } from "./timed.ts"

/**
 * Polls a read on a schedule. The delays of the schedule start at each response, and its input is the state of the
 * read. Create the polled read once, outside components:
 *
 * ```ts
 * const invitations = reads.every(read("invitations", teamInvitations.listReceived()), Schedule.spaced("30 seconds"))
 * ```
 *
 * Polling pauses while the read has no subscribers or the page is hidden, and resumes immediately when an overdue read
 * is visible again. While requests fail, polling backs off: see `ReadPolicy`. If two schedules poll the same read, the
 * first one applies.
 */
export const every: {
  <A, E>(
    schedule: Schedule.Schedule<unknown, ReadState<A, E>>
  ): <R>(read: ReadDefinition<A, E, R>) => ReadDefinition<A, E, R>
  <A, E, R>(
    read: ReadDefinition<A, E, R>,
    schedule: Schedule.Schedule<unknown, ReadState<A, E>>
  ): ReadDefinition<A, E, R>
} = dual(
  2,
  <A, E, R>(
    read: ReadDefinition<A, E, R>,
    schedule: Schedule.Schedule<unknown, ReadState<A, E>>
  ): ReadDefinition<A, E, R> => ({ ...read, schedule })
)

/** Makes the poller, which refreshes reads. */
export const makePoll = (fork: Fork, { refresh }: RunningReads): Poll => (entry, schedule) =>
  fork(
    Effect.gen(function*() {
      const { pollBackoff } = entry.read.policy ?? (yield* ReadPolicy)
      const step = yield* Schedule.toStep(schedule)
      let slower = yield* Schedule.toStep(pollBackoff)
      for (;;) {
        yield* untilIdle(entry)
        const now = yield* Clock.currentTimeMillis
        const next = yield* Effect.exit(step(now, entry.state))
        if (next._tag === "Failure") return
        let wait = next.value[1]
        if (entry.cause === undefined) slower = yield* Schedule.toStep(pollBackoff)
        else {
          const longer = yield* Effect.exit(slower(now, entry.cause))
          if (longer._tag === "Success") wait = Duration.max(wait, longer.value[1])
        }
        yield* Effect.sleep(wait)
        yield* untilVisible
        // a request that is already in flight returns an equally new value
        if (entry.job === undefined) refresh(entry, "poll")
      }
    })
  )

const untilIdle = (entry: Entry): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (entry.job === undefined) return resume(Effect.void)
    entry.idle = () => resume(Effect.void)
    return Effect.sync(() => entry.idle = undefined)
  })

const untilVisible = Effect.flatMap(Visibility, ({ isHidden, onReturn }) =>
  Effect.callback<void>((resume) => {
    const look = () => {
      if (isHidden?.() === true) return
      stop()
      resume(Effect.void)
    }
    const stop = onReturn(look)
    look()
    return Effect.sync(stop)
  }).pipe(Effect.when(Effect.sync(() => isHidden?.() === true))))
