/**
 * Shared values of reads: one request for any number of watchers, refreshed by the writes that touch them. The hooks of
 * `latchkey/react` stand on it; Effect programs have it as streams. Wire protocol §24, specification §9.
 */
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { AdminAccess, type Caller, ClientAccess, ServerAccess } from "../schemas/access.ts"
import type { CallError } from "../schemas/errors/CallError.ts"
import {
  type Fork,
  type HeldRead,
  type InitialReads,
  makeReadCache,
  Noted,
  type Read,
  type ReadCache,
  type ReadState,
  sessionKey
} from "./readCache.ts"
import { Session, type SessionState } from "./Session.ts"
import { Visibility } from "./Visibility.ts"
import { watched } from "./watched.ts"

export {
  defaultTimings,
  type HeldRead,
  type InitialReads,
  type Read,
  read,
  type ReadState,
  ReadTimings,
  type Timings
} from "./readCache.ts"

/** The reads of one session. */
export class Reads extends Context.Service<Reads, {
  /** The shared value: at once where it is known, otherwise with the request that is under way for it. */
  readonly get: <A, E, R>(read: Read<A, E, R>) => Effect.Effect<A, E, R>
  /** Reads again what somebody watches, and forgets it otherwise. Does not wait for the answer. */
  readonly refresh: <A, E, R>(read: Read<A, E, R>) => Effect.Effect<void>
  /** What is kept, for devtools. Never a value. */
  readonly list: () => ReadonlyArray<HeldRead>
  /** Without fibers, for hosts such as React. */
  readonly cache: ReadCache
}>()("latchkey/Reads") {
  /**
   * The same services, and the reads over them: what is written through these services refreshes them, and a change of
   * the session's user forgets them.
   *
   * ```ts
   * const layer = Reads.over(Client.layer({ projectId, publishableClientKey }))
   * ```
   */
  static readonly over = <A, E, R>(
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
}

/** What is known of a read now and after every change. The first watcher starts it; the last one's leaving drops it. */
export const changes = <A, E, R>(read: Read<A, E, R>): Stream.Stream<ReadState<A, E>, never, R | Reads> =>
  Stream.unwrap(Reads.use(({ cache }) =>
    Effect.map(bound(read), (own) =>
      watched(() => {
        cache.ensure(own)
        return cache.state(own)
      }, (listener) => cache.subscribe(own, listener)))
  ))

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
  read: Read<Shown, ReadError, ReadServices>,
  change: (value: Shown) => Shown
) =>
<A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Reads> =>
  Effect.flatMap(Reads, ({ cache }) => cache.optimistic(read, change)(write))

/** The state of the session. Costs no request. */
export const session: Read<SessionState, never, Session> = {
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
): Effect.Effect<Context.Context<R | Reads>, never, Scope.Scope> =>
  Effect.gen(function*() {
    let attached = Context.add(services as Context.Context<unknown>, Reads, serviceOf(cache))
    for (const access of levels) {
      const caller = Context.getOption(attached, access)
      if (Option.isSome(caller)) attached = Context.add(attached, access, noting(cache, caller.value))
    }
    const current = Option.getOrUndefined(Context.getOption(attached, Session))
    if (current !== undefined) {
      cache.sessionChanged(current.state())
      const stop = current.subscribe(() => cache.sessionChanged(current.state()))
      yield* Effect.addFinalizer(() => Effect.sync(stop))
    }
    const { onReturn } = yield* Effect.provideContext(Visibility, attached)
    const leave = onReturn(cache.revisit)
    yield* Effect.addFinalizer(() => Effect.sync(leave))
    return attached as Context.Context<R | Reads>
  })

/** One key stands for the three services here: they are of one shape. */
const levels = [ClientAccess, ServerAccess, AdminAccess] as unknown as ReadonlyArray<typeof ClientAccess>

const serviceOf = (cache: ReadCache): Reads["Service"] => ({
  get: <A, E, R>(read: Read<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(bound(read), (own) => {
      const got = Effect.callback<A, E>((resume) => {
        const stop = cache.subscribe(own, () => look())
        const look = () => {
          cache.ensure(own)
          const state = cache.state(own)
          if (state._tag === "Pending") return
          stop()
          resume(state._tag === "Success" ? Effect.succeed(state.value) : Effect.failCause(state.cause))
        }
        look()
        return Effect.sync(stop)
      })
      return Effect.andThen(Effect.annotateCurrentSpan("cache.hit", cache.state(own)._tag !== "Pending"), got)
    }).pipe(Effect.withSpan("Reads.get", {}, { captureStackTrace: false })),
  refresh: (read) => Effect.sync(() => cache.refresh(read)),
  list: cache.list,
  cache
})

/** The read with the services of whoever asks for it. */
const bound = <A, E, R>(read: Read<A, E, R>): Effect.Effect<Read<A, E>, never, R> =>
  Effect.map(Effect.context<R>(), (context) => ({
    ...read,
    effect: Effect.provideContext(read.effect, Context.omit(Noted)(context) as Context.Context<R>)
  }))

/** Notes the calls of reads, and tells of writes. */
const noting = (cache: ReadCache, caller: Caller): Caller => ({
  call: (spec, input) =>
    Effect.flatMap(Noted, (noted) => {
      noted?.push({ name: spec.name, input })
      const call = caller.call(spec, input)
      return spec.refreshes.length === 0
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
