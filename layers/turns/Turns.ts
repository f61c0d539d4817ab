/**
 * Turns: changes to one thing that must not overlap are sent one after the other, because the platform checks before it
 * writes, and its checks don't see concurrent writes. docs/platform.md §21.3.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Semaphore from "effect/Semaphore"
import type { SharedRecordsFailed } from "../fleet/index.ts"

/** A change that waits for its turn. */
export interface Change<A, E, R> {
  /** Name of the thing that is changed. Changes with the same name take turns. */
  readonly name: string
  readonly run: Effect.Effect<A, E, R>
  /**
   * Whether the platform is done with the change. A change without a response may still be under way, so the next turn
   * begins later.
   */
  readonly isDone: (exit: Exit.Exit<A, E>) => boolean
}

/** Runs changes one after the other. */
export interface Turns {
  readonly take: <A, E, R>(change: Change<A, E, R>) => Effect.Effect<A, E | SharedRecordsFailed, R>
}

/**
 * Time in milliseconds that a change without a response gets before the next turn begins, and after which a server
 * without heartbeats counts as crashed. All servers must agree on it.
 */
export const graceMillis = 3000

/** Time during which no turn begins, on the clock that it was measured with. */
interface Rest {
  readonly clock: Clock.Clock
  readonly from: number
}

interface Queue {
  readonly lock: Semaphore.Semaphore
  /** Number of changes that run or wait. */
  members: number
  rest: Rest | undefined
}

/** Remaining time of a pause, in milliseconds. Zero if a different clock measured the start of the pause. */
const leftOf = ({ clock, from }: Rest, now: Clock.Clock): number =>
  clock === now ? Math.max(0, graceMillis - (monotonicMillis(now) - from)) : 0

/** Time of a monotonic clock, in milliseconds. */
export const monotonicMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Creates turns among the callers of this object. */
export const makeTurns = (): Turns => {
  const queues = new Map<string, Queue>()
  /** Names of the queues that are resting, oldest first. */
  const resting = new Set<string>()

  /** Removes queues whose pause has ended. */
  const forget = (clock: Clock.Clock) => {
    for (const name of resting) {
      const queue = queues.get(name)
      if (queue?.rest !== undefined && leftOf(queue.rest, clock) > 0) return
      resting.delete(name)
      if (queue?.members === 0) queues.delete(name)
    }
  }

  const rest = (name: string, queue: Queue, clock: Clock.Clock) => {
    queue.rest = { clock, from: monotonicMillis(clock) }
    resting.delete(name)
    resting.add(name)
  }

  return {
    take: ({ isDone, name, run }) =>
      Clock.clockWith((clock) => {
        forget(clock)
        const queue: Queue = queues.get(name) ?? { lock: Semaphore.makeUnsafe(1), members: 0, rest: undefined }
        queues.set(name, queue)
        queue.members++
        const turn = Effect.suspend(() => {
          const left = queue.rest === undefined ? 0 : leftOf(queue.rest, clock)
          queue.rest = left === 0 ? undefined : queue.rest
          const began = Effect.onExit(run, (exit) =>
            Effect.sync(() => {
              if (!isDone(exit)) rest(name, queue, clock)
            }))
          return left === 0 ? began : Effect.andThen(Effect.sleep(left), began)
        })
        return Effect.ensuring(
          queue.lock.withPermit(turn),
          Effect.sync(() => {
            queue.members--
            if (queue.members === 0 && queue.rest === undefined) queues.delete(name)
          })
        )
      })
  }
}

const ofProcess = makeTurns()

/** The turns of changes. By default, all clients of a process take turns. `SharedTurns.layer` is for several processes. */
export const Turns = Context.Reference<Turns>("latchkey/setting/Turns", { defaultValue: () => ofProcess })
