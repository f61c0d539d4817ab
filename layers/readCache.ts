/**
 * What was read, and who watches it: plain code without a runtime of its own, so that React can look at it while it
 * renders. `Reads` is this as a service. Wire protocol §24, reliability laws C10, C11, N1–N8.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Spec } from "../schemas/Endpoint.ts"
import type { SessionState } from "./heldSession.ts"

/** Something worth sharing: an effect that reads, and the name under which its value is kept. */
export interface Read<out A, out E = never, out R = never> {
  /** Reads with the same key share one value. */
  readonly key: string
  readonly effect: Effect.Effect<A, E, R>
  /** `user`: forgotten when somebody else signs in. `everyone`: the same whoever is signed in, or nobody. */
  readonly of: "user" | "everyone"
  /** Shows what another read shows as long as that will do. Its own effect runs to get there. */
  readonly follows?:
    | { readonly read: Read<A | null, unknown, any>; readonly accepts: (value: any) => boolean }
    | undefined
}

/**
 * A read, to be watched through `Reads` or the hooks of `latchkey/react`:
 *
 * ```ts
 * const invitations = (teamId: string) => read(`invitations ${teamId}`, teamInvitations.list({ teamId }))
 * ```
 *
 * The calls it makes tell which writes refresh it: there is nothing to invalidate by hand.
 */
export const read = <A, E, R>(
  key: string,
  effect: Effect.Effect<A, E, R>,
  options?: {
    /** Whose value it is. @default "user" */
    readonly of?: Read<A>["of"]
  }
): Read<A, E, R> => ({ key, effect, of: options?.of ?? "user" })

/** What is known of a read. */
export type ReadState<A, E = never> =
  | { readonly _tag: "Pending" }
  | {
    readonly _tag: "Success"
    readonly value: A
    /** It is being read again; meanwhile the value stays. */
    readonly refreshing: boolean
    /** Why the last refresh failed. The value is the one from before. */
    readonly cause: Cause.Cause<E> | undefined
  }
  | { readonly _tag: "Failure"; readonly cause: Cause.Cause<E>; readonly refreshing: boolean }

/** The waits of `Reads`. The first two are those of specification §9. */
export interface Timings {
  /** Between the starts of two requests of one read, which never overlap. */
  readonly throttleMillis: number
  /** A value is dropped this long after its last watcher left. */
  readonly dropMillis: number
  /** A failure nobody watches is dropped this long after it was last looked at: React renders one several times. */
  readonly failureMillis: number
  /** When people come back to the page, what was read longer ago than this is read again. */
  readonly revisitMillis: number
}

/** The usual waits. */
export const defaultTimings: Timings = {
  throttleMillis: 300,
  dropMillis: 5000,
  failureMillis: 200,
  revisitMillis: 5000
}

/** The waits in force, where the layer is built or an effect brings its own. */
export const ReadTimings: Context.Reference<Timings> = Context.Reference("latchkey/ReadTimings", {
  defaultValue: () => defaultTimings
})

/** What one page hands the next: values that were read on the server. They survive what structured clone survives. */
export interface InitialReads {
  /** Whose values they are: the user's id, `null` for nobody. In a browser where somebody else is signed in they are dropped. */
  readonly person: string | null
  /** By the key of each read. */
  readonly values: { readonly [key: string]: unknown }
}

/** An entry as devtools show it. */
export interface HeldRead {
  readonly key: string
  readonly state: ReadState<unknown, unknown>["_tag"]
  readonly watchers: number
  /** When its last request started, in milliseconds; -Infinity before the first. */
  readonly startedAt: number
  /** When it is dropped unless somebody watches it again, in milliseconds. */
  readonly dropsAt: number | undefined
  /** What the last refresh was for: a write by its name, `focus`, `online`, or the program itself. */
  readonly refreshedBy: string | undefined
}

