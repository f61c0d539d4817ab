/** Implements the service `ReadCache` on top of the cache. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { CallObserver } from "../observe/index.ts"
import { valueStream } from "../session/index.ts"
import { makeOptimisticReads, type OptimisticReads } from "./optimisticReads.ts"
import type { AnyRead, ReadDefinition, ReadState } from "./read.ts"
import type { ReadEntries, ReadsView } from "./readCache.ts"
import { ReadPolicy } from "./ReadPolicy.ts"
import { RecordedCalls } from "./runReads.ts"

/** Description of a cached read for devtools, without its value. */
export interface CachedRead {
  readonly key: string
  readonly state: ReadState<unknown, unknown>["_tag"]
  readonly watchers: number
  /** Start of the read's last request in milliseconds; -Infinity before the first request. */
  readonly startedAt: number
  /** Time in milliseconds at which the read is dropped unless it gets a subscriber again. */
  readonly dropsAt: number | undefined
  /** Cause of the last refresh: the name of a write, `focus`, `online`, or another cause. */
  readonly refreshedBy: string | undefined
}

/** The cached reads of one session. Programs, hooks and tests with the same instance share values and requests. */
export interface ReadsService extends OptimisticReads {
  /**
   * Returns the cached value immediately, or waits for the request that is already in flight. A persisted value from an
   * earlier run doesn't count as cached: `get` waits for the first response, and returns the persisted value if the
   * request fails.
   */
  readonly get: <A, E, R>(read: ReadDefinition<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Emits the state of a read, now and after every change. The first subscriber starts the read; the read is dropped
   * after its last subscriber leaves.
   */
  readonly changes: <A, E, R>(read: ReadDefinition<A, E, R>) => Stream.Stream<ReadState<A, E>, never, R>
  /** Requests the value again and returns it. Fails if the request fails; the cached value stays. */
  readonly refresh: <A, E, R>(read: ReadDefinition<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Marks reads as outdated: reads with subscribers are requested again, other reads are dropped. Doesn't wait for
   * responses.
   */
  readonly invalidate: (...reads: ReadonlyArray<AnyRead>) => Effect.Effect<void>
  /**
   * Makes a write wait for the refreshes that it causes, whether they succeed or not, so that the reads it affects are
   * up to date when it completes.
   */
  readonly untilShown: <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The currently cached reads. */
  readonly cached: Effect.Effect<ReadonlyArray<CachedRead>>
  /** The cached reads as plain functions, for rendering. */
  readonly view: ReadsView
}

/** Returns the cache behind a service. Every `ReadsView` is a cache. */
export const cacheOf = ({ view }: ReadsService): ReadEntries => view as ReadEntries

/** Makes the service from a cache. */
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

/** Waits until the state of a read satisfies a condition. */
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

/** Adds the services and the policy of the calling program to a read. */
const bound = <A, E, R>(read: ReadDefinition<A, E, R>): Effect.Effect<ReadDefinition<A, E>, never, R> =>
  Effect.map(Effect.context<R>(), (context) => ({
    ...read,
    policy: read.policy ?? Context.getOrUndefined(context as Context.Context<never>, ReadPolicy),
    effect: Effect.provideContext(read.effect, Context.omit(RecordedCalls)(context) as Context.Context<R>)
  }))
