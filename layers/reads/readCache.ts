/**
 * What was read, and who watches it: plain code without a runtime of its own, so that React can look at it while it
 * renders. `Reads` is this as a service. docs/protocol.md §24, docs/laws.md C10, C11, N1–N8.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Spec } from "../../schemas/Endpoint.ts"
import type { SessionState } from "../session/currentSession.ts"
import { type InitialReads, type Read, read, type ReadState } from "./read.ts"
import { ReadTimings, type Timings } from "./ReadTimings.ts"
import { type MadeCall, touches } from "./touches.ts"

/** Where the calls of the running read are noted. */
export const Noted = Context.Reference<Array<MadeCall> | undefined>("latchkey/Noted", {
  defaultValue: () => undefined
})

/** Runs an effect, beginning at once, and answers with what interrupts it. */
export type Fork = <A, E>(
  effect: Effect.Effect<A, E, any>,
  done?: (exit: Exit.Exit<A, E>) => void
) => () => void

/** Watches until the returned function is called. */
export type Watch = (listener: () => void) => () => void

/** What was read, by key. */
export interface ReadCache {
  readonly entries: ReadonlyMap<string, Entry>
  /**
   * Sees to it that the read is on its way or here. Of use while rendering: tells nobody within the call. The result
   * watches it, and is the same for each call while it is kept.
   */
  readonly ensure: (read: AnyRead) => Watch
  readonly state: <A, E>(read: Read<A, E, any>) => ReadState<A, E>
  /**
   * The value, for `use`: another promise only when there is another value. Settled ones are marked so, for `use` to
   * read without suspending. Rejects with what the effect failed with.
   */
  readonly promise: <A>(read: Read<A, any, any>) => Promise<A>
  readonly subscribe: (read: AnyRead, listener: () => void) => () => void
  /** Reads again what is watched; drops it where nobody does. `why`: a write by its name, or what else led to it. */
  readonly refresh: (entry: Entry, why: string) => void
  /** Works out what is to be shown, and tells the watchers when that is something else. */
  readonly show: (entry: Entry) => void
  /** People are back on the page, or the page back on the network. */
  readonly revisit: (why: "focus" | "online") => void
  /** A call that may have changed something is over. `by`: the calls of the read that made it, which stays as it is. */
  readonly written: (spec: Spec, input: object, by?: ReadonlyArray<MadeCall>) => void
  readonly sessionChanged: (state: SessionState) => void
  /**
   * The page is shown: builds the services, so that the session decides whether what the server read is for the person
   * who is here. What nobody looks at until its drop timer ends is not new any more.
   */
  readonly begin: () => void
  /** Interrupts what is under way and forgets everything. Can be used again. */
  readonly close: () => void
}

export type AnyRead = Read<any, unknown, any>

/** What is kept of a read. */
export interface Entry extends Known {
  read: AnyRead
  state: ReadState<unknown, unknown>
  /** Of the value; with what settles it. */
  promise?: Promise<unknown> | undefined
  resolve?: (value: unknown) => void
  readonly listeners: Set<() => void>
  readonly watch: Watch
  job?: Job | undefined
  /** Interrupts the timer. */
  undrop?: (() => void) | undefined
  /** When the timer ends, in milliseconds. */
  dropsAt?: number
  /** How often it was to be read again. */
  refreshes: number
  refreshedBy?: string
}

/** What is forgotten with the person it is of. */
interface Known {
  /** The last success, without the changes that are shown ahead. */
  base: { readonly value: unknown } | undefined
  cause: Cause.Cause<unknown> | undefined
  changes: ReadonlyArray<Change>
  /** Of the last answer; `undefined`: from a server, so any write may touch it. */
  calls: ReadonlyArray<MadeCall> | undefined
  /** When its last request started, in milliseconds. */
  startedAt: number
}

const nothing: Known = { base: undefined, cause: undefined, changes: [], calls: [], startedAt: -Infinity }

/** A request, and the wait before it. */
interface Job {
  stop?: () => void
  /** The wait is over. What is asked from now on needs another request. */
  asking?: boolean
  again?: boolean | undefined
  calls: Array<MadeCall>
}

/** A change that is shown before the platform knows of it. */
export interface Change {
  readonly apply: (value: any) => unknown
  /** The write succeeded: to be shown until a later answer is here. */
  confirmed: boolean
}