/** A call that a read made: what a write is compared with. */
export interface MadeCall {
  readonly name: string
  readonly input: object
}

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
  /** Reads again what is watched; drops it where nobody does. */
  readonly refresh: (read: AnyRead) => void
  /** People are back on the page, or the page back on the network. */
  readonly revisit: (why: "focus" | "online") => void
  readonly optimistic: <A>(
    read: Read<A, any, any>,
    change: (value: A) => A
  ) => <B, E, R>(write: Effect.Effect<B, E, R>) => Effect.Effect<B, E, R>
  /** A call that may have changed something is over. `by`: the calls of the read that made it, which stays as it is. */
  readonly written: (spec: Spec, input: object, by?: ReadonlyArray<MadeCall>) => void
  readonly sessionChanged: (state: SessionState) => void
  readonly list: () => ReadonlyArray<HeldRead>
  /**
   * The page is shown: builds the services, so that the session decides whether what the server read is for the person
   * who is here. What nobody looks at until its drop timer ends is not new any more.
   */
  readonly begin: () => void
  /** Interrupts what is under way and forgets everything. Can be used again. */
  readonly close: () => void
}

export type AnyRead = Read<any, unknown, any>

interface Entry {
  read: AnyRead
  state: ReadState<unknown, unknown>
  /** The last success, without the changes that are shown ahead. */
  base: { readonly value: unknown } | undefined
  cause: Cause.Cause<unknown> | undefined
  changes: Array<Change>
  shown: Shown | undefined
  readonly listeners: Set<() => void>
  readonly watch: Watch
  job: Job | undefined
  /** Interrupts the timer. */
  undrop: (() => void) | undefined
  /** When the timer ends. */
  dropsAt: number | undefined
  /** Of the last answer; `undefined`: from a server, so any write may touch it. */
  calls: ReadonlyArray<MadeCall> | undefined
  startedAt: number
  /** How often it was to be read again. */
  refreshes: number
  refreshedBy: string | undefined
}

/** A request, and the wait before it. */
interface Job {
  stop: (() => void) | undefined
  /** The wait is over. What is asked from now on needs another request. */
  asking: boolean
  again: boolean
  calls: Array<MadeCall>
}

/** A change that is shown before the platform knows of it. */
interface Change {
  readonly apply: (value: any) => unknown
  /** The write succeeded: to be shown until a later answer is here. */
  confirmed: boolean
}

interface Shown {
  readonly promise: Promise<unknown>
  readonly settle: (outcome: Outcome) => void
}

type Outcome =
  | { readonly status: "fulfilled"; readonly value: unknown }
  | { readonly status: "rejected"; readonly reason: unknown }

