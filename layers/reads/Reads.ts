/**
 * Shared values of reads: one request for any number of watchers, refreshed by the writes that touch them. The hooks of
 * `latchkey/react` stand on it; Effect programs have it as streams. docs/protocol.md §24, §26.2.
 */
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { AdminAccess, type Caller, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import { Visibility } from "../browser/index.ts"
import { Session, type SessionState, valueStream } from "../session/index.ts"
import type { InitialReads, ReadDefinition, ReadState } from "./read.ts"
import { makeReadCache, type ReadCache } from "./readCache.ts"
import type { Change } from "./readEntry.ts"
import { sessionKey } from "./readsOfPerson.ts"
import { RecordedCalls } from "./runReads.ts"
import type { Fork } from "./timed.ts"

export { type InitialReads, read, type ReadDefinition, type ReadState } from "./read.ts"

/** The reads of one session: what `get`, `refresh`, `changes` and the hooks of `latchkey/react` stand on. */
export class Reads extends Context.Service<Reads, ReadCache>()("latchkey/Reads") {}

/**
 * The same services, and the reads over them: what is written through these services refreshes them, and a change of
 * the session's user forgets them.
 *
 * ```ts
 * const layer = reads.over(Client.layer({ projectId, publishableClientKey }))
 * ```
 */
export const over = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  initial?: InitialReads
): Layer.Layer<A | Reads, E, R> =>
  Layer.flatMap(layer, (services) =>
    Layer.effectContext(Effect.gen(function*() {
      const fork = forkWith(yield* Effect.context())
      const cache = makeReadCache(fork, initial)
      const context = yield* attach(cache, services)
      yield* Effect.addFinalizer(() => Effect.sync(cache.close))
      return context
    })))

/** The shared value: at once where it is known, otherwise with the request that is under way for it. */
export const get = <A, E, R>(read: ReadDefinition<A, E, R>): Effect.Effect<A, E, R | Reads> =>
  Reads.use((cache) =>
    Effect.flatMap(
      bound(read),
      (own) =>
        Effect.annotateCurrentSpan("cache.hit", cache.state(own)._tag !== "Pending").pipe(
          Effect.andThen(until(cache, own, (state) => state._tag !== "Pending")),
          Effect.flatMap((state) =>
            state._tag === "Success" ? Effect.succeed(state.value) : Effect.failCause(state.cause)
          )
        )
    )
  ).pipe(Effect.withSpan("Reads.get", {}, { captureStackTrace: false }))

