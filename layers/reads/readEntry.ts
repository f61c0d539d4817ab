/** Cache entry of a read. */
import * as Cause from "effect/Cause"
import type { MadeCall } from "./invalidation.ts"
import type { AnyRead, ReadState } from "./read.ts"

/** A promise, and the function that settles it. */
export interface Settable {
  readonly promise: Promise<unknown>
  readonly resolve: (value: unknown) => void
}

/** Makes a promise that never causes an unhandled rejection, even if no code waits for it. */
export const settable = (): Settable => {
  let resolve: Settable["resolve"] = () => {}
  const promise = new Promise((settle) => resolve = settle)
  promise.catch(() => {})
  return { promise, resolve }
}

/** Subscribes until the returned function is called. */
export type Watch = (listener: () => void) => () => void

/** Cache entry of a read. */
export interface Entry extends Known {
  read: AnyRead
  state: ReadState<unknown, unknown>
  /** Persisted value, if any. */
  stored?: { readonly value: unknown } | undefined
  /** Promise of the first response, while a persisted value is shown. */
  awaited?: Settable | undefined
  /** Promise of the value. */
  promised?: Settable | undefined
  readonly listeners: Set<() => void>
  /** Unsubscribes listeners that have moved to another cache. */
  readonly moved: Map<() => void, () => void>
  readonly watch: Watch
  /** Subscribes a poller until the returned function is called. */
  readonly watchPolled: Watch
  /** Number of pollers, and the function that stops polling. */
  pollers: number
  schedule?: AnyRead["schedule"]
  unpoll?: (() => void) | undefined
  /** Called when no request is in flight any more. */
  idle?: (() => void) | undefined
  job?: Job | undefined
  /** Interrupts the drop timer. */
  undrop?: (() => void) | undefined
  /** Time at which the cached value is dropped, in milliseconds since the epoch. */
  dropsAt?: number
  /** Number of refreshes. */
  refreshes: number
  refreshedBy?: string
}

export type Poll = (entry: Entry, schedule: NonNullable<AnyRead["schedule"]>) => () => void

/** Data that is dropped when the user changes. */
interface Known {
  /** The last successful value, without optimistic changes. */
  base: { readonly value: unknown } | undefined
  cause: Cause.Cause<unknown> | undefined
  changes: ReadonlyArray<Change>
  /** Calls of the last response. `undefined` for a server's value, which any write may invalidate. */
  calls: ReadonlyArray<MadeCall> | undefined
  /** Start of the read's last request in milliseconds. */
  startedAt: number
  /** Whether a persisted value is shown and its first response is pending. */
  lastSeen: boolean
}

/** Data of a read that has had no response. */
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
  /**
   * Maximum number of concurrent requests. Set when the wait has ended and the request starts: from then on, a caller
   * that needs a newer value needs another request.
   */
  concurrency?: number | undefined
  again?: boolean | undefined
  calls: Array<MadeCall>
  /** An earlier request that is still in flight. */
  earlier?: Job | undefined
}

/** The requests in flight, the latest first. */
export const jobsOf = (latest: Job | undefined): ReadonlyArray<Job> => {
  const jobs: Array<Job> = []
  for (let job = latest; job !== undefined; job = job.earlier) jobs.push(job)
  return jobs
}

/** Interrupts all requests in flight. */
export const stopJobs = (latest: Job | undefined): void => {
  for (const { stop } of jobsOf(latest)) stop?.()
}

/** An optimistic change. */
export interface Change {
  readonly apply: (value: any) => unknown
  /** Whether the write succeeded. If so, the change is shown until a later response arrives. */
  confirmed: boolean
}

/** State before the first value. A single object, so that it can be compared. */
export const pending: ReadState<never> = { _tag: "Pending" }

/** Whether a component waits for the first value or the first response. */
export const isAwaited = ({ awaited, job, promised, state }: Entry): boolean =>
  !!job && !!(state === pending ? promised : awaited)

/** State with the fields of all variants, for comparisons. */
export interface SomeState {
  readonly _tag: string
  readonly value?: unknown | undefined
  readonly cause?: unknown | undefined
  readonly refreshing?: unknown | undefined
}

/** Settles the promise and marks it as React does, so that `use` doesn't suspend. */
export const settle = ({ promised, state }: Entry) => {
  if (!promised || state._tag === "Pending") return
  const { promise, resolve } = promised
  if (state._tag === "Success") {
    resolve(Object.assign(promise, { status: "fulfilled", value: state.value }).value)
  } else {
    resolve(Promise.reject(Object.assign(promise, { status: "rejected", reason: Cause.squash(state.cause) }).reason))
  }
}

/** Settles the promise of the first response with the current state. */
export const settleAwaited = (entry: Entry) => {
  const { awaited, state } = entry
  entry.awaited = undefined
  if (state._tag === "Success") awaited?.resolve(state.value)
  else if (state._tag === "Failure") awaited?.resolve(Promise.reject(Cause.squash(state.cause)))
}