/** Begins with what a server read. Nothing runs before something is asked for. */
export const makeReadCache = (fork: Fork, initial?: InitialReads): ReadCache => {
  const entries = new Map<string, Entry>()
  let who: Person | undefined = initial === undefined
    ? undefined
    : { id: initial.person, session: undefined, handed: true }
  /** What a server read and nobody looked at yet. */
  const handed = new Map(Object.entries(initial?.values ?? {}))
  let quiet = false

  const tell = (entry: Entry) => {
    if (quiet) return queueMicrotask(() => tell(entry))
    for (const listener of [...entry.listeners]) listener()
  }

  /** Runs what a render asks for: whoever has to hear of it hears of it afterwards. */
  const quietly = (run: () => void) => {
    const before = quiet
    quiet = true
    try {
      run()
    } finally {
      quiet = before
    }
  }

  const make = (read: AnyRead): Entry => {
    const known = handed.has(read.key)
    const entry: Entry = {
      read,
      state: pending,
      base: known ? { value: handed.get(read.key) } : undefined,
      cause: undefined,
      changes: [],
      shown: undefined,
      listeners: new Set(),
      watch: (listener) => subscribe(entry.read, listener),
      job: undefined,
      undrop: undefined,
      dropsAt: undefined,
      calls: known ? undefined : [],
      startedAt: -Infinity,
      refreshes: 0,
      refreshedBy: undefined
    }
    handed.delete(read.key)
    entry.base ??= followed(read)
    entry.state = stateOf(entry)
    return entry
  }

  /** What the other read shows, where that will do. */
  const followed = ({ follows }: AnyRead): Entry["base"] => {
    if (follows === undefined) return undefined
    const { state } = entryOf(follows.read)
    return state._tag === "Success" && follows.accepts(state.value) ? { value: state.value } : undefined
  }

  const entryOf = (read: AnyRead): Entry => {
    let entry = entries.get(read.key)
    if (entry === undefined) entries.set(read.key, entry = make(read))
    else entry.read = read
    return entry
  }

  const show = (entry: Entry) => {
    const before = entry.state
    const next = stateOf(entry)
    if (sameState(before, next)) return
    entry.state = next
    if (before._tag === "Pending") settle(entry.shown, next)
    else if (!sameOutcome(before, next)) entry.shown = undefined
    for (const other of entries.values()) if (other.read.follows?.read.key === entry.read.key) follow(other)
    tell(entry)
  }

  const follow = (entry: Entry) => {
    const base = followed(entry.read)
    if (base === undefined && entry.base !== undefined) entry.startedAt = -Infinity
    if (base !== undefined) entry.cause = undefined
    entry.base = base
    show(entry)
  }

  // --- reading ---

  const start = (entry: Entry) => {
    const job: Job = entry.job = { stop: undefined, asking: false, again: false, calls: [] }
    show(entry)
    job.stop = fork(cycle(entry, job), (exit) => {
      if (entry.job !== job) return
      entry.job = undefined
      // the services themselves could not be had
      if (Exit.isFailure(exit)) entry.cause = exit.cause
      settled(entry)
    })
  }

  const cycle = (entry: Entry, job: Job) =>
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const { throttleMillis } = yield* ReadTimings
      do {
        const since = clock.currentTimeMillisUnsafe() - entry.startedAt
        // a clock that was set back does not stretch the wait
        if (since >= 0 && since < throttleMillis) yield* Effect.sleep(throttleMillis - since)
        entry.startedAt = clock.currentTimeMillisUnsafe()
        job.asking = true
        job.again = false
        job.calls = []
        const exit = yield* Effect.exit(Effect.provideService(entry.read.effect, Noted, job.calls))
        if (entry.job !== job) return
        job.asking = false
        answered(entry, job, exit)
      } while (job.again)
    })

  const answered = (entry: Entry, job: Job, exit: Exit.Exit<unknown, unknown>) => {
    entry.calls = job.calls
    if (Exit.isSuccess(exit)) {
      const { value } = exit
      entry.cause = undefined
      if (entry.base === undefined || !Equal.equals(entry.base.value, value)) entry.base = { value }
      // an answer that is outdated already says nothing about what was written meanwhile
      if (!job.again) entry.changes = entry.changes.filter((change) => !change.confirmed)
    } else entry.cause = exit.cause
    if (job.again) show(entry)
  }

  const settled = (entry: Entry) => {
    show(entry)
    if (entry.listeners.size === 0) dropLater(entry, "dropMillis")
  }

  const refresh = (entry: Entry, why?: string) => {
    entry.refreshes++
    entry.refreshedBy = why
    if (entry.job !== undefined) entry.job.again ||= entry.job.asking
    else if (entry.listeners.size > 0) start(entry)
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

  const after = (wait: keyof Timings, run: () => void, entry?: Entry) =>
    fork(
      Effect.flatMap(ReadTimings, (timings) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          if (entry !== undefined) entry.dropsAt = now + timings[wait]
          return Effect.sleep(timings[wait])
        })),
      (exit) => {
        if (Exit.isSuccess(exit)) run()
      }
    )

  const dropLater = (entry: Entry, wait: "dropMillis" | "failureMillis") => {
    entry.undrop?.()
    entry.undrop = after(wait, () => {
      if (entries.get(entry.read.key) !== entry) return
      entry.undrop = undefined
      if (entry.listeners.size > 0) return
      // a component that waits for one of its values watches none of them yet
      if ([...entries.values()].some(isAwaited)) dropLater(entry, wait)
      else remove(entry)
    }, entry)
  }

  const subscribe = (read: AnyRead, listener: () => void): () => void => {
    const entry = entryOf(read)
    const watcher = () => listener()
    entry.listeners.add(watcher)
    entry.undrop?.()
    entry.undrop = undefined
    const unfollow = read.follows === undefined ? undefined : subscribe(read.follows.read, () => {})
    return () => {
      entry.listeners.delete(watcher)
      unfollow?.()
      if (entry.listeners.size === 0 && entries.get(entry.read.key) === entry) dropLater(entry, "dropMillis")
    }
  }

  /** What the person who left may see, the next one may not. */
  const reset = (entry: Entry, keepRunning: boolean) => {
    if (entry.read.of === "everyone") return
    if (entry.state._tag === "Pending") {
      if (entry.job === undefined || keepRunning) return
      stop(entry)
      entry.startedAt = -Infinity
      return start(entry)
    }
    if (entry.listeners.size === 0) return remove(entry)
    stop(entry)
    Object.assign(entry, { base: undefined, cause: undefined, changes: [], calls: [], startedAt: -Infinity })
    // read when a watcher looks: those that are about to leave with the session ask for nothing
    show(entry)
  }

  return {
    ensure: (read) => {
      const entry = entryOf(read)
      quietly(() => {
        if (entry.state._tag === "Pending" && entry.job === undefined) start(entry)
        if (entry.listeners.size > 0) return
        if (entry.state._tag === "Failure") dropLater(entry, "failureMillis")
        else if (entry.undrop === undefined) dropLater(entry, "dropMillis")
      })
      return entry.watch
    },
    state: <A, E>(read: Read<A, E, any>) => entryOf(read).state as ReadState<A, E>,
    promise: <A>(read: Read<A, any, any>) => {
      const entry = entryOf(read)
      return (entry.shown ??= shownOf(entry.state)).promise as Promise<A>
    },
    subscribe,
    refresh: (read) => {
      const entry = entries.get(read.key)
      if (entry !== undefined) refresh(entry, "refresh")
    },
    revisit: (why) => {
      fork(Effect.flatMap(ReadTimings, ({ revisitMillis }) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          for (const entry of [...entries.values()]) {
            if (entry.listeners.size === 0 || entry.state._tag === "Pending") continue
            const since = now - entry.startedAt
            if ((why === "online" && entry.cause !== undefined) || since < 0 || since >= revisitMillis) {
              refresh(entry, why)
            }
          }
        })))
    },
    optimistic: (read, change) => (write) =>
      Effect.suspend(() => {
        const entry = entries.get(read.key)
        if (entry === undefined) return write
        const mine: Change = { apply: change, confirmed: false }
        const { refreshes } = entry
        entry.changes = [...entry.changes, mine]
        show(entry)
        return Effect.onExit(write, (exit) =>
          Effect.sync(() => {
            // the write itself refreshes what its endpoint says it touches
            if (Exit.isSuccess(exit) && entry.refreshes === refreshes) refresh(entry, "optimistic")
            if (Exit.isSuccess(exit) && entry.job !== undefined) mine.confirmed = true
            else entry.changes = entry.changes.filter((other) => other !== mine)
            show(entry)
          }))
      }),
    written: (spec, input, by) => {
      handed.clear()
      for (const entry of [...entries.values()]) {
        const { calls, job } = entry
        if (by !== undefined && job?.calls === by) continue
        const made = [...calls ?? [], ...job?.calls ?? []]
        if (calls === undefined || made.some((call) => touches(spec, input, call))) refresh(entry, spec.name)
      }
    },
    sessionChanged: (state) => {
      const before = who
      const now = personOf(state)
      // whoever it turns out to be is compared with the person that the server read for
      if (before?.handed && now.id === undefined) return
      who = now
      if (before !== undefined && before.id !== now.id) handed.clear()
      const held = [...entries.values()]
      for (const entry of held) {
        if (entry.read.key === sessionKey && entry.state._tag !== "Pending") {
          entry.base = { value: state }
          show(entry)
        }
      }
      if (before === undefined) return
      if (before.id !== now.id) {
        // with its first request a session learns whose it is: what waits for that request goes on waiting
        for (const entry of held) reset(entry, before.id === undefined && now.id !== null)
      } else if (before.session !== undefined && before.session !== now.session) {
        for (const entry of held) if (entry.read.of === "user") refresh(entry, "session")
      }
    },
    list: () =>
      [...entries.values()].map(({ dropsAt, listeners, read: { key }, refreshedBy, startedAt, state, undrop }) => ({
        key,
        state: state._tag,
        watchers: listeners.size,
        startedAt,
        dropsAt: undrop && dropsAt,
        refreshedBy
      })),
    begin: () => {
      after("dropMillis", () => handed.clear())
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
const isAwaited = (entry: Entry): boolean =>
  entry.job !== undefined && entry.state._tag === "Pending" && entry.shown !== undefined

const personOf = (state: SessionState): Person => {
  if (state._tag === "SignedOut") return { id: null, session: undefined }
  const claims = Option.getOrUndefined(state.claims)
  // whoever signs up keeps the anonymous session
  return { id: claims?.sub, session: claims && `${claims.refreshTokenId} ${claims.isAnonymous}` }
}

/** A write touches a read that calls what it names, unless both say for which team or user, and it is another. */
const touches = (write: Spec, input: object, call: MadeCall): boolean =>
  write.refreshes.some((touched) => touched === call.name || call.name.startsWith(`${touched}.`)) &&
  !scopes.some((scope) => differ(input as Fields, call.input as Fields, scope))

const scopes = ["teamId", "userId"] as const

interface Fields {
  readonly [name: string]: unknown
}

const differ = (a: Fields, b: Fields, scope: string): boolean =>
  a[scope] !== undefined && b[scope] !== undefined && a[scope] !== b[scope]
  // may be anybody's name for themselves
  && a[scope] !== "me" && b[scope] !== "me"

const pending: ReadState<never> = { _tag: "Pending" }

const stateOf = ({ base, cause, changes, job, state }: Entry): ReadState<unknown, unknown> => {
  const refreshing = job !== undefined
  if (base === undefined) {
    return cause === undefined || (refreshing && state._tag === "Pending")
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

const sameState = (a: ReadState<unknown, unknown>, b: ReadState<unknown, unknown>): boolean =>
  sameOutcome(a, b) && (a._tag === "Pending" || b._tag === "Pending"
    || (a.refreshing === b.refreshing && a.cause === b.cause))

const sameOutcome = (a: ReadState<unknown, unknown>, b: ReadState<unknown, unknown>): boolean =>
  a._tag === b._tag && (a._tag === "Success" ?
    a.value === (b as typeof a).value
    : a._tag === "Pending" || a.cause === (b as typeof a).cause)

const settle = (shown: Shown | undefined, state: ReadState<unknown, unknown>) => {
  if (state._tag === "Success") shown?.settle({ status: "fulfilled", value: state.value })
  else if (state._tag === "Failure") shown?.settle({ status: "rejected", reason: Cause.squash(state.cause) })
}

const shownOf = (state: ReadState<unknown, unknown>): Shown => {
  let resolve: (value: unknown) => void
  let reject: (reason: unknown) => void
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes
    reject = no
  })
  promise.catch(() => {}) // whoever uses it hears of it; nobody may
  const shown: Shown = {
    promise,
    settle: (outcome) => {
      Object.assign(promise, outcome)
      if (outcome.status === "fulfilled") resolve(outcome.value)
      else reject(outcome.reason)
    }
  }
  settle(shown, state)
  return shown
}
