/**
 * The cache of reads and their subscribers: plain code without a runtime, so that React can read it while rendering.
 * `ReadCache` is the service over it. docs/protocol.md §24, docs/laws.md C10, C11, N1–N8.
 */
import * as Effect from "effect/Effect"
import type { Spec } from "../../schemas/Endpoint.ts"
import type { SessionState } from "../session/index.ts"
import { makeDroppedReads } from "./dropReads.ts"
import { isInvalidatedBy, type MadeCall } from "./invalidation.ts"
import { notStored, type StoredReads } from "./notStored.ts"
import { makePoll } from "./pollReads.ts"
import { type AnyRead, type InitialReads, read, type ReadDefinition, type ReadState } from "./read.ts"
import { type Entry, jobsOf, pending, settable, settle, type SomeState, type Watch } from "./readEntry.ts"
import { makeReadsOfPerson } from "./readsOfPerson.ts"
import { makeRunningReads } from "./runReads.ts"
import { makeServerReads } from "./serverReads.ts"
import { makeShownReads, type ShownReads } from "./showReads.ts"
import { type Fork, timed } from "./timed.ts"

/** Cached reads as plain functions, for frameworks that render. The hooks of `latchkey/react` use it. */
export interface ReadsView {
  /**
   * Starts the read unless it is cached or in flight. Safe while rendering: no subscriber is notified during the call.
   * Returns the function that subscribes to the read, which stays the same while the read is cached.
   */
  readonly ensure: (read: AnyRead) => (listener: () => void) => () => void
  /** Returns the state of the read: the same object until it changes. */
  readonly state: <A, E>(read: ReadDefinition<A, E, any>) => ReadState<A, E>
  /**
   * Returns a promise of the value, for React's `use`. The promise changes only when the value changes. Settled
   * promises are marked, so that `use` reads them without suspending. Rejects with the error of the effect.
   */
  readonly promise: <A>(read: ReadDefinition<A, any, any>) => Promise<A>
  /**
   * State and promise on a server and while a page hydrates. They come from the values that the server sent, even if
   * newer values are already cached. Persisted values without a response count as unknown.
   */
  readonly hydration: Pick<ReadsView, "state" | "promise">
  /** Calls back after every change, until the returned function is called. */
  readonly subscribe: (read: AnyRead, listener: () => void) => () => void
}

/** The cached reads, by key. */
export interface ReadEntries extends ReadsView {
  readonly entries: ReadonlyMap<string, Entry>
  /** Whether the value was persisted in an earlier run, and the first response is still pending. */
  readonly isLastSeen: (read: AnyRead) => boolean
  /**
   * If a read has subscribers, requests it again; otherwise drops it. `why` is the name of a write, or another cause.
   */
  readonly refresh: (entry: Entry, why: string) => void
  /** Computes the state, and notifies subscribers if it has changed. */
  readonly show: (entry: Entry) => void
  /**
   * Caches a value without a request if none is cached. Any write may invalidate the value. Returns a function that
   * removes the value.
   */
  readonly place: (read: AnyRead, value: unknown) => () => void
  /** Called when the page becomes visible or goes online. */
  readonly revisit: (why: "focus" | "online") => void
  /**
   * Called at the end of a call that may have changed data. If a read made the call, `by` is that read's list of calls,
   * and the read isn't refreshed.
   */
  readonly written: (spec: Spec, input: object, by?: ReadonlyArray<MadeCall>) => void
  readonly sessionChanged: (state: SessionState) => void
  /** Starts with the values that a server sent, unless they belong to another user. */
  readonly hydrate: (initial: InitialReads) => void
  /** Called when the page is shown: starts the drop timers of reads without subscribers. */
  readonly begin: () => void
  /** Moves everything to another cache, including subscribers and waiters. */
  readonly handOver: (to: ReadEntries) => void
  /** Interrupts requests in flight and drops everything. The cache can be used again. */
  readonly close: () => void
}

