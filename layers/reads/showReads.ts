/** Computes the state of each read: its last response with optimistic changes, or the value of another read. */
import * as Equal from "effect/Equal"
import type { AnyRead, ReadState } from "./read.ts"
import { type Entry, nothing, pending, settle, type SomeState, type Watch } from "./readEntry.ts"

/** The entries and their states. */
export interface ShownReads {
  readonly entries: Map<string, Entry>
  /** Returns the entry of a read, and creates it if necessary. */
  readonly entryOf: (read: AnyRead) => Entry
  /** Computes the state, and notifies subscribers if it has changed. */
  readonly show: (entry: Entry) => void
  /** Runs a function, and defers its notifications to a microtask, because React doesn't allow them while rendering. */
  readonly quietly: (run: () => void) => void
}

/** Makes the entries and states of all reads. `watch` subscribes an entry to another read. */
export const makeShownReads = (watch: (read: AnyRead, isPolled: boolean) => Watch): ShownReads => {
  const entries = new Map<string, Entry>()
  let quiet = false

  const entryOf = (read: AnyRead): Entry => {
    const { key } = read
    let entry = entries.get(key)
    if (!entry) {
      const made: Entry = entry = {
        ...nothing,
        read,
        state: pending,
        listeners: new Set(),
        moved: new Map(),
        watch: (listener) => watch(made.read, false)(listener),
        watchPolled: (listener) => watch(made.read, true)(listener),
        pollers: 0,
        refreshes: 0
      }
      entries.set(key, entry)
      entry.state = stateOf(entry)
    }
    // the entry of a value from the server has no read until the read is first used
    entry.read = read
    entry.schedule = read.schedule ?? entry.schedule
    return entry
  }

  const stateOf = ({ base, cause, changes, job, read: { follows }, state }: Entry): ReadState<unknown, unknown> => {
    const refreshing = !!job
    if (follows) {
      const followed = entryOf(follows.read).state
      if (followed._tag === "Success" && follows.accepts(followed.value)) base = followed
      else if (!follows.orOwn) base = undefined
    }
    if (!base) {
      return !cause || (refreshing && state === pending)
        ? pending
        : { _tag: "Failure", cause, refreshing }
    }
    const value = changes.reduce((shown, change) => change.apply(shown), base.value)
    return {
      _tag: "Success",
      value: state._tag === "Success" && Equal.equals(state.value, value) ? state.value : value,
      refreshing,
      cause
    }
  }

  const show = (entry: Entry) => {
    const before: SomeState = entry.state
    const next: SomeState = stateOf(entry)
    const same = before._tag === next._tag && before.value === next.value
    if (same && before.cause === next.cause && before.refreshing === next.refreshing) return
    entry.state = next as Entry["state"]
    if (before === pending) settle(entry)
    else if (!same || (before.cause !== next.cause && next._tag === "Failure")) entry.promised = undefined
    for (const other of entries.values()) {
      if (other.read.follows?.read.key !== entry.read.key) continue
      other.cause = undefined
      show(other)
    }
    const tell = () => [...entry.listeners].forEach((listener) => listener())
    if (quiet) queueMicrotask(tell)
    else tell()
  }

  return {
    entries,
    entryOf,
    show,
    quietly: (run) => {
      const before = quiet
      quiet = true
      run()
      quiet = before
    }
  }
}