/** Watches a read until what is known of it will do. */
export const until = <A, E, Will extends ReadState<A, E>>(
  cache: ReadCache,
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

/** Reads again what somebody watches, and forgets it otherwise. Does not wait for the answer. */
export const refresh = (read: ReadDefinition<unknown, unknown, any>): Effect.Effect<void, never, Reads> =>
  Reads.use((cache) =>
    Effect.sync(() => {
      const entry = cache.entries.get(read.key)
      if (entry !== undefined) cache.refresh(entry, "refresh")
    })
  )

/** What is known of a read now and after every change. The first watcher starts it; the last one's leaving drops it. */
export const changes = <A, E, R>(read: ReadDefinition<A, E, R>): Stream.Stream<ReadState<A, E>, never, R | Reads> =>
  Stream.unwrap(Reads.use((cache) =>
    Effect.map(bound(read), (own) =>
      valueStream(() => {
        cache.ensure(own)
        return cache.state(own)
      }, (listener) => cache.subscribe(own, listener)))
  ))

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

/** What is kept at this moment. */
export const cached: Effect.Effect<ReadonlyArray<CachedRead>, never, Reads> = Reads.use(({ entries }) =>
  Effect.sync(() =>
    [...entries.values()].map(({ dropsAt, listeners, read: { key }, refreshedBy, startedAt, state, undrop }) => ({
      key,
      state: state._tag,
      watchers: listeners.size,
      startedAt,
      dropsAt: undrop && dropsAt,
      refreshedBy
    }))
  )
)

/**
 * Shows what a write will make of a read, before the platform knows of it. Kept until a later answer is here; taken
 * back when the write fails or is interrupted.
 *
 * ```ts
 * const rename = (displayName: string) =>
 *   currentUser.update({ displayName }).pipe(
 *     reads.optimistically(reads.currentUser, (user) => user && { ...user, displayName })
 *   )
 * ```
 */
export const optimistically = <Shown, ReadError, ReadServices>(
  read: ReadDefinition<Shown, ReadError, ReadServices>,
  change: (value: Shown) => Shown
) =>
<A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Reads> =>
  Reads.use(({ entries, refresh, show }) => {
    const entry = entries.get(read.key)
    if (entry === undefined) return write
    const mine: Change = { apply: change, confirmed: false }
    const { refreshes } = entry
    entry.changes = [...entry.changes, mine]
    show(entry)
    return Effect.onExit(write, (exit) =>
      Effect.sync(() => {
        // the write itself refreshes what its endpoint invalidates
        if (Exit.isSuccess(exit) && entry.refreshes === refreshes) refresh(entry, "optimistic")
        if (Exit.isSuccess(exit) && entry.job !== undefined) mine.confirmed = true
        else entry.changes = entry.changes.filter((other) => other !== mine)
        show(entry)
      }))
  })

/**
 * A write that is over when what it touched is shown as it is now: the refreshes it causes are waited for, be they
 * answered or not. Without it a write ends with its own answer, and what is shown follows.
 *
 * ```ts
 * const { isPending, run } = useAction((displayName: string) => reads.untilShown(currentUser.update({ displayName })))
 * ```
 */
export const untilShown = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Reads> =>
  Reads.use((cache) => {
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

/** The state of the session. Costs no request. */
export const session: ReadDefinition<SessionState, never, Session> = {
  key: sessionKey,
  effect: Session.use((current) => Effect.sync(() => current.state())),
  of: "everyone"
}

/** Runs effects with these services; nothing ends them but their interruption. */
const forkWith = (context: Context.Context<never>): Fork => (effect, done) => {
  const fiber = Effect.runForkWith(context as Context.Context<any>)(effect)
  if (done !== undefined) fiber.addObserver(done)
  return () => fiber.interruptUnsafe()
}

/** Lets a cache hear of the writes and the session of these services, and of returns, as long as the scope is open. */
export const attach = <R>(
  cache: ReadCache,
  services: Context.Context<R>
): Effect.Effect<Context.Context<R | Reads>, never, Scope.Scope> => {
  let attached = Context.add(services as Context.Context<unknown>, Reads, cache)
  for (const access of levels) {
    const caller = Context.getOrUndefined(attached, access)
    if (caller !== undefined) attached = Context.add(attached, access, noting(cache, caller))
  }
  const current = Context.getOrUndefined(attached, Session)
  return Effect.flatMap(Effect.provideContext(Visibility, attached), ({ onReturn }) => {
    const stops = [onReturn(cache.revisit)]
    if (current !== undefined) {
      const look = () => cache.sessionChanged(current.state())
      look()
      stops.push(current.subscribe(look))
    }
    return Effect.as(
      Effect.addFinalizer(() => Effect.sync(() => stops.forEach((stop) => stop()))),
      attached as Context.Context<R | Reads>
    )
  })
}

/** One key stands for the three services here: they are of one shape. */
const levels = [ClientAccess, ServerAccess, AdminAccess] as unknown as ReadonlyArray<typeof ClientAccess>

/** The read with the services of whoever asks for it. */
const bound = <A, E, R>(read: ReadDefinition<A, E, R>): Effect.Effect<ReadDefinition<A, E>, never, R> =>
  Effect.map(Effect.context<R>(), (context) => ({
    ...read,
    effect: Effect.provideContext(read.effect, Context.omit(RecordedCalls)(context) as Context.Context<R>)
  }))

/** Notes the calls of reads, and tells of writes. */
const noting = (cache: ReadCache, caller: Caller): Caller => ({
  call: (spec, input) =>
    Effect.flatMap(RecordedCalls, (noted) => {
      noted?.push({ name: spec.name, input })
      const call = caller.call(spec, input)
      return spec.invalidates.length === 0
        ? call
        : Effect.onExit(call, (exit) =>
          Effect.sync(() => {
            if (mayHaveArrived(exit)) cache.written(spec, input, noted)
          }))
    })
})

/** A write whose answer was not waited for, or got lost, may have changed something all the same. */
const mayHaveArrived = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || exit.cause.reasons.some((reason: Cause.Reason<unknown>) =>
    reason._tag === "Interrupt"
    || (reason._tag === "Fail" && answerLost.includes((reason.error as Partial<CallError>).reason?._tag))
  )

const answerLost: ReadonlyArray<string | undefined> = ["ConnectionFailed", "TimedOut"]
