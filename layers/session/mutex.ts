/** Mutual exclusion of effects. */
import * as Effect from "effect/Effect"

/**
 * Runs effects one at a time, in order of arrival. An effect that is interrupted while it waits is skipped.
 *
 * Effect's `Semaphore` wakes its waiters through the fiber's scheduler, which is a `setTimeout` in browsers. Browsers
 * throttle the timers of a hidden tab to one per second, later one per minute, and the session must still work in such
 * a tab. Programs that never run in a browser use the `Semaphore`.
 */
export const makeMutex = () => {
  let taken = false
  let waiting: Set<() => void> | undefined
  const next = () => {
    const [first] = waiting ?? []
    if (first === undefined) taken = false
    else {
      waiting?.delete(first)
      queueMicrotask(first)
    }
  }
  const acquired = Effect.callback<void>((resume) => {
    const mine = () => resume(Effect.void)
    if (taken) (waiting ??= new Set()).add(mine)
    else {
      taken = true
      mine()
    }
    // If the interrupted waiter was already granted the lock, the next waiter gets it.
    return Effect.sync(() => waiting?.delete(mine) || next())
  })
  return <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(acquired), () => Effect.onExit(restore(self), () => Effect.sync(next)))
    )
}
