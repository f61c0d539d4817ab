/** Mutual exclusion of effects, in one program or among all programs that write an entry of a key-value store. */
import * as Effect from "effect/Effect"
import type { KeyValueStore } from "effect/persistence/KeyValueStore"
import type { Tabs } from "../browser/index.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

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

type Mutex = ReturnType<typeof makeMutex>

/** Mutexes by store and key: the clients of a process that share a store also share its mutexes. */
const mutexes = new WeakMap<object, Map<string, Mutex>>()

const mutexOf = (store: KeyValueStore, key: string): Mutex => {
  const known = mutexes.get(store) ?? new Map<string, Mutex>()
  mutexes.set(store, known)
  const mutex = known.get(key) ?? makeMutex()
  known.set(key, mutex)
  return mutex
}

/**
 * Runs effects that read and then write an entry one at a time, among all clients over this store and among tabs. A
 * store that responds synchronously, such as local storage, needs no lock between tabs, so a change reaches it even if
 * the page is being closed. Don't nest effects of the same entry.
 */
export const entryLockOf = (
  store: KeyValueStore,
  tabs: Tabs,
  key: string
): <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E> => {
  const locked = mutexOf(store, key)
  let isAsync = false
  /** Whether the store responds asynchronously. One such response is enough. */
  const respondsLate = Effect.suspend(() => {
    if (isAsync) return Effect.succeed(true)
    return Effect.map(
      Effect.forkChild(Effect.exit(Effect.suspend(() => store.get(key))), { startImmediately: true }),
      (reading) => isAsync = reading.pollUnsafe() === undefined
    )
  })
  return (self) =>
    locked(Effect.flatMap(respondsLate, (late) =>
      late
        ? Effect.flatMap(SessionPolicy, ({ lockTimeout }) => tabs.withLock(`writes of ${key}`, lockTimeout)(self))
        : self))
}
