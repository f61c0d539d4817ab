/**
 * What was read, and who watches it: plain code without a runtime of its own, so that React can look at it while it
 * renders. `ReadCache` is this as a service. docs/protocol.md §24, docs/laws.md C10, C11, N1–N8.
 */
import * as Effect from "effect/Effect"
import type { Spec } from "../../schemas/Endpoint.ts"
import type { SessionState } from "../session/index.ts"
import { makeDroppedReads } from "./dropReads.ts"
import { makeHandedReads } from "./handedReads.ts"
import { isInvalidatedBy, type MadeCall } from "./invalidation.ts"
import { makePoll } from "./pollReads.ts"
import { type AnyRead, type InitialReads, read, type ReadDefinition, type ReadState } from "./read.ts"
import { type Entry, jobsOf, pending, settle, type SomeState, type Watch } from "./readEntry.ts"
import { makeReadsOfPerson } from "./readsOfPerson.ts"
import { makeRunningReads } from "./runReads.ts"
import { makeShownReads, type ShownReads } from "./showReads.ts"
import { notStored, type StoredReads } from "./storedReads.ts"
import { type Fork, timed } from "./timed.ts"

/** Shared reads without Effects: what a framework needs that renders. The hooks of `latchkey/react` stand on it. */
export interface ReadsView {
  /**
   * Sees to it that the read is on its way or here. Of use while rendering: tells nobody within the call. The result
   * watches it, and is the same for each call while it is kept.
   */
  readonly ensure: (read: AnyRead) => (listener: () => void) => () => void
  /** What is known of it: the same object until something else is. */
  readonly state: <A, E>(read: ReadDefinition<A, E, any>) => ReadState<A, E>
  /**
   * The value, for `use`: another promise only when there is another value. Settled ones are marked so, for `use` to
   * read without suspending. Rejects with what the effect failed with.
   */
  readonly promise: <A>(read: ReadDefinition<A, any, any>) => Promise<A>
  /**
   * The same on a server, and while a page comes alive as a server sent it: the state is what both were handed, however
   * much more is known by now; of what was last seen, and not answered yet, it knows nothing.
   */
  readonly hydration: Pick<ReadsView, "state" | "promise">
  /** Calls back after every change, until the returned function is called. */
  readonly subscribe: (read: AnyRead, listener: () => void) => () => void
}

/** What was read, by key. */
export interface ReadEntries extends ReadsView {
  readonly entries: ReadonlyMap<string, Entry>
  /** What is shown is from before the program started, and has yet to be answered. */
  readonly isLastSeen: (read: AnyRead) => boolean
  /** Reads again what is watched; drops it where nobody does. `why`: a write by its name, or what else led to it. */
  readonly refresh: (entry: Entry, why: string) => void
  /** Works out what is to be shown, and tells the watchers when that is something else. */
  readonly show: (entry: Entry) => void
  /** Keeps a value of which no request told, where there is none. Any write may touch it. Answers with what takes it back. */
  readonly place: (read: AnyRead, value: unknown) => () => void
  /** People are back on the page, or the page back on the network. */
  readonly revisit: (why: "focus" | "online") => void
  /** A call that may have changed something is over. `by`: the calls of the read that made it, which stays as it is. */
  readonly written: (spec: Spec, input: object, by?: ReadonlyArray<MadeCall>) => void
  readonly sessionChanged: (state: SessionState) => void
  /** Begins with what a server read, unless it read for somebody else. */
  readonly hydrate: (initial: InitialReads) => void
  /** The page is shown: what nobody looks at until its drop timer ends is not new any more. */
  readonly begin: () => void
  /** Leaves everything to another cache: who watches or waits here does so there from now on. */
  readonly handOver: (to: ReadEntries) => void
  /** Interrupts what is under way and forgets everything. Can be used again. */
  readonly close: () => void
}