/** Begins with what a server read. Nothing runs before something is asked for. */
export const makeReadCache = (fork: Fork, initial?: InitialReads): ReadCache => {
  const entries = new Map<string, Entry>()
  let who: Person | undefined = initial && { id: initial.person, session: undefined, handed: true }
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
        watch: (listener) => subscribe(made.read, listener),
        refreshes: 0
      }
      entries.set(key, entry)
      entry.state = stateOf(entry)
    }
    // of what a server read nothing else is known until somebody looks at it
    entry.read = read
    return entry
  }

  // --- showing ---

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
    else if (!same || (before.cause !== next.cause && next._tag === "Failure")) entry.promise = undefined
    for (const other of entries.values()) {
      if (other.read.follows?.read.key !== entry.read.key) continue
      other.cause = undefined
      show(other)
    }
    const tell = () => [...entry.listeners].forEach((listener) => listener())
    if (quiet) queueMicrotask(tell)
    else tell()
  }

  // --- reading ---

  /** With the time, and the waits in force. */
  const timed = (run: (now: number, timings: Timings) => Effect.Effect<void, never, any>) =>
    Effect.flatMap(ReadTimings, (timings) => Effect.flatMap(Clock.currentTimeMillis, (now) => run(now, timings)))

  const start = (entry: Entry) => {
    const job: Job = entry.job = { calls: [] }
    show(entry)
    job.stop = fork(cycle(entry, job), (exit) => {
      if (entry.job !== job) return
      entry.job = undefined
      // the services themselves could not be had
      if (exit._tag === "Failure") entry.cause = exit.cause
      show(entry)
      if (!entry.listeners.size) dropLater(entry, "dropMillis")
    })
  }

  const cycle = (entry: Entry, job: Job): Effect.Effect<void, never, any> =>
    timed((now, { throttleMillis }) => {
      const wait = entry.startedAt + throttleMillis - now
      // a clock that was set back does not stretch the wait
      if (wait > 0 && wait <= throttleMillis) return Effect.delay(cycle(entry, job), wait)
      entry.startedAt = now
      job.asking = true
      job.again = false
      return Effect.flatMap(
        Effect.exit(Effect.provideService(entry.read.effect, Noted, job.calls = [])),
        (exit) => {
          if (entry.job !== job) return Effect.void
          job.asking = false
          entry.calls = job.calls
          if (exit._tag === "Success") {
            const { value } = exit
            entry.cause = undefined
            if (!entry.base || !Equal.equals(entry.base.value, value)) entry.base = { value }
          } else entry.cause = exit.cause
          if (!job.again) {
            if (exit._tag === "Success") entry.changes = entry.changes.filter((change) => !change.confirmed)
            return Effect.void
          }
          // an answer that is outdated already says nothing about what was written meanwhile
          show(entry)
          return cycle(entry, job)
        }
      )
    })

  const refresh = (entry: Entry, why: string) => {
    const { job } = entry
    entry.refreshes++
    entry.refreshedBy = why
    if (job) job.again = job.asking
    else if (entry.listeners.size) start(entry)
    else remove(entry)
  }

  // --- forgetting ---

  const remove = (entry: Entry) => {
    stop(entry)
    entry.undrop?.()
    entries.delete(entry.read.key)
  }

  const stop = (entry: Entry) => {
    const { job } = entry
    entry.job = undefined
    job?.stop?.()
  }

  const dropLater = (entry: Entry, wait: "dropMillis" | "failureMillis") => {
    entry.undrop?.()
    entry.undrop = fork(timed((now, { [wait]: millis }) => {
      entry.dropsAt = now + millis
      return Effect.delay(
        Effect.sync(() => {
          entry.undrop = undefined
          // a component that waits for one of its values watches none of them yet
          if ([...entries.values()].some(isAwaited)) dropLater(entry, wait)
          else remove(entry)
        }),
        millis
      )
    }))
  }

  const subscribe = (read: AnyRead, listener: () => void): () => void => {
    const entry = entryOf(read)
    entry.listeners.add(listener)
    entry.undrop?.()
    entry.undrop = undefined
    const unfollow = read.follows && subscribe(read.follows.read, () => {})
    return () => {
      entry.listeners.delete(listener)
      unfollow?.()
      if (!entry.listeners.size && entries.get(read.key) === entry) dropLater(entry, "dropMillis")
    }
  }

  /** What the person who left may see, the next one may not. */
  const reset = (entry: Entry, keepRunning: boolean) => {
    if (entry.read.of === "everyone") return
    const { job, state } = entry
    if (state === pending) {
      if (!job || keepRunning) return
    } else if (!entry.listeners.size) return remove(entry)
    stop(entry)
    Object.assign(entry, nothing)
    if (state === pending) start(entry)
    // read when a watcher looks: those that are about to leave with the session ask for nothing
    else show(entry)
  }

  for (const [key, value] of Object.entries(initial?.values ?? {})) {
    const entry = entryOf(read(key, Effect.never))
    entry.base = { value }
    entry.calls = undefined
    entry.state = stateOf(entry)
  }

  return {
    entries,
    ensure: (read) => {
      const entry = entryOf(read)
      const before = quiet
      quiet = true
      if (entry.state === pending && !entry.job) start(entry)
      quiet = before
      if (!entry.listeners.size) {
        if (entry.state._tag === "Failure") dropLater(entry, "failureMillis")
        else if (!entry.undrop) dropLater(entry, "dropMillis")
      }
      return entry.watch
    },
    state: <A, E>(read: Read<A, E, any>) => entryOf(read).state as ReadState<A, E>,
    promise: <A>(read: Read<A, any, any>) => {
      const entry = entryOf(read)
      if (!entry.promise) {
        entry.promise = new Promise((resolve) => entry.resolve = resolve)
        entry.promise.catch(() => {}) // whoever uses it hears of it; nobody may
        settle(entry)
      }
      return entry.promise as Promise<A>
    },
    subscribe,
    refresh,
    show,
    revisit: (why) => {
      fork(timed((now, { revisitMillis }) =>
        Effect.sync(() => {
          for (const entry of [...entries.values()]) {
            if (!entry.listeners.size || entry.state === pending) continue
            const since = now - entry.startedAt
            if ((why === "online" && entry.cause) || since < 0 || since >= revisitMillis) {
              refresh(entry, why)
            }
          }
        })
      ))
    },
    written: (spec, input, by) => {
      for (const entry of [...entries.values()]) {
        const { calls, job } = entry
        if (by && job?.calls === by) continue
        const made = [...calls ?? [], ...job?.calls ?? []]
        if (!calls || made.some((call) => touches(spec, input, call))) refresh(entry, spec.name)
      }
    },
    sessionChanged: (state) => {
      const before = who
      const now = personOf(state)
      // whoever it turns out to be is compared with the person that the server read for
      if (before?.handed && now.id === undefined) return
      who = now
      const session = entries.get(sessionKey)
      if (session?.base) {
        session.base = { value: state }
        show(session)
      }
      if (!before) return
      const isOther = before.id !== now.id
      for (const entry of [...entries.values()]) {
        // with its first request a session learns whose it is: what waits for that request goes on waiting
        if (isOther) reset(entry, before.id === undefined && now.id !== null)
        else if (before.session && before.session !== now.session && entry.read.of === "user") {
          refresh(entry, "session")
        }
      }
    },
    begin: () => {
      fork(Effect.void)
      for (const entry of entries.values()) if (!entry.listeners.size) dropLater(entry, "dropMillis")
    },
    close: () => {
      for (const entry of [...entries.values()]) remove(entry)
      who = undefined
    }
  }
}

