/** Effects that wait for each other. */
import * as Effect from "effect/Effect"

/**
 * Runs what it is given one after the other, in the order it came. Who is interrupted while it waits is left out.
 *
 * Not Effect's `Semaphore`: that wakes who waits by a task of the fiber's scheduler, which is a `setTimeout` in browsers.
 * A hidden tab has its timers held back, for a second and after some minutes for a minute, and a session must go on there.
 * Programs that run nowhere else use the `Semaphore`.
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
    // a lock that was granted already goes to whoever is next
    return Effect.sync(() => waiting?.delete(mine) || next())
  })
  return <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(acquired), () => Effect.onExit(restore(self), () => Effect.sync(next)))
    )
}