/** Begins with what a server read. Nothing runs before something is asked for. */
export const makeReadEntries = (
  fork: Fork,
  initial?: InitialReads,
  storing: (shown: ShownReads) => StoredReads = () => notStored
): ReadEntries => {
  const shown = makeShownReads((read, isPolled) => (listener) => dropped.subscribe(read, listener, isPolled))
  const dropped = makeDroppedReads(fork, shown, (entry, schedule) => makePoll(fork, running)(entry, schedule))
  const stored = storing(shown)
  const running = makeRunningReads(fork, shown, dropped, stored)
  const ofPerson = makeReadsOfPerson(shown, dropped, running, stored)
  const handedReads = makeHandedReads()
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

  const hydrate = (handed: InitialReads) => {
    handedReads.hand(handed)
    if (!ofPerson.expect(handed.person)) return
    for (const [key, value] of Object.entries(handed.values)) {
      if (entries.get(key)?.base === undefined) placeIn(entryOf(read(key, Effect.never)), value, show)
    }
  }

  if (initial) hydrate(initial)

  return {
    entries,
    ensure,
    state: <A, E>(read: ReadDefinition<A, E, any>) => entryOf(read).state as ReadState<A, E>,
    promise: <A>(read: ReadDefinition<A, any, any>) => promiseOf(entryOf(read)) as Promise<A>,
    hydration: {
      state: (read) => {
        const handed = handedReads.state(read)
        const now = entryOf(read).state
        return isAsHanded(now, handed) ? now as never : handed
      },
      promise: <A>(read: ReadDefinition<A, any, any>) => {
        const entry = entryOf(read)
        const handed = isAsHanded(entry.state, handedReads.state(read)) ? undefined : handedReads.promise(read)
        return (handed ?? hydrationPromiseOf(entry)) as Promise<A>
      }
    },
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
      for (const entry of [...entries.values()]) {
        fork(timed(entry, (now, { staleness }) =>
          Effect.sync(() => {
            if (!entry.listeners.size || entry.state === pending) return
            const since = now - entry.startedAt
            if ((why === "online" && entry.cause) || since < 0 || since >= staleness) refresh(entry, why)
          })))
      }
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
      const left = [...entries.values()]
      entries.clear()
      for (const entry of left) {
        dropped.stop(entry)
        move(entry, to)
      }
      ofPerson.forget()
    },
    close: () => {
      for (const entry of [...entries.values()]) remove(entry)
      ofPerson.forget()
    }
  }
}

/** Nothing has happened since: what comes alive need not be rendered twice. */
const isAsHanded = (now: SomeState, handed: SomeState): boolean =>
  now._tag === "Success" && handed._tag === "Success" && now.value === handed.value
  && now.refreshing === false && now.cause === undefined

/** Settled with the first value or failure. */
const promiseOf = (entry: Entry): Promise<unknown> => {
  if (!entry.promise) {
    entry.promise = new Promise((resolve) => entry.resolve = resolve)
    entry.promise.catch(() => {}) // whoever uses it hears of it; nobody may
    settle(entry)
  }
  return entry.promise
}

/** The same, but of what was last seen it knows nothing. */
const hydrationPromiseOf = (entry: Entry): Promise<unknown> => {
  if (!entry.lastSeen) return promiseOf(entry)
  if (!entry.awaited) {
    entry.awaited = new Promise((resolve) => entry.answered = resolve)
    entry.awaited.catch(() => {})
  }
  return entry.awaited
}

/** Shows a value of which no request told. Answers with what takes it back. */
const placeIn = (entry: Entry, value: unknown, show: (entry: Entry) => void) => {
  const mine = entry.base = { value }
  entry.lastSeen = false
  entry.cause = undefined
  entry.calls = undefined
  // what is being answered may have been asked for before
  if (entry.job?.concurrency) entry.job.again = true
  show(entry)
  return () => {
    if (entry.base !== mine) return
    entry.base = undefined
    show(entry)
  }
}

/** A call changed something that this was made of. `by`: the calls of the read that made it, which stays as it is. */
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

/** Who watches or waits for it does so there from now on. */
const move = (entry: Entry, to: ReadEntries): void => {
  entry.unpoll?.()
  entry.undrop?.()
  const { listeners, read, resolve } = entry
  if (resolve || listeners.size) to.ensure(read)
  if (resolve && entry.state === pending) resolve(to.promise(read))
  for (const listener of listeners) entry.moved.set(listener, to.subscribe(read, listener))
  for (const listener of [...listeners]) listener()
}
