/** What is kept of a read. */
import * as Cause from "effect/Cause"
import type { MadeCall } from "./invalidation.ts"
import type { AnyRead, ReadState } from "./read.ts"

/** Watches until the returned function is called. */
export type Watch = (listener: () => void) => () => void

/** What is kept of a read. */
export interface Entry extends Known {
  read: AnyRead
  state: ReadState<unknown, unknown>
  /** What was kept of it beyond the program, if anything. */
  stored?: { readonly value: unknown } | undefined
  /** Of the first answer, where what is shown was last seen before the program started; with what settles it. */
  awaited?: Promise<unknown> | undefined
  answered?: ((value: unknown) => void) | undefined
  /** Of the value; with what settles it. */
  promise?: Promise<unknown> | undefined
  resolve?: (value: unknown) => void
  readonly listeners: Set<() => void>
  /** What ends the watching of listeners that another cache calls now. */
  readonly moved: Map<() => void, () => void>
  readonly watch: Watch
  /** The same for those who poll. */
  readonly watchPolled: Watch
  /** How many poll it, and what ends that. */
  pollers: number
  schedule?: AnyRead["schedule"]
  unpoll?: (() => void) | undefined
  /** Called when nothing is under way any more. */
  idle?: (() => void) | undefined
  job?: Job | undefined
  /** Interrupts the timer. */
  undrop?: (() => void) | undefined
  /** When the timer ends, in milliseconds. */
  dropsAt?: number
  /** How often it was to be read again. */
  refreshes: number
  refreshedBy?: string
}

/** Polls an entry by a schedule until the returned function is called. */
export type Poll = (entry: Entry, schedule: NonNullable<AnyRead["schedule"]>) => () => void

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
  /** What is shown was last seen before the program started: its first answer is on its way. */
  lastSeen: boolean
}

/** What is known of a read before anything is. */
export const nothing: Known = {
  base: undefined,
  cause: undefined,
  changes: [],
  calls: [],
  startedAt: -Infinity,
  lastSeen: false
}

/** A request, and the wait before it. */
export interface Job {
  stop?: () => void
  /** Set when the wait is over, from when on who asks needs another request: how many may be under way at a time. */
  concurrency?: number | undefined
  again?: boolean | undefined
  calls: Array<MadeCall>
  /** An earlier one that is still under way. */
  earlier?: Job | undefined
}

/** It and what is under way from before it, the latest first. */
export const jobsOf = (latest: Job | undefined): ReadonlyArray<Job> => {
  const jobs: Array<Job> = []
  for (let job = latest; job !== undefined; job = job.earlier) jobs.push(job)
  return jobs
}

/** Interrupts it and what is under way from before it. */
export const stopJobs = (latest: Job | undefined): void => {
  for (const { stop } of jobsOf(latest)) stop?.()
}

/** A change that is shown before the platform knows of it. */
export interface Change {
  readonly apply: (value: any) => unknown
  /** The write succeeded: to be shown until a later answer is here. */
  confirmed: boolean
}

/** Nothing is known yet. One value, to be recognised by. */
export const pending: ReadState<never> = { _tag: "Pending" }

/** A component was given a promise of its first value, or of its first answer. */
export const isAwaited = ({ awaited, job, promise, state }: Entry): boolean =>
  !!job && !!(state === pending ? promise : awaited)

/** Any state, its fields to be compared. */
export interface SomeState {
  readonly _tag: string
  readonly value?: unknown
  readonly cause?: unknown
  readonly refreshing?: unknown
}

/** Marks the promise as React does, so that nobody waits for what is here. */
export const settle = ({ promise, resolve, state }: Entry) => {
  if (!promise || state._tag === "Pending") return
  if (state._tag === "Success") {
    resolve!(Object.assign(promise, { status: "fulfilled", value: state.value }).value)
  } else {
    resolve!(Promise.reject(Object.assign(promise, { status: "rejected", reason: Cause.squash(state.cause) }).reason))
  }
}

/** The first answer is here, or there will be none: whoever waited for it gets what there is. */
export const settleAwaited = (entry: Entry) => {
  const { answered, state } = entry
  entry.awaited = entry.answered = undefined
  if (state._tag === "Success") answered?.(state.value)
  else if (state._tag === "Failure") answered?.(Promise.reject(Cause.squash(state.cause)))
}