/** The session itself, as a read. */
export const sessionKey = "session"

/** Whose session it is. `id`: `null` for nobody, `undefined` until its first request. */
interface Person {
  readonly id: string | null | undefined
  readonly session: string | undefined
  /** As the server said. */
  readonly handed?: boolean
}

/** A component was given a promise of its first value. */
const isAwaited = ({ job, promise, state }: Entry): boolean => !!job && state === pending && !!promise

const personOf = (state: SessionState): Person => {
  if (state._tag === "SignedOut") return { id: null, session: undefined }
  const claims = Option.getOrUndefined(state.claims)
  // whoever signs up keeps the anonymous session
  return { id: claims?.sub, session: claims && `${claims.refreshTokenId} ${claims.isAnonymous}` }
}

const pending: ReadState<never> = { _tag: "Pending" }

/** Any state, its fields to be compared. */
interface SomeState {
  readonly _tag: string
  readonly value?: unknown
  readonly cause?: unknown
  readonly refreshing?: unknown
}

/** Marks the promise as React does, so that nobody waits for what is here. */
const settle = ({ promise, resolve, state }: Entry) => {
  if (!promise || state._tag === "Pending") return
  if (state._tag === "Success") {
    resolve!(Object.assign(promise, { status: "fulfilled", value: state.value }).value)
  } else {
    resolve!(Promise.reject(Object.assign(promise, { status: "rejected", reason: Cause.squash(state.cause) }).reason))
  }
}
