/**
 * Shared values of reads: one request for any number of watchers, refreshed by the writes that touch them. The hooks of
 * `latchkey/react` stand on it; Effect programs have it as streams. docs/protocol.md §24, docs/policies.md.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ClientAccess } from "../../schemas/access.ts"
import { Session, type SessionState } from "../session/index.ts"
import { listen, listening } from "./attachReads.ts"
import { type CachedRead, makeReads, type ReadsService } from "./makeReads.ts"
import type { ShownValue } from "./optimisticReads.ts"
import type { AnyRead, InitialReads, ReadDefinition, ReadState } from "./read.ts"
import { makeReadEntries, type ReadEntries } from "./readCache.ts"
import { sessionKey } from "./readsOfPerson.ts"
import type { ShownReads } from "./showReads.ts"
import type { StoredReads } from "./storedReads.ts"
import type { Fork } from "./timed.ts"

export type { CachedRead, ReadsService } from "./makeReads.ts"
export type { ShownValue } from "./optimisticReads.ts"
export { every } from "./pollReads.ts"
export { type AnyRead, type InitialReads, read, type ReadDefinition, type ReadState } from "./read.ts"
export type { ReadsView } from "./readCache.ts"

/** The shared reads of one session: what `get`, `changes`, `refresh` and the hooks of `latchkey/react` stand on. */
export class ReadCache extends Context.Service<ReadCache, ReadsService>()("latchkey/Reads") {
  /**
   * Keeps values in memory, for as long as somebody watches them and a little longer. Compose it once, and share what
   * comes out of it:
   *
   * ```ts
   * const layer = ReadCache.layer.pipe(Layer.provideMerge(Client.layer({ projectId })))
   * ```
   *
   * Writes through the services that it gives back refresh what they change, and another person sees nothing of the one
   * before.
   */
  static readonly layer: Layer.Layer<ReadCache | ClientAccess, never, ClientAccess> = Layer.fresh(
    Layer.effectContext(Effect.suspend(() => built()))
  )
}

/**
 * The same services, of whatever level, and the reads over them: {@link ReadCache.layer} for any program.
 *
 * ```ts
 * const layer = reads.over(Server.layer({ projectId, secretServerKey }))
 * ```
 */
export const over = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  initial?: InitialReads
): Layer.Layer<A | ReadCache, E, R> =>
  Layer.flatMap(layer, (services) =>
    Layer.effectContext(
      Effect.map(
        Effect.provideContext(built(initial), services as Context.Context<any>),
        (own) => Context.merge(services, own)
      )
    ))

/** The reads over the services that are around, and those services as they tell the reads of calls. */
export const built = (
  initial?: InitialReads,
  storing?: (fork: Fork) => (shown: ShownReads) => StoredReads
): Effect.Effect<Context.Context<any>, never, Scope.Scope> =>
  Effect.contextWith((services: Context.Context<Scope.Scope>) => {
    let mine: Context.Context<any> = services
    const fork: Fork = (effect, done) => forkWith(mine)(effect, done)
    const cache = makeReadEntries(fork, initial, storing?.(fork))
    return Effect.tap(
      attach(cache, services),
      (own) => {
        // a read may be made of others
        mine = Context.add(services, ReadCache, Context.get(own, ReadCache))
        return Effect.addFinalizer(() => Effect.sync(cache.close))
      }
    )
  })

/** Lets a cache hear of these services as long as the scope is open: itself as a service, and those that tell it. */
export const attach = (
  cache: ReadEntries,
  services: Context.Context<any>
): Effect.Effect<Context.Context<ReadCache>, never, Scope.Scope> =>
  Effect.as(listen(cache, services), Context.add(listening(cache, services), ReadCache, makeReads(cache)))

/** The shared value: at once where it is known, otherwise with the request that is under way for it. */
export const get = <A, E, R>(read: ReadDefinition<A, E, R>): Effect.Effect<A, E, R | ReadCache> =>
  ReadCache.use((reads) => reads.get(read))

/** What is known of a read now and after every change. The first watcher starts it; the last one's leaving drops it. */
export const changes = <A, E, R>(read: ReadDefinition<A, E, R>): Stream.Stream<ReadState<A, E>, never, R | ReadCache> =>
  Stream.unwrap(ReadCache.useSync((reads) => reads.changes(read)))

/** Reads again, and answers with what is there then. Fails when that cannot be read; what is shown stays. */
export const refresh = <A, E, R>(read: ReadDefinition<A, E, R>): Effect.Effect<A, E, R | ReadCache> =>
  ReadCache.use((reads) => reads.refresh(read))

/** Says that these are out of date: what is watched is read again, the rest forgotten. Waits for no answer. */
export const invalidate = (...which: ReadonlyArray<AnyRead>): Effect.Effect<void, never, ReadCache> =>
  ReadCache.use((reads) => reads.invalidate(...which))

/** Shows a value without a request, until a later answer is here, or its `rollback` takes it back. */
export const set = <A>(
  read: ReadDefinition<A, unknown, any>,
  value: A
): Effect.Effect<ShownValue, never, ReadCache> => ReadCache.use((reads) => reads.set(read, value))

/** Shows another value in place of the one that is known, until a later answer is here, or its `rollback`. */
export const update = <A>(
  read: ReadDefinition<A, unknown, any>,
  change: (value: A) => A
): Effect.Effect<ShownValue, never, ReadCache> => ReadCache.use((reads) => reads.update(read, change))

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
export const optimistically = <Shown>(
  read: ReadDefinition<Shown, unknown, any>,
  change: (value: Shown) => Shown
) =>
<A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | ReadCache> =>
  ReadCache.use((reads) => reads.optimistically(read, change)(write))

/**
 * A write that is over when what it touched is shown as it is now: the refreshes it causes are waited for, be they
 * answered or not. Without it a write ends with its own answer, and what is shown follows.
 *
 * ```ts
 * const { isPending, run } = useAction((displayName: string) => reads.untilShown(currentUser.update({ displayName })))
 * ```
 */
export const untilShown = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | ReadCache> =>
  ReadCache.use((reads) => reads.untilShown(write))

/** What is kept at this moment. */
export const cached: Effect.Effect<ReadonlyArray<CachedRead>, never, ReadCache> = ReadCache.use(({ cached }) => cached)

/** The state of the session. Costs no request. */
export const session: ReadDefinition<SessionState, never, Session> = {
  key: sessionKey,
  effect: Session.use((current) => Effect.sync(() => current.state())),
  of: "everyone"
}

/** Runs effects with these services; nothing ends them but their interruption. */
const forkWith = (context: Context.Context<any>): Fork => (effect, done) => {
  const fiber = Effect.runForkWith(context)(effect)
  if (done !== undefined) fiber.addObserver(done)
  return () => fiber.interruptUnsafe()
}
