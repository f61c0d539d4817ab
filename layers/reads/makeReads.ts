/** What programs do with shared reads: each operation of the service `ReadCache`, over the cache. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { CallObserver } from "../call/index.ts"
import { valueStream } from "../session/index.ts"
import { makeOptimisticReads, type OptimisticReads } from "./optimisticReads.ts"
import type { AnyRead, ReadDefinition, ReadState } from "./read.ts"
import type { ReadEntries, ReadsView } from "./readCache.ts"
import { ReadPolicy } from "./ReadPolicy.ts"
import { RecordedCalls } from "./runReads.ts"

/** A read that is kept, as devtools show it. Never its value. */
export interface CachedRead {
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

/** The shared reads of one session. Programs, hooks and tests that have the same one share values and requests. */
export interface ReadsService extends OptimisticReads {
  /**
   * The shared value: at once where it is known, otherwise with the request that is under way for it. What was last seen
   * before the program started is shown, but not known: the answer is waited for, and where there is none, that is it.
   */
  readonly get: <A, E, R>(read: ReadDefinition<A, E, R>) => Effect.Effect<A, E, R>
  /** What is known now and after every change. The first watcher starts it; the last one's leaving drops it. */
  readonly changes: <A, E, R>(read: ReadDefinition<A, E, R>) => Stream.Stream<ReadState<A, E>, never, R>
  /** Reads again, and answers with what is there then. Fails when that cannot be read; what is shown stays. */
  readonly refresh: <A, E, R>(read: ReadDefinition<A, E, R>) => Effect.Effect<A, E, R>
  /** Says that these are out of date: what is watched is read again, the rest forgotten. Waits for no answer. */
  readonly invalidate: (...reads: ReadonlyArray<AnyRead>) => Effect.Effect<void>
  /**
   * A write that is over when what it touched is shown as it is now: the refreshes it causes are waited for, be they
   * answered or not.
   */
  readonly untilShown: <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** What is kept at this moment. */
  readonly cached: Effect.Effect<ReadonlyArray<CachedRead>>
  /** The same without Effects, for what renders. */
  readonly view: ReadsView
}

/** The cache behind a service. Every view is one: there is no other maker. */
export const cacheOf = ({ view }: ReadsService): ReadEntries => view as ReadEntries

/** The operations over a cache. */
export const makeReads = (cache: ReadEntries): ReadsService => ({
  view: cache,
  ...makeOptimisticReads(cache),
  get: (read) =>
    Effect.flatMap(
      bound(read),
      (own) =>
        reportHit(cache.state(own)._tag !== "Pending").pipe(
          Effect.andThen(
            until(
              cache,
              own,
              (state): state is Known<typeof state> => state._tag !== "Pending" && !cache.isLastSeen(own)
            )
          ),
          Effect.flatMap((state) =>
            state._tag === "Success" ? Effect.succeed(state.value) : Effect.failCause(state.cause)
          )
        )
    ).pipe(Effect.withSpan("Reads.get", {}, { captureStackTrace: false })),
  changes: (read) => changes(cache, read),
  refresh: (read) => Effect.flatMap(bound(read), (own) => refreshed(cache, own)),
  invalidate: (...reads) =>
    Effect.sync(() => {
      for (const { key } of reads) {
        const entry = cache.entries.get(key)
        if (entry !== undefined) cache.refresh(entry, "invalidate")
      }
    }),
  untilShown: (write) => untilShown(cache, write),
  cached: Effect.sync(() =>
    [...cache.entries.values()].map(({ dropsAt, listeners, read, refreshedBy, startedAt, state, undrop }) => ({
      key: read.key,
      state: state._tag,
      watchers: listeners.size,
      startedAt,
      dropsAt: undrop && dropsAt,
      refreshedBy
    }))
  )
})

const reportHit = (isHit: boolean): Effect.Effect<void> =>
  Effect.andThen(
    Effect.annotateCurrentSpan("cache.hit", isHit),
    Effect.map(CallObserver, (observer) => observer?.read?.(isHit))
  )

type Known<State extends { readonly _tag: string }> = Exclude<State, { readonly _tag: "Pending" }>

/** Watches a read until what is known of it will do. */
export const until = <A, E, Will extends ReadState<A, E>>(
  cache: ReadsView,
  read: ReadDefinition<A, E, any>,
  will: ((state: ReadState<A, E>) => state is Will) | ((state: ReadState<A, E>) => boolean)
): Effect.Effect<Will> =>
  Effect.callback((resume) => {
    const look = () => {
      cache.ensure(read)
      const state = cache.state(read)
      if (!will(state)) return
      stop()
      resume(Effect.succeed(state as Will))
    }
    const stop = cache.subscribe(read, look)
    look()
    return Effect.sync(stop)
  })

const changes = <A, E, R>(
  cache: ReadsView,
  read: ReadDefinition<A, E, R>
): Stream.Stream<ReadState<A, E>, never, R> =>
  Stream.unwrap(
    Effect.map(bound(read), (own) =>
      valueStream(() => {
        cache.ensure(own)
        return cache.state(own)
      }, (listener) => cache.subscribe(own, listener)))
  )

const refreshed = <A, E>(cache: ReadEntries, read: ReadDefinition<A, E>): Effect.Effect<A, E> =>
  Effect.callback((resume) => {
    const look = () => {
      cache.ensure(read)
      const state = cache.state(read)
      if (state._tag === "Pending" || state.refreshing) return
      stop()
      resume(
        state._tag === "Success" && state.cause === undefined
          ? Effect.succeed(state.value)
          : Effect.failCause(state.cause!)
      )
    }
    const stop = cache.subscribe(read, look)
    const entry = cache.entries.get(read.key)!
    if (entry.job === undefined && entry.state._tag === "Pending") cache.ensure(read)
    else cache.refresh(entry, "refresh")
    look()
    return Effect.sync(stop)
  })

const untilShown = <A, E, R>(cache: ReadEntries, write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const held = () => [...cache.entries.values()]
    const before = new Map(held().map((entry) => [entry, entry.refreshes]))
    const shown = Effect.callback<void>((resume) => {
      const touched = held().filter((entry) => entry.refreshes !== (before.get(entry) ?? 0))
      const look = () => {
        if (touched.some(({ job }) => job !== undefined)) return
        stop()
        resume(Effect.void)
      }
      const stops = touched.map(({ read }) => cache.subscribe(read, look))
      const stop = () => stops.forEach((each) => each())
      look()
      return Effect.sync(stop)
    })
    return Effect.tap(write, shown)
  })

/** The read with the services and the policy of the calling program. */
const bound = <A, E, R>(read: ReadDefinition<A, E, R>): Effect.Effect<ReadDefinition<A, E>, never, R> =>
  Effect.map(Effect.context<R>(), (context) => ({
    ...read,
    policy: read.policy ?? Context.getOrUndefined(context as Context.Context<never>, ReadPolicy),
    effect: Effect.provideContext(read.effect, Context.omit(RecordedCalls)(context) as Context.Context<R>)
  }))