/** Makes a cache that starts with the values that a server sent. Nothing runs before the first use of a read. */
export const makeReadEntries = (
  fork: Fork,
  initial?: InitialReads,
  storing: (shown: ShownReads) => StoredReads = () => notStored
): ReadEntries => {
  // a component may have rendered before the handover, and subscribe after it
  let successor: ReadEntries | undefined
  const shown = makeShownReads((read, isPolled) => (listener) =>
    successor?.ensure(read)(listener) ?? dropped.subscribe(read, listener, isPolled)
  )
  const dropped = makeDroppedReads(fork, shown, (entry, schedule) => makePoll(fork, running)(entry, schedule))
  const stored = storing(shown)
  const running = makeRunningReads(fork, shown, dropped, stored)
  const ofPerson = makeReadsOfPerson(shown, dropped, running, stored)
  const serverReads = makeServerReads()
  const { entries, entryOf, quietly, show } = shown
  const { dropLater, remove, subscribe } = dropped
  const { refresh, start } = running

  const ensure = (read: AnyRead): Watch => {
    const entry = entryOf(read)
    if (entry.state === pending && !entry.job) quietly(() => start(entry))
    if (!entry.listeners.size) {
      if (entry.state._tag === "Failure") dropLater(entry, "dropFailure")
      else if (!entry.undrop) dropLater(entry, "drop")
    }
    return read.schedule === undefined ? entry.watch : entry.watchPolled
  }

  const hydrate = (initial: InitialReads) => {
    serverReads.set(initial)
    if (!ofPerson.expect(initial.person)) return
    for (const [key, value] of Object.entries(initial.values)) {
      if (entries.get(key)?.base === undefined) placeIn(entryOf(read(key, Effect.never)), value, show)
    }
  }

  if (initial) hydrate(initial)

  return {
    entries,
    ensure,
    state: <A, E>(read: ReadDefinition<A, E, any>) => entryOf(read).state as ReadState<A, E>,
    promise: <A>(read: ReadDefinition<A, any, any>) => promiseOf(entryOf(read)) as Promise<A>,
    hydration: hydrationOf(serverReads, entryOf),
    isLastSeen: ({ key }) => entries.get(key)?.lastSeen === true,
    subscribe,
    refresh,
    show,
    place: (read, value) => {
      const takeBack = placeIn(entryOf(read), value, show)
      if (!entries.get(read.key)!.listeners.size) dropLater(entryOf(read), "drop")
      return takeBack
    },
    revisit: (why) => {
      for (const entry of [...entries.values()]) fork(ifOutdated(entry, why, () => refresh(entry, why)))
    },
    written: (spec, input, by) => {
      for (const entry of [...entries.values()]) if (isTouched(entry, spec, input, by)) refresh(entry, spec.name)
    },
    sessionChanged: ofPerson.sessionChanged,
    hydrate,
    begin: () => {
      for (const entry of entries.values()) if (!entry.listeners.size) dropLater(entry, "drop")
    },
    handOver: (to) => {
      successor = to
      moveAll(entries, to, dropped.stop)
      ofPerson.forget()
    },
    close: () => {
      successor = undefined
      for (const entry of [...entries.values()]) remove(entry)
      ofPerson.forget()
    }
  }
}

/** Calls back if a read with subscribers is outdated when the page becomes visible or goes online. */
const ifOutdated = (entry: Entry, why: "focus" | "online", then: () => void): Effect.Effect<void, never, any> =>
  timed(entry, (now, { staleness }) =>
    Effect.sync(() => {
      if (!entry.listeners.size || entry.state === pending) return
      const since = now - entry.startedAt
      if ((why === "online" && entry.cause) || since < 0 || since >= staleness) then()
    }))

const hydrationOf = (
  serverReads: ReturnType<typeof makeServerReads>,
  entryOf: ShownReads["entryOf"]
): ReadsView["hydration"] => ({
  state: (read) => {
    const initial = serverReads.state(read)
    const now = entryOf(read).state
    return isFromServer(now, initial) ? now as never : initial
  },
  promise: <A>(read: ReadDefinition<A, any, any>) => {
    const entry = entryOf(read)
    const initial = isFromServer(entry.state, serverReads.state(read)) ? undefined : serverReads.promise(read)
    return (initial ?? hydrationPromiseOf(entry)) as Promise<A>
  }
})

/** Whether the state is still the state that the server sent. If so, a hydrating page doesn't have to render twice. */
const isFromServer = (now: SomeState, initial: SomeState): boolean =>
  now._tag === "Success" && initial._tag === "Success" && now.value === initial.value
  && now.refreshing === false && now.cause === undefined

/** Returns a promise of the first value or failure. */
const promiseOf = (entry: Entry): Promise<unknown> => {
  if (!entry.promised) {
    entry.promised = settable()
    settle(entry)
  }
  return entry.promised.promise
}

/** Returns a promise of the first value or failure from the platform. Persisted values count as unknown. */
const hydrationPromiseOf = (entry: Entry): Promise<unknown> => {
  if (!entry.lastSeen) return promiseOf(entry)
  return (entry.awaited ??= settable()).promise
}

/** Shows a value without a request. Returns a function that removes it. */
const placeIn = (entry: Entry, value: unknown, show: (entry: Entry) => void) => {
  const mine = entry.base = { value }
  entry.lastSeen = false
  entry.cause = undefined
  entry.calls = undefined
  // a request in flight may have been sent before the change
  if (entry.job?.concurrency) entry.job.again = true
  show(entry)
  return () => {
    if (entry.base !== mine) return
    entry.base = undefined
    show(entry)
  }
}

/**
 * Whether a write affects a read. If a read made the write, `by` is that read's list of calls, and the read isn't
 * refreshed.
 */
const isTouched = (
  { calls, job }: Entry,
  spec: Spec,
  input: object,
  by: ReadonlyArray<MadeCall> | undefined
): boolean => {
  const underWay = jobsOf(job).map(({ calls }) => calls)
  if (by && underWay.includes(by as Array<MadeCall>)) return false
  return !calls || [...calls, ...underWay.flat()].some((call) => isInvalidatedBy(call, spec, input))
}

/** Moves all reads to another cache. */
const moveAll = (entries: ShownReads["entries"], to: ReadEntries, stop: (entry: Entry) => void): void => {
  const left = [...entries.values()]
  entries.clear()
  for (const entry of left) {
    stop(entry)
    move(entry, to)
  }
}

/** Moves subscribers and waiters to another cache. */
const move = (entry: Entry, to: ReadEntries): void => {
  entry.unpoll?.()
  entry.undrop?.()
  const { listeners, promised, read } = entry
  if (promised || listeners.size) to.ensure(read)
  if (promised && entry.state === pending) promised.resolve(to.promise(read))
  for (const listener of listeners) entry.moved.set(listener, to.subscribe(read, listener))
  for (const listener of [...listeners]) listener()
}
