/** A lock for the entries of a key-value store that several programs write. */
import * as Effect from "effect/Effect"
import type { KeyValueStore } from "effect/persistence/KeyValueStore"
import type { Tabs } from "../browser/index.ts"
import { makeMutex } from "./mutex.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

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
 * store that responds at once, such as local storage, needs no lock between tabs, so a change reaches it even if the
 * page is being closed. Don't nest effects of the same entry.
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
